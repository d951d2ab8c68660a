// What the engine is told about a program, and how its answer is made ready to print.
#include "ghidra_engine.hh"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <map>
#include <sstream>

#include "ghidra_library.hh"
#include "ghidra_trace.hh"
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

constexpr const char *kStackProbe = "___chkstk_ms";  // mingw's, before large stack frames
constexpr uint64_t kObjectMax = 16u << 20;
constexpr uint64_t kSweepMax = 1u << 18;

// Hands the engine the program's memory; empty until a program is there.
class Loader : public ghidra::LoadImage {
public:
    explicit Loader(const Image &image) : LoadImage("program"), image_(image) {}
    void loadFill(ghidra::uint1 *out, ghidra::int4 size, const ghidra::Address &from) override {
        if (!image_.read(from.getOffset(), out, size)) {
            std::ostringstream why;
            why << "there is nothing at address 0x" << std::hex << from.getOffset();
            throw ghidra::DataUnavailError(why.str());
        }
    }
    std::string getArchType() const override { return "elf"; }
    void adjustVma(long) override {}

private:
    const Image &image_;
};

// A prototype with the types of C's library in Ghidra's names, which differ in their sizes.
std::string spelled(std::string text, const std::map<std::string, std::string> &types) {
    for (const auto &[from, to] : types)
        for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    return text;
}

}  // namespace

class Engine : public ghidra::SleighArchitecture {
public:
    // Engines for one processor share a translator, and it reads from the loader of the last one:
    // so all of them read the same image.
    Engine(const std::string &language, Image &image)
        : SleighArchitecture("program", language, &std::cerr),
          image_(image),
          long_is_wide_(language.find(":64:") != std::string::npos &&
                        language.find(":windows") == std::string::npos) {}

    void start() {
        ghidra::DocumentStorage nothing;
        init(nothing);
        readonlypropagate = true;
        const bool narrow = getDefaultDataSpace()->getAddrSize() == 4;
        const std::map<std::string, std::string> sizes = {
            {"size_t", narrow ? "uint" : long_is_wide_ ? "ulong" : "ulonglong"},
            {"clong", long_is_wide_ ? "long" : "int"},
            {"llong", long_is_wide_ ? "long" : "longlong"},
        };
        for (const char *text : kPrototypes) {
            std::istringstream in(spelled(text, sizes) + ";");
            ghidra::PrototypePieces pieces;
            ghidra::parse_protopieces(pieces, in, this);
            // Ghidra's definitions of RISC-V would pass and return them as integers
            const bool floats = std::strstr(text, "double") || std::strstr(text, "float ");
            if (floats && archid.compare(0, 6, "RISCV:") == 0) continue;
            prototypes_.emplace(pieces.name, pieces);
        }
    }

    std::string decompile(std::string name) {
        const uint64_t address = image_.start;
        if (name == "-") {
            std::ostringstream made;
            made << "FUN_" << std::hex;
            made.width(8);
            made.fill('0');
            made << address;
            name = made.str();
        }
        add_memory();
        add_imports();
        add_symbols(address);
        ghidra::Scope *scope = symboltab->getGlobalScope();
        ghidra::Funcdata *function = scope->addFunction(code(address), name)->getFunction();
        add_findings(*function);
        ghidra::Action *actions = allacts.getCurrent();
        actions->reset(*function);
        if (actions->perform(*function) < 0)
            throw ghidra::LowlevelError("the engine stopped before it was done");
        settle_locals(*function);
        std::ostringstream out;
        print->setOutputStream(&out);
        print->docFunction(function);
        return out.str();
    }

protected:
    void buildLoader(ghidra::DocumentStorage &) override {
        collectSpecFiles(*errorstream);
        loader = new Loader(image_);  // the base class deletes it
    }

    void resolveArchitecture() override {
        archid = getTarget();
        SleighArchitecture::resolveArchitecture();
    }

