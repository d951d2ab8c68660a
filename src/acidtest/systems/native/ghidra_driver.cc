// Ghidra's decompiler engine as a server: programs in, C text out.
//
//     ghidra_driver SPECIFICATIONS MEMORY CPU WALL
//
// SPECIFICATIONS is the folder of x86's processor definitions, MEMORY bytes, CPU and WALL
// seconds for one function. Says "ready VERSION\n" once the definitions are loaded, which is
// what takes time. Then, until standard input ends, a request is
//
//     ADDRESS SIZE NAME\n  and SIZE bytes of an ELF program
//
// with the function's ADDRESS as it stands in the file, in hexadecimal, and the NAME to call
// it by, or - for one made from its address. A response is "ok SIZE\n" and SIZE bytes of C,
// or "failed SIZE\n" and the reason.
//
// Each function is decompiled in a fork of this process: it inherits the loaded definitions,
// leaves nothing behind for the next one, and may crash or run into its limits alone.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>

#include "ghidra_elf.hh"
#include "ghidra_library.hh"
#include "grammar.hh"
#include "libdecomp.hh"

namespace ghidra {
// reoxide wants to talk to a daemon of its own; its headers do not declare this way out.
class ReOxide {
public:
    void disableInitialization();
};
extern ReOxide g_reoxide;
}  // namespace ghidra

namespace acidtest {
namespace {

constexpr const char *kLanguage = "x86:LE:64:default:gcc";
constexpr size_t kProgramMax = 256u << 20;
constexpr size_t kTextMax = 16u << 20;

// Hands the engine the program's memory; empty until a program is there.
class Loader : public ghidra::LoadImage {
public:
    Loader() : LoadImage("program") {}
    void loadFill(ghidra::uint1 *out, ghidra::int4 size, const ghidra::Address &from) override {
        if (!image.read(from.getOffset(), out, size)) {
            std::ostringstream why;
            why << "there is nothing at address 0x" << std::hex << from.getOffset();
            throw ghidra::DataUnavailError(why.str());
        }
    }
    std::string getArchType() const override { return "elf"; }
    void adjustVma(long) override {}

    Image image;
};

class Engine : public ghidra::SleighArchitecture {
public:
    Engine() : SleighArchitecture("program", kLanguage, &std::cerr) {}

    void start() {
        ghidra::DocumentStorage nothing;
        init(nothing);
        readonlypropagate = true;
        for (const char *text : kPrototypes) {
            std::istringstream in(std::string(text) + ";");
            ghidra::PrototypePieces pieces;
            ghidra::parse_protopieces(pieces, in, this);
            prototypes_.emplace(pieces.name, pieces);
        }
    }

    std::string decompile(Image image, uint64_t address, std::string name) {
        address += image.base;
        if (name == "-") {
            std::ostringstream made;
            made << "FUN_" << std::hex;
            made.width(8);
            made.fill('0');
            made << address;
            name = made.str();
        }
        loader_->image = std::move(image);
        add_memory();
        add_imports();
        add_symbols(address);
        ghidra::Scope *scope = symboltab->getGlobalScope();
        ghidra::Funcdata *function = scope->addFunction(code(address), name)->getFunction();
        ghidra::Action *actions = allacts.getCurrent();
        actions->reset(*function);
        if (actions->perform(*function) < 0)
            throw ghidra::LowlevelError("the engine stopped before it was done");
        std::ostringstream out;
        print->setOutputStream(&out);
        print->docFunction(function);
        return out.str();
    }

protected:
    void buildLoader(ghidra::DocumentStorage &) override {
        collectSpecFiles(*errorstream);
        loader_ = new Loader;
        loader = loader_;  // the base class deletes it
    }

    void resolveArchitecture() override {
        archid = kLanguage;
        SleighArchitecture::resolveArchitecture();
    }

