// The reader of programs: what good ones become, and that damaged ones are refused by ElfError.
#include "check.h"
#include "ghidra_elf.hh"

#include <elf.h>

#include <cstddef>
#include <cstring>

using acidtest::ElfError;
using acidtest::Image;
using acidtest::read_elf;

namespace {

constexpr uint64_t kBase = 0x100000;  // of what may be loaded anywhere
constexpr uint64_t kAt = 0x1000;      // where the file's bytes lie in memory

enum { NUL, STUBS, SYMBOLS, NAMES, RELOCATIONS, SECTIONS };

// A shared object made by hand: a stub for `outside`, a function, a variable, a text, a pointer.
struct Made {
    Elf64_Ehdr header{};
    Elf64_Phdr segment{}, second{};
    Elf64_Shdr sections[SECTIONS]{};
    Elf64_Sym symbols[4]{};
    Elf64_Rela relocations[2]{};
    uint8_t stub[16]{};
    uint64_t slot = 0, pointer = 0;
    char text[8] = "\0a text";
    char names[40] = "\0.plt\0outside\0function\0variable@V1";

    static uint64_t address(size_t offset) { return kAt + offset; }

    Made() {
        const uint8_t ident[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
        std::memcpy(header.e_ident, ident, sizeof ident);
        header.e_type = ET_DYN;
        header.e_machine = EM_X86_64;
        header.e_phoff = offsetof(Made, segment);
        header.e_phnum = 1;
        header.e_shoff = offsetof(Made, sections);
        header.e_shnum = SECTIONS;
        header.e_shstrndx = NAMES;
        segment = {PT_LOAD, PF_R, 0, kAt, kAt, sizeof(Made), sizeof(Made) + 64, 8};
        section(STUBS, SHT_PROGBITS, offsetof(Made, stub), sizeof stub, 0).sh_name = 1;
        section(SYMBOLS, SHT_DYNSYM, offsetof(Made, symbols), sizeof symbols, NAMES);
        section(NAMES, SHT_STRTAB, offsetof(Made, names), sizeof names, 0);
        section(RELOCATIONS, SHT_RELA, offsetof(Made, relocations), sizeof relocations, SYMBOLS);
        symbols[1].st_name = 6;
        symbols[2] = {14, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, STUBS, 0x4000, 8};
        symbols[3] = {23, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 0, STUBS, 0x5000, 8};
        relocations[0] = {address(offsetof(Made, slot)), ELF64_R_INFO(1, R_X86_64_JUMP_SLOT), 0};
        relocations[1] = {address(offsetof(Made, pointer)), R_X86_64_RELATIVE, 0x5000};
        const int32_t distance = offsetof(Made, slot) - offsetof(Made, stub) - 6;
        stub[0] = 0xff, stub[1] = 0x25;
        std::memcpy(stub + 2, &distance, sizeof distance);
    }

    Elf64_Shdr &section(int index, uint32_t type, uint64_t offset, uint64_t size, uint32_t link) {
        Elf64_Shdr &made = sections[index];
        made.sh_type = type;
        made.sh_addr = address(offset);
        made.sh_offset = offset;
        made.sh_size = size;
        made.sh_link = link;
        return made;
    }

    std::string bytes() const { return {reinterpret_cast<const char *>(this), sizeof *this}; }
};

std::string refusal(const std::string &file) {
    try {
        read_elf(file);
    } catch (const ElfError &error) {
        return error.what();
    }
    return "";
}

void refused(const Made &made, const char *reason) {
    const std::string said = refusal(made.bytes());
    if (said.find(reason) == std::string::npos) std::fprintf(stderr, "it said: %s\n", said.c_str());
    CHECK(said.find(reason) != std::string::npos);
}

void a_good_program_is_read() {
    const Made made;
    const Image image = read_elf(made.bytes());
    const uint64_t start = kBase + kAt;
    CHECK(image.base == kBase && image.segments.size() == 1);
    CHECK(image.functions.at(kBase + 0x4000) == "function");
    CHECK(image.data.at(kBase + 0x5000).name == "variable");  // without its version
    CHECK(image.imports.at(start + offsetof(Made, stub)) == "outside");
    CHECK(image.pointers == std::vector<uint64_t>{kBase + 0x5000});
    uint64_t pointer = 0;
    CHECK(image.read(start + offsetof(Made, pointer), reinterpret_cast<uint8_t *>(&pointer), 8));
    CHECK(pointer == kBase + 0x5000);
    CHECK(image.text_at(start + offsetof(Made, text) + 1) == sizeof "a text");
    CHECK(image.text_at(start + offsetof(Made, header)) == 0);
}

void memory_has_edges() {
    const Image image = read_elf(Made().bytes());
    const uint64_t start = kBase + kAt, end = start + sizeof(Made) + 64;
    uint8_t bytes[4];
    CHECK(!image.read(start - 4, bytes, 4) && !image.read(end, bytes, 4));
    CHECK(image.read(start - 2, bytes, 4) && bytes[1] == 0 && bytes[2] == 0x7f);
    CHECK(image.read(end - 1, bytes, 4));
    CHECK(!image.read(~uint64_t(0) - 1, bytes, 4));
    CHECK(image.text_at(end) == 0 && image.text_at(0) == 0);
}

void damage_is_refused() {
    const std::string whole = Made().bytes();
    for (size_t size = 0; size < whole.size(); size++)
        CHECK(!refusal(whole.substr(0, size)).empty());
    Made bad;
    bad.header.e_machine = EM_386;
    refused(bad, "wrong architecture");
    bad = Made();
    bad.header.e_type = ET_REL;
    refused(bad, "not a linked program");
    bad = Made();
    bad.segment.p_type = PT_NOTE;
    refused(bad, "nothing to load");
    bad = Made();
    bad.segment.p_memsz = ~uint64_t(0);
    refused(bad, "more memory");
    bad = Made();
    bad.segment.p_offset = ~uint64_t(0);
    refused(bad, "a segment lies outside");
    bad = Made();
    bad.segment.p_vaddr = ~uint64_t(0) - kBase - 8;
    refused(bad, "beyond the end of memory");
    bad = Made();
    bad.sections[SYMBOLS].sh_link = SECTIONS;
    refused(bad, "no such section");
    bad = Made();
    bad.relocations[0].r_info = ELF64_R_INFO(4, R_X86_64_JUMP_SLOT);
    refused(bad, "no such symbol");
    bad = Made();
    bad.symbols[2].st_name = sizeof bad.names;
    refused(bad, "a name lies outside");
    bad = Made();
    bad.sections[STUBS].sh_size = ~uint64_t(0);
    refused(bad, "a table of stubs lies outside");
}

void segments_lie_apart() {
    Made two;
    two.header.e_phnum = 2;
    two.second = two.segment;
    const uint64_t size = two.segment.p_memsz;
    for (uint64_t at : {kAt, kAt + 1, kAt + size - 1, kAt - 1, kAt - size + 1}) {
        two.second.p_vaddr = at;
        refused(two, "segments overlap");
    }
    for (uint64_t at : {kAt + size, kAt - size}) {
        two.second.p_vaddr = at;
        CHECK(read_elf(two.bytes()).segments.size() == 2);
    }
    two.second.p_vaddr = kAt + 1;
    two.second.p_filesz = two.second.p_memsz = 0;  // takes no room
    CHECK(read_elf(two.bytes()).segments.size() == 2);
}

void relocations_outside_memory_do_nothing() {
    Made odd;
    odd.relocations[1].r_offset = kAt + sizeof(Made) + 64 - 7;  // one byte too far
    const Image image = read_elf(odd.bytes());
    CHECK(image.segments[0].bytes.back() == 0);
    odd.relocations[1].r_offset = ~uint64_t(0);
    read_elf(odd.bytes());
}

}  // namespace

int main() {
    a_good_program_is_read();
    memory_has_edges();
    damage_is_refused();
    segments_lie_apart();
    relocations_outside_memory_do_nothing();
    return 0;
}
