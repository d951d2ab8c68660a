// Follows straight code without running it: which addresses it makes, where it leads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "ghidra_image.hh"
#include "libdecomp.hh"

namespace acidtest {

// What registers and stack hold along straight code, as far as constants decide it.
class Values : public ghidra::PcodeEmit {
public:
    Values(const ghidra::Architecture &engine, const Image &image, bool computes = true);

    // Executes the instruction; returns its length. Throws ghidra::LowlevelError if it is none.
    int step(const ghidra::Address &at);

    void set(const ghidra::VarnodeData &place, uint64_t value);
    void set(const std::string &name, uint64_t value);
    std::optional<uint64_t> get(const ghidra::VarnodeData &place) const;

    void dump(const ghidra::Address &at, ghidra::OpCode code, ghidra::VarnodeData *out,
              ghidra::VarnodeData *inputs, ghidra::int4 count) override;

    // Of the last instruction.
    std::set<uint64_t> made;         // numbers that it holds or computes
    std::optional<uint64_t> jump;    // BRANCH
    std::optional<uint64_t> call;    // CALL
    std::optional<uint64_t> target;  // of a jump or call through a register or memory
    bool leaves = false;             // any of these, or a return

private:
    std::optional<uint64_t> result(ghidra::OpCode code, unsigned size,
                                   const ghidra::VarnodeData *inputs, int count) const;
    std::optional<uint64_t> load(uint64_t address, unsigned size) const;

    const ghidra::Architecture &engine_;
    const Image &image_;
    const bool computes_;  // or only notes what stands in instructions
    std::map<std::pair<ghidra::AddrSpace *, uint64_t>, std::pair<unsigned, uint64_t>> known_;
    std::map<uint64_t, std::pair<unsigned, uint64_t>> stored_;
};

// Library functions by the addresses of the stubs that lead to them.
std::map<uint64_t, std::string> follow_stubs(const ghidra::Architecture &engine,
                                             const Image &image);

// The register that a function of i386 fills with its return address, "AX" to "DI"; or null.
const char *pc_thunk(const ghidra::Architecture &engine, const Image &image, uint64_t address);

// What stands out in a stretch of code before it is decompiled.
struct Sweep {
    Sweep(const ghidra::Architecture &engine, const Image &image, uint64_t end);

    std::map<ghidra::Address, uint64_t> jumps;
    std::set<uint64_t> calls;
    std::set<uint64_t> constants;
};

}  // namespace acidtest