    // Named as Ghidra's own windows name them; the engine's names for them are others.
    void buildCoreTypes(ghidra::DocumentStorage &) override {
        using namespace ghidra;
        types->setCoreType("void", 1, TYPE_VOID, false);
        types->setCoreType("bool", 1, TYPE_BOOL, false);
        const char *const with_sign[] = {"sbyte", "short", "int3", "int", "int5", "int6", "int7", "long"};
        const char *const without[] = {"byte", "ushort", "uint3", "uint", "uint5", "uint6", "uint7", "ulong"};
        for (int size = 1; size <= 8; size++) {
            types->setCoreType(with_sign[size - 1], size, TYPE_INT, false);
            types->setCoreType(without[size - 1], size, TYPE_UINT, false);
            types->setCoreType("undefined" + std::to_string(size), size, TYPE_UNKNOWN, false);
        }
        // Ghidra says int16 and uint16 here, which everybody else takes for two bytes.
        types->setCoreType("__int128", 16, TYPE_INT, false);
        types->setCoreType("unsigned __int128", 16, TYPE_UINT, false);
        types->setCoreType("float", 4, TYPE_FLOAT, false);
        types->setCoreType("double", 8, TYPE_FLOAT, false);
        types->setCoreType("float10", 10, TYPE_FLOAT, false);
        types->setCoreType("float16", 16, TYPE_FLOAT, false);
        types->setCoreType("code", 1, TYPE_CODE, false);
        types->setCoreType("char", 1, TYPE_INT, true);
        types->setCoreType("wchar16", 2, TYPE_INT, true);
        types->setCoreType("wchar32", 4, TYPE_INT, true);
        types->cacheCoreTypes();
    }

private:
    ghidra::Address code(uint64_t address) { return {getDefaultCodeSpace(), address}; }

    void add_memory() {
        for (const Extent &extent : loader_->image.read_only)
            symboltab->setPropertyRange(
                ghidra::Varnode::readonly,
                ghidra::Range(getDefaultDataSpace(), extent.start, extent.end - 1));
    }

    void add_imports() {
        for (const auto &[address, name] : loader_->image.imports) {
            ghidra::Scope *scope = symboltab->getGlobalScope();
            ghidra::Funcdata *function = scope->addFunction(code(address), name)->getFunction();
            const auto known = prototypes_.find(name);
            if (known != prototypes_.end()) function->getFuncProto().setPieces(known->second);
            for (const char *never : kNeverReturn)
                if (name == never) function->getFuncProto().setNoReturn(true);
        }
    }

    void add_symbols(uint64_t wanted) {
        ghidra::Scope *scope = symboltab->getGlobalScope();
        for (const auto &[address, name] : loader_->image.functions)
            if (address != wanted && !loader_->image.imports.count(address))
                scope->addFunction(code(address), name);
        uint64_t free_from = 0;  // aliases and overlaps: the first one counts
        for (const auto &[address, symbol] : loader_->image.data) {
            if (address < free_from || symbol.size > kProgramMax) continue;
            free_from = address + symbol.size;
            const bool simple = symbol.size <= 8 && (symbol.size & (symbol.size - 1)) == 0;
            ghidra::Datatype *byte = types->getBase(1, ghidra::TYPE_UNKNOWN);
            ghidra::Datatype *type = simple ? types->getBase(symbol.size, ghidra::TYPE_UNKNOWN)
                                            : types->getTypeArray(symbol.size, byte);
            scope->addSymbol(symbol.name, type, {getDefaultDataSpace(), address}, ghidra::Address());
        }
    }

