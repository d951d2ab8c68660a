// Ghidra's decompiler engine behind one small class.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ghidra_image.hh"

namespace acidtest {

struct DecompileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Engine;

// Keeps the definitions of each processor once they are loaded. A function that was decompiled
// leaves traces in them, so the driver forks before each.
class Decompiler {
public:
    // `folders` hold the definitions of processors.
    explicit Decompiler(const std::vector<std::string> &folders);
    ~Decompiler();

    static std::string version();

    // Loads a language, "x86:LE:64:default:gcc" or the like. Throws DecompileError.
    void load(const std::string &language);

    // C text of the function at image.start, in a language that is loaded. `name` is what to
    // call it, - for a name made from its address. Throws DecompileError.
    std::string decompile(const std::string &language, Image image, const std::string &name);

private:
    Image image_;
    std::map<std::string, std::unique_ptr<Engine>> engines_;
};

}  // namespace acidtest
