/* The loader: what good objects become, and that damaged ones are refused without harm. */
#define _GNU_SOURCE
#include "check.h"
#include "load.h"

#include <elf.h>
#include <sanitizer/asan_interface.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

/*
 * An object made by hand: .text with a call of `other` and the address of `number`, .data with
 * `number`, a string section, and their symbols and relocations.
 */
enum { NUL, TEXT, WORDS, STRINGS, SYMBOLS, NAMES, RELOCATIONS, SECTIONS };
enum { NONE, MAIN, OTHER, NUMBER, SHARED, SYMBOL_COUNT };
struct made {
    Elf64_Ehdr header;
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[SYMBOL_COUNT];
    Elf64_Rela relocations[2];
    uint8_t text[16];
    uint32_t words[2];
    char strings[8], names[40];
};

static struct made good(void)
{
    struct made made = {
        .header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
                    .e_type = ET_REL, .e_machine = EM_X86_64, .e_shoff = sizeof(Elf64_Ehdr),
                    .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = SECTIONS },
        .words = { 41, 42 },
        .strings = "one\0two",
        .names = "\0acid_test_main\0other\0number\0common",
    };
#define AT(field, type, flags, ...) \
    { .sh_type = type, .sh_flags = flags, .sh_offset = offsetof(struct made, field), \
      .sh_size = sizeof made.field, .sh_addralign = 8, __VA_ARGS__ }
    const Elf64_Shdr sections[SECTIONS] = {
        [TEXT] = AT(text, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, .sh_info = 0),
        [WORDS] = AT(words, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, .sh_info = 0),
        [STRINGS] = AT(strings, SHT_PROGBITS, SHF_ALLOC | SHF_STRINGS, .sh_entsize = 1),
        [SYMBOLS] = AT(symbols, SHT_SYMTAB, 0, .sh_link = NAMES),
        [NAMES] = AT(names, SHT_STRTAB, 0, .sh_info = 0),
        [RELOCATIONS] = AT(relocations, SHT_RELA, 0, .sh_info = TEXT, .sh_link = SYMBOLS),
    };
    const uint8_t global = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
    const Elf64_Sym symbols[SYMBOL_COUNT] = {
        [MAIN] = { .st_name = 1, .st_info = global, .st_shndx = TEXT },
        [OTHER] = { .st_name = 16, .st_info = global, .st_shndx = SHN_UNDEF },
        [NUMBER] = { .st_name = 22, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                     .st_shndx = WORDS, .st_value = 4, .st_size = 4 },
        [SHARED] = { .st_name = 29, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                     .st_shndx = SHN_COMMON, .st_value = 16, .st_size = 32 },
    };
    memcpy(made.sections, sections, sizeof sections);
    memcpy(made.symbols, symbols, sizeof symbols);
    made.relocations[0] = (Elf64_Rela){ 0, ELF64_R_INFO(OTHER, R_X86_64_PLT32), -4 };
    made.relocations[1] = (Elf64_Rela){ 8, ELF64_R_INFO(NUMBER, R_X86_64_64), 0 };
    return made;
}

static int known;
static void *find(const char *name)
{
    return known && !strcmp(name, "other") ? (void *)0x123456789a : NULL;
}

static char why[200];
static struct image image;

/* Loads it from memory that ends where the object does. */
static enum load_result load(const struct made *made, size_t size, uint64_t room)
{
    uint8_t *at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(at != MAP_FAILED && size <= PAGE);
    memcpy(at, made, size < sizeof *made ? size : sizeof *made);
    __asan_poison_memory_region(at + size, PAGE - size);
    const struct object_file file = { "it", at, size };
    const struct loading wanted = { .files = &file, .count = 1, .find = find, .room = room,
                                    .why = why, .why_size = sizeof why };
    *why = 0;
    enum load_result result = load_objects(&wanted, &image);
    __asan_unpoison_memory_region(at, PAGE);
    return result;
}

static void forget(void)
{
    forget_objects();
    if (image.base)
        munmap(image.base, image.starts[AREAS]);
}

static void refused(struct made made, const char *reason)
{
    enum load_result result = load(&made, sizeof made, 0);
    CHECK(result != LOADED && !image.base);
    if (!strstr(why, reason))
        fprintf(stderr, "the reason was: %s\n", why);
    CHECK(strstr(why, reason));
    forget();
}

