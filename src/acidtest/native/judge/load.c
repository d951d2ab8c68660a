#define _GNU_SOURCE
#include "object.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if !defined(__x86_64__)
enum load_result load_objects(const struct loading *wanted, struct image *made)
{
    (void)made;
    snprintf(wanted->why, wanted->why_size, "objects are loaded directly on x86-64 only");
    return NOT_SUPPORTED;
}
void *loaded_symbol(const char *name) { (void)name; return NULL; }
void register_frames(const struct image *image) { (void)image; }
void forget_objects(void) {}
#else

enum { PAGE = 4096 };

/* A name from outside: the slot holds its address, the stub jumps there. */
struct import { const char *name; uint64_t address; };

struct object objects[OBJECTS];
int object_count;
static struct import *imports;
static size_t import_count, import_room;
static uint64_t *slots;
static uint8_t *stubs;
static void *(*find_outside)(const char *name);
static int unwinds;
static char *reason;
static unsigned reason_size;

static enum load_result refuse(enum load_result result, const char *what, const char *detail)
{
    snprintf(reason, reason_size, "%s %s", what, detail);
    return result;
}

/* Sizes and alignments are the object's and may be near 2^64: what is too large stays so. */
static const uint64_t TOO_LARGE = 1ull << 40;
static uint64_t behind(uint64_t at, uint64_t size)
{
    return size < TOO_LARGE && at + size < TOO_LARGE ? at + size : TOO_LARGE;
}
static uint64_t aligned(uint64_t at, uint64_t to)
{
    return to > 1 ? behind(at, (to - at % to) % to) : at;
}

/* Whether a section says how frames are left; only of interest in C++. */
static int is_unwind_table(const struct object *object, const Elf64_Shdr *section)
{
    static const char wanted[] = ".eh_frame";
    if (object->header->e_shstrndx >= object->header->e_shnum)
        return 0;
    const Elf64_Shdr *names = &object->sections[object->header->e_shstrndx];
    return names->sh_type == SHT_STRTAB && names->sh_size >= sizeof wanted &&
           section->sh_name <= names->sh_size - sizeof wanted &&
           !memcmp(object->file + names->sh_offset + section->sh_name, wanted, sizeof wanted);
}

/* Lays everything out behind `base`; with base 0 only counts. Returns the size. */
static uint64_t lay_out(uint64_t base, uint64_t starts[AREAS + 1], size_t import_limit)
{
    uint64_t at = 0;
    for (enum area area = CODE; area < AREAS; area++) {
        starts[area] = at = aligned(at, PAGE);
        if (area == CODE) {
            stubs = (uint8_t *)(base + at);
            at = behind(at, 16 * import_limit);
        }
        if (area == CONSTANT) {
            slots = (uint64_t *)(base + at);
            at = behind(at, 8 * import_limit);
        }
        for (int o = 0; o < object_count; o++)
            for (int i = 0; i < objects[o].header->e_shnum; i++) {
                const Elf64_Shdr *section = &objects[o].sections[i];
                if (area_of(section) != area)
                    continue;
                at = aligned(at, section->sh_addralign);
                objects[o].address[i] = base + at;
                at = behind(at, section->sh_size);
                if (unwinds && is_unwind_table(&objects[o], section))
                    at = behind(at, 8);   /* zero: its end */
            }
        if (area == DATA)
            for (int o = 0; o < object_count; o++)
                for (size_t i = 0; i < objects[o].symbol_count; i++)
                    if (objects[o].symbols[i].st_shndx == SHN_COMMON) {
                        at = aligned(at, objects[o].symbols[i].st_value);
                        objects[o].common[i] = base + at;
                        at = behind(at, objects[o].symbols[i].st_size);
                    }
    }
    return starts[AREAS] = aligned(at, PAGE);
}

/* A global name in any of the objects: a strong definition before a weak one. */
static uint64_t global(const char *name)
{
    uint64_t weak = 0;
    for (int o = 0; o < object_count; o++)
        for (size_t i = 0; i < objects[o].symbol_count; i++) {
            const Elf64_Sym *symbol = &objects[o].symbols[i];
            int binding = ELF64_ST_BIND(symbol->st_info);
            if (binding == STB_LOCAL || symbol->st_shndx == SHN_UNDEF ||
                strcmp(name_of(&objects[o], symbol->st_name), name))
                continue;
            if (binding != STB_WEAK)
                return defined_at(&objects[o], i);
            weak = defined_at(&objects[o], i);
        }
    return weak;
}

