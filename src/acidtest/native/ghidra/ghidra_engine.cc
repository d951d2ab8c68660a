// What the engine is told about a program, and how its answer is made ready to print.
#include "ghidra_engine.hh"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

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
constexpr uint64_t kObjectMax = 16u << 20;
constexpr uint64_t kSweepMax = 1u << 18;

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

// What stands out in a stretch of code before it is decompiled.
class Sweep : public ghidra::PcodeEmit {
public:
    Sweep(const ghidra::Translate &translate, const ghidra::Address &start, uint64_t end) {
        for (ghidra::Address at = start; at.getOffset() < end;) {
            try {
                at = at + translate.oneInstruction(*this, at);
            } catch (const ghidra::LowlevelError &) {
                return;  // not code; what comes after it cannot be trusted
            }
        }
    }

    void dump(const ghidra::Address &at, ghidra::OpCode code, ghidra::VarnodeData *,
              ghidra::VarnodeData *inputs, ghidra::int4 count) override {
        if (code == ghidra::CPUI_BRANCH) jumps.emplace(at, inputs[0].offset);
        for (int i = 0; i < count; i++)
            if (inputs[i].space->getType() == ghidra::IPTR_CONSTANT)
                constants.insert(inputs[i].offset);
    }

    std::map<ghidra::Address, uint64_t> jumps;
    std::set<uint64_t> constants;
};

}  // namespace

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
        const char *const with_sign[] = {"sbyte", "short", "int3", "int",
                                         "int5",  "int6",  "int7", "long"};
        const char *const without[] = {"byte",  "ushort", "uint3", "uint",
                                       "uint5", "uint6",  "uint7", "ulong"};
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
        const Image &image = loader_->image;
        const uint64_t start = function.getAddress().getOffset();
        const auto next = image.functions.upper_bound(start);
        uint64_t end = next == image.functions.end() ? start : next->first;
        for (const Extent &extent : image.executable)
            if (next == image.functions.end() && extent.start <= start && start < extent.end)
                end = extent.end;
        const Sweep found(*translate, function.getAddress(), std::min(end, start + kSweepMax));
        for (const auto &[at, target] : found.jumps)
            if (image.imports.count(target) || (target != start && is_function(target)))
                function.getOverride().insertFlowOverride(at, ghidra::Override::CALL_RETURN);
        for (const uint64_t address : found.constants) add_text(address);
        for (const uint64_t address : image.pointers) add_text(address);
    }

    // gcc moves unlikely parts of a function out of it, under a name of their own.
    bool is_function(uint64_t address) const {
        const auto found = loader_->image.functions.find(address);
        return found != loader_->image.functions.end() &&
               found->second.find(".part.") == std::string::npos &&
               found->second.find(".cold") == std::string::npos;
    }

    void add_text(uint64_t address) {
        const size_t size = loader_->image.text_at(address);
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

    Loader *loader_ = nullptr;
    std::map<std::string, ghidra::PrototypePieces> prototypes_;
};

Decompiler::Decompiler(const std::string &specifications) {
    ghidra::g_reoxide.disableInitialization();
    ghidra::startDecompilerLibrary(static_cast<const char *>(nullptr));
    ghidra::SleighArchitecture::specpaths.addDir2Path(specifications);
    try {
        engine_ = std::make_unique<Engine>();
        engine_->start();
    } catch (const ghidra::LowlevelError &error) {
        throw DecompileError(error.explain);
    } catch (const ghidra::DecoderError &error) {
        throw DecompileError(error.explain);
    }
}

Decompiler::~Decompiler() = default;

std::string Decompiler::version() {
    return std::to_string(ghidra::ArchitectureCapability::getMajorVersion()) + "." +
           std::to_string(ghidra::ArchitectureCapability::getMinorVersion());
}

std::string Decompiler::decompile(Image image, uint64_t address, const std::string &name) {
    try {
        return engine_->decompile(std::move(image), address, name);
    } catch (const ghidra::LowlevelError &error) {
        throw DecompileError(error.explain);
    } catch (const ghidra::DecoderError &error) {
        throw DecompileError(error.explain);
    }
}

}  // namespace acidtest
