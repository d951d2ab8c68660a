// Reads what a decompiler needs from a linked x86-64 ELF program: memory, symbols, imports.
#include "ghidra_elf.hh"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace acidtest {
namespace {

// Where Ghidra puts programs that may be loaded anywhere; low addresses look like numbers.
constexpr uint64_t kMovableBase = 0x100000;
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr uint64_t kMemoryMax = 1u << 20;  // a fuzzer would spend its time on filling memory
#else
constexpr uint64_t kMemoryMax = 256u << 20;
#endif
constexpr size_t kStubSize = 16;

class File {
public:
    explicit File(const std::string &bytes) : bytes_(bytes) {}

    template <typename T>
    T at(uint64_t offset, const char *what) const {
        T value;
        std::memcpy(&value, range(offset, sizeof value, what), sizeof value);
        return value;
    }

    const char *range(uint64_t offset, uint64_t size, const char *what) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset)
            throw ElfError(std::string("damaged ELF file: ") + what + " lies outside it");
        return bytes_.data() + offset;
    }

    std::string text(const Elf64_Shdr &table, uint64_t offset) const {
        const char *start = range(table.sh_offset, table.sh_size, "a string table");
        if (offset >= table.sh_size)
            throw ElfError("damaged ELF file: a name lies outside its table");
        return std::string(start + offset, strnlen(start + offset, table.sh_size - offset));
    }

private:
    const std::string &bytes_;
};

class Reader {
public:
    explicit Reader(const std::string &bytes) : file_(bytes) {}

    Image read() {
        read_header();
        read_segments();
        read_sections();
        for (const Elf64_Shdr &section : sections_) {
            if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM)
                read_symbols(section);
            if (section.sh_type == SHT_RELA) read_relocations(section);
        }
        for (size_t i = 0; i < sections_.size(); i++) {
            if (names_[i] == ".plt" || names_[i] == ".plt.sec" || names_[i] == ".plt.got")
                read_stubs(sections_[i]);
            // writable only until the loader has filled it in
            if (names_[i] == ".data.rel.ro")
                add_read_only(sections_[i].sh_addr, sections_[i].sh_size);
        }
        return std::move(image_);
    }