    Loader *loader_ = nullptr;
    std::map<std::string, ghidra::PrototypePieces> prototypes_;
};

struct Limits {
    rlim_t memory;
    rlim_t cpu;
    unsigned wall;
};

struct Result {
    bool ok;
    std::string text;
};

bool write_all(int to, const std::string &text) {
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = write(to, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        done += wrote;
    }
    return true;
}

std::string read_all(int from) {
    std::string text;
    char part[1 << 16];
    for (;;) {
        const ssize_t got = read(from, part, sizeof part);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(part, got);
    }
}

void limit(int what, rlim_t value) {
    const rlimit both{value, value};
    if (setrlimit(what, &both) != 0) throw std::runtime_error("a limit could not be set");
}

Result attempt(Engine &engine, const std::string &program, uint64_t address,
               const std::string &name) {
    try {
        std::string text = engine.decompile(read_elf(program), address, name);
        if (text.size() > kTextMax) return {false, "the text is longer than 16 MiB"};
        return {true, text};
    } catch (const ghidra::LowlevelError &error) {
        return {false, error.explain};
    } catch (const ghidra::DecoderError &error) {
        return {false, error.explain};
    } catch (const std::bad_alloc &) {
        return {false, "the memory limit was reached"};
    } catch (const std::exception &error) {
        return {false, error.what()};
    }
}

[[noreturn]] void work(Engine &engine, const Limits &limits, int to, const std::string &program,
                       uint64_t address, const std::string &name) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_CPU, limits.cpu);
    alarm(limits.wall);
    const Result result = attempt(engine, program, address, name);
    const bool wrote = write_all(to, (result.ok ? "+" : "-") + result.text);
    _exit(wrote ? 0 : 1);  // nothing to tidy up: the process is the tidying
}

std::string explain(int status) {
    if (!WIFSIGNALED(status)) return "the engine ended early";
    switch (WTERMSIG(status)) {
        case SIGALRM: return "the time limit was reached";
        case SIGXCPU:
        case SIGKILL: return "the CPU or memory limit was reached";
        default: return std::string("the engine crashed: ") + strsignal(WTERMSIG(status));
    }
}

Result decompile_apart(Engine &engine, const Limits &limits, const std::string &program,
                       uint64_t address, const std::string &name) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe could be made");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process could be made");
    if (child == 0) {
        close(ends[0]);
        work(engine, limits, ends[1], program, address, name);
    }
    close(ends[1]);
    const std::string said = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw std::runtime_error("a process was lost");
    if (status != 0 || said.empty()) return {false, explain(status)};
    return {said[0] == '+', said.substr(1)};
}

void serve(Engine &engine, const Limits &limits) {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        uint64_t address = 0;
        size_t size = 0;
        std::string name;
        if (!(words >> std::hex >> address >> std::dec >> size >> name) || size > kProgramMax)
            throw std::runtime_error("not a request: " + line);
        std::string program(size, '\0');
        if (!std::cin.read(&program[0], size)) throw std::runtime_error("a request was cut off");
        const Result result = decompile_apart(engine, limits, program, address, name);
        std::ostringstream head;
        head << (result.ok ? "ok " : "failed ") << result.text.size() << "\n";
        if (!write_all(STDOUT_FILENO, head.str() + result.text)) return;
    }
}

int run(int count, char **words) {
    if (count != 5) throw std::runtime_error("usage: ghidra_driver SPECIFICATIONS MEMORY CPU WALL");
    const Limits limits{std::stoull(words[2]), std::stoull(words[3]),
                        static_cast<unsigned>(std::stoul(words[4]))};
    ghidra::g_reoxide.disableInitialization();
    ghidra::startDecompilerLibrary(static_cast<const char *>(nullptr));
    ghidra::SleighArchitecture::specpaths.addDir2Path(words[1]);
    Engine engine;
    engine.start();
    std::ostringstream ready;
    ready << "ready " << ghidra::ArchitectureCapability::getMajorVersion() << "."
          << ghidra::ArchitectureCapability::getMinorVersion() << "\n";
    if (write_all(STDOUT_FILENO, ready.str())) serve(engine, limits);
    _exit(0);  // the library's own tidying waits for what was never started
}

}  // namespace
}  // namespace acidtest

int main(int count, char **words) {
    try {
        return acidtest::run(count, words);
    } catch (const ghidra::LowlevelError &error) {
        std::cerr << error.explain << std::endl;
    } catch (const ghidra::DecoderError &error) {
        std::cerr << error.explain << std::endl;
    } catch (const std::exception &error) {
        std::cerr << error.what() << std::endl;
    }
    _exit(1);
}
