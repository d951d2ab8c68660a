// Reads what a decompiler needs from a linked x86-64 ELF program.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace acidtest {

struct ElfError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A range of addresses; `end` is the first one after it.
struct Extent {
    uint64_t start;
    uint64_t end;
};

struct Segment {
    uint64_t address;
    std::vector<uint8_t> bytes;
};

struct DataSymbol {
    std::string name;
    uint64_t size;
};

// A program as it lies in memory. Addresses are those of the file plus `base`.
struct Image {
    uint64_t base = 0;
    std::vector<Segment> segments;
    std::vector<Extent> read_only;              // after loading
    std::vector<Extent> executable;
    std::map<uint64_t, std::string> functions;  // defined in the program
    std::map<uint64_t, std::string> imports;    // stubs that lead to library functions
    std::map<uint64_t, DataSymbol> data;
    std::vector<uint64_t> pointers;             // addresses that stand in the data

    // Copies memory; what is not mapped reads as zero. False if none of it is mapped.
    bool read(uint64_t address, uint8_t *out, size_t size) const;

    // Length with its end mark of a text that nothing can change; 0 if there is none.
    size_t text_at(uint64_t address) const;
};

// Throws ElfError saying what is wrong. Every offset in `file` is checked.
Image read_elf(const std::string &file);

}  // namespace acidtest