static struct import *import_of(const char *name, uint64_t address)
{
    for (size_t i = 0; i < import_count; i++)
        if (!strcmp(imports[i].name, name))
            return &imports[i];
    if (import_count == import_room)
        return NULL;
    struct import *made = &imports[import_count];
    *made = (struct import){ name, address };
    slots[import_count] = address;
    uint8_t *stub = stubs + 16 * import_count;
    int32_t distance = (int32_t)((uint8_t *)&slots[import_count] - (stub + 6));
    memcpy(stub, "\xff\x25", 2);   /* jmp *slot(%rip) */
    memcpy(stub + 2, &distance, 4);
    import_count++;
    return made;
}

static int fits(int64_t value) { return value == (int32_t)value; }

static enum load_result relocate(struct object *object, const Elf64_Rela *entry, uint8_t *target)
{
    size_t index = ELF64_R_SYM(entry->r_info);
    if (index >= object->symbol_count)
        return refuse(NOT_RESOLVED, "damaged", "relocation");
    const Elf64_Sym *symbol = &object->symbols[index];
    const char *name = name_of(object, symbol->st_name);
    uint64_t value = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ? defined_at(object, index)
                                                                 : global(name);
    int outside = !value && symbol->st_shndx == SHN_UNDEF && index;
    if (outside && unwinds && !strcmp(name, "__dso_handle"))
        value = (uint64_t)slots;   /* says whose destructor runs at the end; here none does */
    else if (outside)
        value = (uint64_t)find_outside(name);
    if (outside && !value && ELF64_ST_BIND(symbol->st_info) != STB_WEAK)
        return refuse(NOT_RESOLVED, "nothing defines", name);
    uint64_t place = (uint64_t)target;
    int64_t result;
    int32_t short_result;
    switch (ELF64_R_TYPE(entry->r_info)) {
    case R_X86_64_64:
        value += (uint64_t)entry->r_addend;
        memcpy(target, &value, 8);
        return LOADED;
    case R_X86_64_PC64:
        value += (uint64_t)entry->r_addend - place;
        memcpy(target, &value, 8);
        return LOADED;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: {
        /* a slot for every name, also for those of the objects themselves */
        struct import *import = import_of(*name ? name : "", value);
        if (!import || !*name || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL)
            return refuse(NOT_SUPPORTED, "global offset of", name);
        result = (int64_t)((uint64_t)&slots[import - imports] + (uint64_t)entry->r_addend - place);
        break;
    }
    case R_X86_64_PLT32:
    case R_X86_64_PC32:
        result = (int64_t)(value + (uint64_t)entry->r_addend - place);
        if (outside && ELF64_R_TYPE(entry->r_info) == R_X86_64_PLT32) {
            struct import *import = import_of(name, value);
            if (!import)
                return refuse(NOT_SUPPORTED, "too many names:", name);
            uint64_t stub = (uint64_t)(stubs + 16 * (import - imports));
            result = (int64_t)(stub + (uint64_t)entry->r_addend - place);
        }
        break;
    default:
        return refuse(NOT_SUPPORTED, "relocation for", name);
    }
    if (!fits(result))
        return refuse(NOT_SUPPORTED, "too far away:", name);
    short_result = (int32_t)result;
    memcpy(target, &short_result, 4);
    return LOADED;
}

static enum load_result relocate_all(struct object *object)
{
    for (int i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        if (section->sh_type == SHT_REL)
            return refuse(NOT_SUPPORTED, "relocations without", "addend");
        if (section->sh_type != SHT_RELA || section->sh_info >= object->header->e_shnum)
            continue;
        uint8_t *base = (uint8_t *)object->address[section->sh_info];
        const Elf64_Shdr *goal = &object->sections[section->sh_info];
        if (!base || goal->sh_type == SHT_X86_64_UNWIND)   /* nothing unwinds here */
            continue;
        const Elf64_Rela *entries = (const void *)(object->file + section->sh_offset);
        for (size_t k = 0; k < section->sh_size / sizeof *entries; k++) {
            uint32_t type = ELF64_R_TYPE(entries[k].r_info);
            uint64_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
            if (goal->sh_size < width || entries[k].r_offset > goal->sh_size - width)
                return refuse(NOT_RESOLVED, "damaged", "relocation");
            enum load_result result = relocate(object, &entries[k], base + entries[k].r_offset);
            if (result != LOADED)
                return result;
        }
    }
    return LOADED;
}