private:
    void read_header() {
        header_ = file_.at<Elf64_Ehdr>(0, "the header");
        if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) throw ElfError("not an ELF file");
        if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_machine != EM_X86_64)
            throw ElfError("wrong architecture: not x86-64 but machine " +
                           std::to_string(header_.e_machine));
        if (header_.e_type != ET_EXEC && header_.e_type != ET_DYN)
            throw ElfError("not a linked program");
        image_.base = header_.e_type == ET_DYN ? kMovableBase : 0;
    }

    void read_segments() {
        uint64_t total = 0;
        for (unsigned i = 0; i < header_.e_phnum; i++) {
            const auto part = file_.at<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr),
                                                   "a program header");
            if (part.p_type != PT_LOAD) continue;
            const char *content = file_.range(part.p_offset, part.p_filesz, "a segment");
            if (part.p_memsz > kMemoryMax || (total += part.p_memsz) > kMemoryMax)
                throw ElfError("the program wants more memory than a decompiler may have");
            if (part.p_memsz > UINT64_MAX - (image_.base + part.p_vaddr))
                throw ElfError("damaged ELF file: a segment goes beyond the end of memory");
            Segment segment{image_.base + part.p_vaddr, std::vector<uint8_t>(part.p_memsz)};
            std::copy_n(content, std::min(part.p_filesz, part.p_memsz), segment.bytes.begin());
            image_.segments.push_back(std::move(segment));
            if (!(part.p_flags & PF_W)) add_read_only(part.p_vaddr, part.p_memsz);
            if (part.p_flags & PF_X)
                image_.executable.push_back({image_.base + part.p_vaddr,
                                             image_.base + part.p_vaddr + part.p_memsz});
        }
        if (image_.segments.empty()) throw ElfError("the program has nothing to load");
        check_apart();
    }

    // What two segments say of one address, nobody can tell.
    void check_apart() const {
        std::map<uint64_t, uint64_t> taken;
        for (const Segment &segment : image_.segments) {
            const uint64_t start = segment.address, end = start + segment.bytes.size();
            if (start == end) continue;
            const auto next = taken.lower_bound(start);
            if ((next != taken.end() && next->first < end) ||
                (next != taken.begin() && std::prev(next)->second > start))
                throw ElfError("damaged ELF file: segments overlap");
            taken.emplace(start, end);
        }
    }

    void read_sections() {
        for (unsigned i = 0; i < header_.e_shnum; i++)
            sections_.push_back(file_.at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr),
                                                     "a section header"));
        if (sections_.empty()) return;
        const Elf64_Shdr &table = section(header_.e_shstrndx);
        for (const Elf64_Shdr &part : sections_) names_.push_back(file_.text(table, part.sh_name));
    }

    void read_symbols(const Elf64_Shdr &table) {
        for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); i++) {
            const Elf64_Sym symbol = symbol_of(table, i);
            const std::string name = name_of(table, symbol);
            if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE || name.empty())
                continue;
            const uint64_t address = image_.base + symbol.st_value;
            const auto kind = ELF64_ST_TYPE(symbol.st_info);
            if (kind == STT_FUNC) image_.functions.emplace(address, name);
            if (kind == STT_OBJECT && symbol.st_size > 0) {
                const std::string plain = name.substr(0, name.find('@'));  // without its version
                image_.data.emplace(address, DataSymbol{plain, symbol.st_size});
            }
        }
    }

    void read_relocations(const Elf64_Shdr &table) {
        const Elf64_Shdr &symbols = section(table.sh_link);
        for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Rela); i++) {
            const auto entry = file_.at<Elf64_Rela>(table.sh_offset + i * sizeof(Elf64_Rela),
                                                    "a relocation");
            const auto kind = ELF64_R_TYPE(entry.r_info);
            if (kind == R_X86_64_RELATIVE) {
                write(image_.base + entry.r_offset, image_.base + entry.r_addend);
                image_.pointers.push_back(image_.base + entry.r_addend);
                continue;
            }
            if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT && kind != R_X86_64_64)
                continue;
            const Elf64_Sym symbol = symbol_of(symbols, ELF64_R_SYM(entry.r_info));
            if (symbol.st_shndx == SHN_UNDEF)
                slots_[image_.base + entry.r_offset] = name_of(symbols, symbol);
            else
                write(image_.base + entry.r_offset,
                      image_.base + symbol.st_value + (kind == R_X86_64_64 ? entry.r_addend : 0));
        }
    }

    // A stub jumps through a slot that the loader fills with a library function's address:
    // `jmp *slot(%rip)`, ff 25 and a distance from the instruction's end.
    void read_stubs(const Elf64_Shdr &part) {
        const auto *code = reinterpret_cast<const uint8_t *>(
            file_.range(part.sh_offset, part.sh_size, "a table of stubs"));
        const size_t step = part.sh_entsize == 8 ? 8 : kStubSize;
        for (uint64_t at = 0; at + step <= part.sh_size; at += step) {
            for (size_t k = 0; k + 6 <= step; k++) {
                if (code[at + k] != 0xff || code[at + k + 1] != 0x25) continue;
                int32_t distance;
                std::memcpy(&distance, code + at + k + 2, sizeof distance);
                const uint64_t start = image_.base + part.sh_addr + at;
                const auto found = slots_.find(start + k + 6 + static_cast<int64_t>(distance));
                if (found != slots_.end() && !found->second.empty())
                    image_.imports.emplace(start, found->second);
                break;
            }
        }
    }

    const Elf64_Shdr &section(uint64_t index) const {
        if (index >= sections_.size()) throw ElfError("damaged ELF file: no such section");
        return sections_[index];
    }

    Elf64_Sym symbol_of(const Elf64_Shdr &table, uint64_t index) const {
        if (index >= table.sh_size / sizeof(Elf64_Sym))
            throw ElfError("damaged ELF file: no such symbol");
        return file_.at<Elf64_Sym>(table.sh_offset + index * sizeof(Elf64_Sym), "a symbol");
    }

    std::string name_of(const Elf64_Shdr &table, const Elf64_Sym &symbol) const {
        return file_.text(section(table.sh_link), symbol.st_name);
    }

    void add_read_only(uint64_t address, uint64_t size) {
        const uint64_t start = image_.base + address;
        if (size > 0) image_.read_only.push_back({start, start + size});
    }

    void write(uint64_t address, uint64_t value) {
        for (Segment &segment : image_.segments) {
            const uint64_t inside = address - segment.address;
            if (address >= segment.address && segment.bytes.size() >= sizeof value &&
                inside <= segment.bytes.size() - sizeof value) {
                std::memcpy(segment.bytes.data() + inside, &value, sizeof value);
                return;
            }
        }
    }

    File file_;
    Elf64_Ehdr header_{};
    std::vector<Elf64_Shdr> sections_;
    std::vector<std::string> names_;
    std::map<uint64_t, std::string> slots_;
    Image image_;
};

}  // namespace

bool Image::read(uint64_t address, uint8_t *out, size_t size) const {
    bool mapped = false;
    std::memset(out, 0, size);
    for (const Segment &segment : segments) {
        const uint64_t start = std::max(address, segment.address);
        const uint64_t end = std::min(address + size, segment.address + segment.bytes.size());
        if (start >= end) continue;
        const uint8_t *from = segment.bytes.data() + (start - segment.address);
        std::memcpy(out + (start - address), from, end - start);
        mapped = true;
    }
    return mapped;
}

size_t Image::text_at(uint64_t address) const {
    const auto holds = [address](const Extent &extent) {
        return extent.start <= address && address < extent.end;
    };
    if (std::none_of(read_only.begin(), read_only.end(), holds) ||
        std::any_of(executable.begin(), executable.end(), holds))
        return 0;
    for (const Segment &segment : segments) {
        const uint64_t start = address - segment.address;
        if (address < segment.address || start >= segment.bytes.size()) continue;
        // an empty text begins where the one before it has ended
        const bool fresh = start == 0 || segment.bytes[start - 1] == 0;
        for (size_t at = start; at < segment.bytes.size(); at++) {
            const uint8_t byte = segment.bytes[at];
            if (byte == 0) return at > start || fresh ? at - start + 1 : 0;
            if ((byte < 0x20 && !std::strchr("\t\n\v\f\r\033", byte)) || byte > 0x7e) return 0;
        }
    }
    return 0;
}

Image read_elf(const std::string &file) { return Reader(file).read(); }

}  // namespace acidtest