    // Named as Ghidra's own windows name them; the engine's names for them are others.
    void buildCoreTypes(ghidra::DocumentStorage &) override {
        using namespace ghidra;
        types->setCoreType("void", 1, TYPE_VOID, false);
        types->setCoreType("bool", 1, TYPE_BOOL, false);
        const char *const with_sign[] = {"sbyte", "short", "int3", "int",
                                         "int5",  "int6",  "int7",
                                         long_is_wide_ ? "long" : "longlong"};
        const char *const without[] = {"byte",  "ushort", "uint3", "uint",
                                       "uint5", "uint6",  "uint7",
                                       long_is_wide_ ? "ulong" : "ulonglong"};
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
        for (const Mode &mode : image_.modes)
            context->setVariableRegion(mode.name, code(mode.where.start), code(mode.where.end),
                                       mode.value);
        if (!image_.registers.empty()) add_registers();
        for (const Extent &extent : image_.read_only)
            symboltab->setPropertyRange(
                ghidra::Varnode::readonly,
                ghidra::Range(getDefaultDataSpace(), extent.start, extent.end - 1));
    }

    void add_registers() {
        const ghidra::Address start = code(image_.start);
        ghidra::TrackedSet known = context->getTrackedSet(start);
        for (const auto &[name, value] : image_.registers) {
            const ghidra::VarnodeData &place = translate->getRegister(name);
            known.push_back({place, value});
            // some definitions take it for a variable of the program, which would be shown
            symboltab->removeRange(symboltab->getGlobalScope(), place.space, place.offset,
                                   place.offset + place.size - 1);
        }
        context->createSet(start, start + 1) = known;
    }

    void add_imports() {
        image_.imports.merge(follow_stubs(*this, image_));
        for (const auto &[address, name] : image_.imports) add_known(address, name);
    }

    // A function that the C library is known for, if its name is one of those.
    void add_known(uint64_t address, const std::string &name) {
        ghidra::Scope *scope = symboltab->getGlobalScope();
        ghidra::Funcdata *function = scope->addFunction(code(address), name)->getFunction();
        const auto known = prototypes_.find(name);
        if (known != prototypes_.end()) function->getFuncProto().setPieces(known->second);
        for (const char *never : kNeverReturn)
            if (name == never) function->getFuncProto().setNoReturn(true);
        if (name == kStackProbe)
            function->getFuncProto().setInjectId(pcodeinjectlib->getPayloadId(
                ghidra::InjectPayload::CALLFIXUP_TYPE, "alloca_probe"));
    }

    void add_symbols(uint64_t asked) {
        ghidra::Scope *scope = symboltab->getGlobalScope();
        for (const auto &[address, name] : image_.functions) {
            if (address == asked || image_.imports.count(address)) continue;
            add_known(address, name);  // the library may be linked into the program
        }
        uint64_t free_from = 0;  // aliases and overlaps: the first one counts
        for (const auto &[address, symbol] : image_.data) {
            if (address < free_from || symbol.size > kObjectMax) continue;
            free_from = address + symbol.size;
            const bool simple = symbol.size <= 8 && (symbol.size & (symbol.size - 1)) == 0;
            ghidra::Datatype *byte = types->getBase(1, ghidra::TYPE_UNKNOWN);
            ghidra::Datatype *type = simple ? types->getBase(symbol.size, ghidra::TYPE_UNKNOWN)
                                            : types->getTypeArray(symbol.size, byte);
            const ghidra::Address at(getDefaultDataSpace(), address);
            scope->addSymbol(symbol.name, type, at, ghidra::Address());
        }
    }

    // What Ghidra's analysers find before it decompiles: texts, and calls written as jumps.
    void add_findings(ghidra::Funcdata &function) {
        const uint64_t start = function.getAddress().getOffset();
        const auto next = image_.functions.upper_bound(start);
        uint64_t end = next == image_.functions.end() ? start : next->first;
        for (const Extent &extent : image_.executable)
            if (next == image_.functions.end() && extent.start <= start && start < extent.end)
                end = extent.end;
        const Sweep found(*this, image_, std::min(end, start + kSweepMax));
        for (const uint64_t target : found.calls) add_pc_thunk(target);
        for (const auto &[at, target] : found.jumps)
            if (image_.imports.count(target) || (target != start && is_function(target)))
                function.getOverride().insertFlowOverride(at, ghidra::Override::CALL_RETURN);
        for (const uint64_t address : found.constants) add_text(address);
        for (const uint64_t address : image_.pointers) add_text(address);
    }

