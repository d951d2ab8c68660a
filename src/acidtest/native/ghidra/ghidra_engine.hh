// Ghidra's decompiler engine behind one small class.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ghidra_elf.hh"

namespace acidtest {

struct DecompileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Engine;

// Loads the processor definitions once. A function that was decompiled leaves traces in it, so
// it is for one function only; the driver forks before each.
class Decompiler {
public:
    explicit Decompiler(const std::string &specifications);
    ~Decompiler();

    static std::string version();

    // C text of the function at `address` of the file. `name` is what to call it, - for a name
    // made from its address. Throws DecompileError.
    std::string decompile(Image image, uint64_t address, const std::string &name);

private:
    std::unique_ptr<Engine> engine_;
};

}  // namespace acidtest