static void a_good_object_is_loaded(void)
{
    const struct made made = good();
    known = 1;
    CHECK(load(&made, sizeof made, 0) == LOADED);
    const uint8_t *text = loaded_symbol("acid_test_main"), *low, *high;
    const uint32_t *number = loaded_symbol("number");
    CHECK(text && number && *number == 42 && !loaded_symbol("other"));
    uint64_t address;
    memcpy(&address, text + 8, 8);
    CHECK(address == (uint64_t)number);
    /* the call goes to a stub, which jumps to what its slot holds */
    int32_t distance;
    memcpy(&distance, text, 4);
    const uint8_t *stub = text + distance + 4;
    CHECK(stub[0] == 0xff && stub[1] == 0x25);
    memcpy(&distance, stub + 2, 4);
    memcpy(&address, stub + 6 + distance, 8);
    CHECK(address == 0x123456789a);

    CHECK(loaded_extent((const uint8_t *)number + 3, &low, &high));
    CHECK(low == (const uint8_t *)number && high == low + 4);
    CHECK(loaded_extent((const uint8_t *)loaded_symbol("common") + 31, &low, &high));
    CHECK(high - low == 32);
    CHECK(!loaded_extent(text, &low, &high));   /* code has no extent */
    const uint8_t *strings = memmem(image.base + image.starts[CONSTANT],
                                    image.starts[DATA] - image.starts[CONSTANT], "two", 4);
    CHECK(strings && loaded_extent(strings + 1, &low, &high) && low == strings && high == low + 4);
    forget();
    CHECK(!loaded_symbol("number"));
}

/* A text that its section does not end is as long as that. */
static void a_text_ends_with_its_section(void)
{
    struct made made = good();
    memcpy(made.strings, "one\0two!", 8);
    made.sections[STRINGS].sh_size = 7;
    CHECK(load(&made, sizeof made, 0) == LOADED);
    uint8_t *strings = image.base + image.starts[CONSTANT] + 8 * SYMBOL_COUNT;
    const uint8_t *low, *high;
    CHECK(!memcmp(strings, "one\0two", 8));
    CHECK(loaded_extent(strings + 5, &low, &high) && low == strings + 4 && high == strings + 7);
    CHECK(loaded_extent(strings + 3, &low, &high) && low == strings && high == strings + 4);
    forget();
    made.sections[STRINGS].sh_entsize = 4;   /* its last text is not a whole one */
    CHECK(load(&made, sizeof made, 0) == LOADED);
    strings = image.base + image.starts[CONSTANT] + 8 * SYMBOL_COUNT;
    CHECK(loaded_extent(strings + 6, &low, &high) && low == strings && high == strings + 7);
    forget();
}

static void names_must_be_found(void)
{
    known = 0;
    refused(good(), "nothing defines other");
    known = 1;
}

static void damage_is_refused(void)
{
    const struct made made = good();
    for (size_t size = 0; size < sizeof made; size++) {
        CHECK(load(&made, size, 0) != LOADED);
        forget();
    }
    struct made bad = good();
    bad.header.e_machine = EM_386;
    refused(bad, "not an object for this machine");
    bad = good();
    bad.header.e_shoff++;
    refused(bad, "not an object for this machine");   /* not aligned */
    bad = good();
    bad.sections[SYMBOLS].sh_offset++;
    refused(bad, "damaged object");   /* not aligned */
    bad = good();
    bad.sections[WORDS].sh_offset = UINT64_MAX;
    refused(bad, "damaged object");
    bad = good();
    bad.relocations[1].r_offset = 9;
    refused(bad, "damaged relocation");   /* its eight bytes would end behind the section */
    bad = good();
    bad.relocations[1].r_info = ELF64_R_INFO(SYMBOL_COUNT, R_X86_64_64);
    refused(bad, "damaged relocation");
    bad = good();
    bad.relocations[1].r_info = ELF64_R_INFO(NUMBER, R_X86_64_TPOFF64);
    refused(bad, "relocation for number");
    bad = good();
    bad.sections[RELOCATIONS].sh_type = SHT_REL;
    refused(bad, "without addend");
}

/* Such a table has no content in the file, so its offset and size may be anything. */
static void a_table_of_names_without_content_is_refused(void)
{
    struct made bad = good();
    bad.sections[NAMES] = (Elf64_Shdr){ .sh_type = SHT_NOBITS, .sh_offset = 1ull << 40,
                                        .sh_size = 1ull << 40 };
    refused(bad, "damaged object");
}

static void sizes_near_the_end_of_numbers_are_too_large(void)
{
    struct made bad = good();
    bad.sections[WORDS].sh_type = SHT_NOBITS;
    bad.sections[WORDS].sh_size = UINT64_MAX - 4;
    refused(bad, "too large");
    bad = good();
    bad.symbols[SHARED].st_size = UINT64_MAX;
    refused(bad, "too large");
    bad = good();
    bad.sections[TEXT].sh_addralign = UINT64_MAX - 1;
    bad.sections[WORDS].sh_addralign = 1ull << 63;
    refused(bad, "too large");
    const struct made made = good();
    CHECK(load(&made, sizeof made, PAGE) == NOT_RESOLVED && strstr(why, "too large"));
    forget();
}

int main(void)
{
    a_good_object_is_loaded();
    a_text_ends_with_its_section();
    names_must_be_found();
    damage_is_refused();
    a_table_of_names_without_content_is_refused();
    sizes_near_the_end_of_numbers_are_too_large();
    return 0;
}