void *loaded_symbol(const char *name) { return (void *)global(name); }

void forget_objects(void)
{
    while (object_count > 0) {
        struct object *object = &objects[--object_count];
        free_object(object);
        if (object->file)
            munmap((void *)object->file, object->size);
    }
    free(imports);
    imports = NULL;
}

static enum load_result read_objects(const struct loading *wanted)
{
    import_count = import_room = 0;
    for (object_count = 0; object_count < wanted->count && object_count < OBJECTS;) {
        const struct object_file *file = &wanted->files[object_count];
        struct object *object = &objects[object_count++];   /* counted: it is to be forgotten */
        const char *wrong = read_object(object, file);
        if (wrong)
            return refuse(NOT_RESOLVED, wrong, file->name);
        import_room += object->symbol_count;
    }
    imports = calloc(import_room + 1, sizeof *imports);
    return imports ? LOADED : refuse(NOT_RESOLVED, "out of", "memory");
}

static void copy_sections(void)
{
    for (int o = 0; o < object_count; o++)
        for (int i = 0; i < objects[o].header->e_shnum; i++) {
            const Elf64_Shdr *section = &objects[o].sections[i];
            if (objects[o].address[i] && section->sh_type != SHT_NOBITS)
                memcpy((void *)objects[o].address[i], objects[o].file + section->sh_offset,
                       section->sh_size);
        }
}

static enum load_result fill(uint8_t *base, const uint64_t starts[AREAS + 1])
{
    copy_sections();
    for (int o = 0; o < object_count; o++) {
        enum load_result result = relocate_all(&objects[o]);
        if (result != LOADED)
            return result;
    }
    const int protection[AREAS] = { PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE };
    for (enum area area = CODE; area < AREAS; area++)
        if (starts[area + 1] > starts[area] &&
            mprotect(base + starts[area], starts[area + 1] - starts[area], protection[area]))
            return refuse(NOT_RESOLVED, "cannot", "protect memory");
    return LOADED;
}

/* Of one object of C++. */
static enum load_result note_start(struct image *made)
{
    const struct object *object = &objects[0];
    for (int i = 0; i < object->header->e_shnum; i++) {
        const Elf64_Shdr *section = &object->sections[i];
        const uint64_t at = object->address[i];
        if (!at)
            continue;
        if (is_unwind_table(object, section))
            made->frames = (uint8_t *)at;
        if (section->sh_type != SHT_INIT_ARRAY)
            continue;
        const size_t count = section->sh_size / sizeof at;
        if (count > (size_t)(MOST_CONSTRUCTORS - made->constructor_count))
            return refuse(NOT_SUPPORTED, "too many", "constructors");
        memcpy(made->constructors + made->constructor_count, (const void *)at, count * sizeof at);
        made->constructor_count += (int)count;
    }
    return LOADED;
}

extern void __register_frame(const void *frames) __attribute__((weak));
void register_frames(const struct image *image)
{
    if (image->frames && __register_frame)
        __register_frame(image->frames);
}

enum load_result load_objects(const struct loading *wanted, struct image *made)
{
    memset(made, 0, sizeof *made);
    reason = wanted->why;
    reason_size = wanted->why_size;
    find_outside = wanted->find;
    unwinds = wanted->cpp;
    enum load_result result = read_objects(wanted);
    if (result != LOADED)
        return result;
    uint64_t *starts = made->starts, total = lay_out(0, starts, import_room);
    if (total > (wanted->room ? wanted->room : 1u << 30))
        return refuse(NOT_RESOLVED, "the objects are", "too large");
    const size_t taken = total ? total : PAGE;
    uint8_t *base = mmap(wanted->at, taken, PROT_READ | PROT_WRITE,
                         (wanted->shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS |
                             (wanted->at ? MAP_FIXED : 0), -1, 0);
    if (base == MAP_FAILED)
        return refuse(NOT_RESOLVED, "out of", "memory");
    lay_out((uint64_t)base, starts, import_room);
    result = fill(base, starts);
    if (result == LOADED)
        made->base = base;
    if (result == LOADED && wanted->cpp)
        result = note_start(made);
    if (result != LOADED)
        munmap(base, taken);
    return result;
}
#endif
