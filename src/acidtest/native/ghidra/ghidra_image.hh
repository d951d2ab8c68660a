// A program as it lies in memory, in the form that image.py writes.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace acidtest {

struct ImageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A range of addresses; `end` is the first one after it.
struct Extent {
    uint64_t start;
    uint64_t end;

    bool holds(uint64_t address) const { return start <= address && address < end; }
};

struct Segment {
    uint64_t address;
    std::vector<uint8_t> bytes;
};

struct DataSymbol {
    std::string name;
    uint64_t size;
};

// How the processor reads instructions there: Thumb or ARM.
struct Mode {
    std::string name;
    Extent where;
    uint32_t value;
};

struct Image {
    uint64_t start = 0;     // the function that is asked for
    bool computed = false;  // addresses are added up of parts, in several instructions
    std::vector<Segment> segments;
    std::vector<Extent> read_only;                // after loading
    std::vector<Extent> executable;
    std::vector<Extent> stubs;                    // code that only leads to library functions
    std::vector<Mode> modes;
    std::map<std::string, uint64_t> registers;    // as they are when the function is called
    std::map<uint64_t, std::string> functions;    // defined in the program
    std::map<uint64_t, std::string> imports;      // library functions
    std::map<uint64_t, DataSymbol> data;
    std::vector<uint64_t> pointers;               // addresses that stand in the data

    // Copies memory; what is not mapped reads as zero. False if none of it is mapped.
    bool read(uint64_t address, uint8_t *out, size_t size) const;

    // Length with its end mark of a text that nothing can change; 0 if there is none.
    size_t text_at(uint64_t address) const;

    bool is_read_only(uint64_t address) const;
};

// Throws ImageError saying what is wrong. Every size in `bytes` is checked.
Image decode_image(const std::string &bytes);

}  // namespace acidtest