    // Position-independent code of i386 gets its own address by a call; the definitions know how.
    void add_pc_thunk(uint64_t address) {
        const char *name = pc_thunk(*this, image_, address);
        if (name == nullptr) return;
        std::string fixup = std::string("get_pc_thunk_") + name;
        std::transform(fixup.begin(), fixup.end(), fixup.begin(), ::tolower);
        int id = pcodeinjectlib->getPayloadId(ghidra::InjectPayload::CALLFIXUP_TYPE, fixup);
        if (id < 0)  // not all registers are there
            id = pcodeinjectlib->manualCallFixup(
                fixup, "E" + std::string(name) + " = * ESP; ESP = ESP + 4;");
        ghidra::Scope *scope = symboltab->getGlobalScope();
        ghidra::Funcdata *function = scope->findFunction(code(address));
        if (function == nullptr) function = scope->addFunction(code(address), fixup)->getFunction();
        function->getFuncProto().setInjectId(id);
    }

    // gcc moves unlikely parts of a function out of it, under a name of their own.
    bool is_function(uint64_t address) const {
        const auto found = image_.functions.find(address);
        return found != image_.functions.end() &&
               found->second.find(".part.") == std::string::npos &&
               found->second.find(".cold") == std::string::npos;
    }

    void add_text(uint64_t address) {
        const size_t size = image_.text_at(address);
        const ghidra::Address at(getDefaultDataSpace(), address);
        ghidra::Scope *scope = symboltab->getGlobalScope();
        if (size == 0 || size > kObjectMax || scope->findOverlap(at, size)) return;
        std::ostringstream name;
        name << "s_" << std::hex << address;
        ghidra::Datatype *letter = types->getTypeChar(1);
        scope->addSymbol(name.str(), types->getTypeArray(size, letter), at, ghidra::Address());
    }

    // The engine declares a stack variable with what it knew when it laid out the stack, and
    // infers its type afterwards. Ghidra lays the stack out beforehand, and calls it local_….
    void settle_locals(ghidra::Funcdata &function) {
        ghidra::Scope *scope = function.getScopeLocal();
        ghidra::AddrSpace *stack = getStackSpace();
        for (auto at = function.beginLoc(stack); at != function.endLoc(stack); ++at) {
            if ((*at)->isFree() || (*at)->isAnnotation()) continue;
            ghidra::HighVariable *high = (*at)->getHigh();
            ghidra::Symbol *symbol = high->getSymbol();
            const bool whole = high->getSymbolOffset() <= 0;
            if (symbol == nullptr || symbol->getScope() != scope || !whole) continue;
            ghidra::Datatype *declared = symbol->getType();
            ghidra::Datatype *inferred = high->getType();
            if (declared->getMetatype() == ghidra::TYPE_UNKNOWN && !symbol->isTypeLocked() &&
                declared->getSize() == inferred->getSize())
                scope->retypeSymbol(symbol, inferred);
        }
        for (auto at = scope->begin(); at != scope->end(); ++at) {
            ghidra::Symbol *symbol = (*at)->getSymbol();
            const size_t mark = symbol->getName().find("Stack_");
            if (mark == std::string::npos) continue;
            const std::string offset = symbol->getName().substr(mark + std::strlen("Stack_"));
            scope->renameSymbol(symbol, scope->makeNameUnique("local_" + offset));
        }
    }

    Image &image_;
    const bool long_is_wide_;  // C's long has eight bytes
    std::map<std::string, ghidra::PrototypePieces> prototypes_;
};

namespace {

// What the engine throws is no std::exception.
template <typename Work>
auto translated(Work work) {
    try {
        return work();
    } catch (const ghidra::LowlevelError &error) {
        throw DecompileError(error.explain);
    } catch (const ghidra::DecoderError &error) {
        throw DecompileError(error.explain);
    }
}

}  // namespace

Decompiler::Decompiler(const std::vector<std::string> &folders) {
    ghidra::g_reoxide.disableInitialization();
    ghidra::startDecompilerLibrary(static_cast<const char *>(nullptr));
    for (const std::string &folder : folders)
        ghidra::SleighArchitecture::specpaths.addDir2Path(folder);
}

Decompiler::~Decompiler() = default;

std::string Decompiler::version() {
    return std::to_string(ghidra::ArchitectureCapability::getMajorVersion()) + "." +
           std::to_string(ghidra::ArchitectureCapability::getMinorVersion());
}

void Decompiler::load(const std::string &language) {
    if (engines_.count(language)) return;
    translated([&] {
        auto engine = std::make_unique<Engine>(language, image_);
        engine->start();
        engines_.emplace(language, std::move(engine));
    });
}

std::string Decompiler::decompile(const std::string &language, Image image,
                                  const std::string &name) {
    image_ = std::move(image);
    return translated([&] { return engines_.at(language)->decompile(name); });
}

}  // namespace acidtest
