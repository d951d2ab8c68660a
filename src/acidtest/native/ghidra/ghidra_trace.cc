// Follows straight code without running it, in the engine's own terms: one way for all processors.
#include "ghidra_trace.hh"

#include <cstring>

namespace acidtest {
namespace {

constexpr uint64_t kStack = 0x7ffe0000;  // anywhere but in a program
constexpr int kStubSteps = 8;            // instructions of the longest stub
constexpr uint64_t kStubAlign = 4;

}  // namespace

Values::Values(const ghidra::Architecture &engine, const Image &image, bool computes)
    : engine_(engine), image_(image), computes_(computes) {
    for (const auto &[name, value] : image.registers) set(name, value);
    set(engine.getStackSpace()->getSpacebase(0), kStack);
}

int Values::step(const ghidra::Address &at) {
    made.clear();
    jump = call = target = std::nullopt;
    leaves = false;
    return engine_.translate->oneInstruction(*this, at);
}

void Values::set(const ghidra::VarnodeData &place, uint64_t value) {
    const uint64_t mask = ghidra::calc_mask(place.size);
    known_[{place.space, place.offset}] = {place.size, value & mask};
}

void Values::set(const std::string &name, uint64_t value) {
    set(engine_.translate->getRegister(name), value);
}

std::optional<uint64_t> Values::get(const ghidra::VarnodeData &place) const {
    if (place.space->getType() == ghidra::IPTR_CONSTANT) return place.offset;
    if (place.space == engine_.getDefaultDataSpace()) return load(place.offset, place.size);
    const auto entry = known_.find({place.space, place.offset});
    if (entry == known_.end() || entry->second.first != place.size) return std::nullopt;
    return entry->second.second;
}

std::optional<uint64_t> Values::load(uint64_t address, unsigned size) const {
    const auto entry = stored_.find(address);
    if (entry != stored_.end() && entry->second.first == size) return entry->second.second;
    uint8_t bytes[8];
    if (size > sizeof bytes || !image_.is_read_only(address) || !image_.read(address, bytes, size))
        return std::nullopt;
    const bool big = engine_.translate->isBigEndian();
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++) value = value << 8 | bytes[big ? i : size - 1 - i];
    return value;
}

void Values::dump(const ghidra::Address &, ghidra::OpCode code, ghidra::VarnodeData *out,
                  ghidra::VarnodeData *inputs, ghidra::int4 count) {
    for (int i = 0; i < count; i++)
        if (inputs[i].space->getType() == ghidra::IPTR_CONSTANT) made.insert(inputs[i].offset);
    const bool inside = count > 0 && inputs[0].space->getType() == ghidra::IPTR_CONSTANT;
    if (code == ghidra::CPUI_BRANCH && !inside) jump = inputs[0].offset;
    if (code == ghidra::CPUI_CALL) call = inputs[0].offset;
    leaves = leaves || jump || call;
    if (!computes_) return;
    if (code == ghidra::CPUI_BRANCHIND || code == ghidra::CPUI_CALLIND ||
        code == ghidra::CPUI_RETURN) {
        target = get(inputs[0]);
        leaves = true;
    }
    if (code == ghidra::CPUI_STORE) {
        const auto address = get(inputs[1]), value = get(inputs[2]);
        if (address) stored_.erase(*address);
        if (address && value) stored_[*address] = {inputs[2].size, *value};
    }
    if (out == nullptr) return;
    const auto value = result(code, out->size, inputs, count);
    known_.erase({out->space, out->offset});
    if (!value) return;
    set(*out, *value);
    if (out->size == engine_.getDefaultDataSpace()->getAddrSize()) made.insert(*value);
}

std::optional<uint64_t> Values::result(ghidra::OpCode code, unsigned size,
                                       const ghidra::VarnodeData *inputs, int count) const {
    if (code == ghidra::CPUI_LOAD) {
        const auto address = get(inputs[1]);
        return address ? load(*address, size) : std::nullopt;
    }
    const ghidra::OpBehavior *behaviour = engine_.inst[code]->getBehavior();
    if (behaviour == nullptr || behaviour->isSpecial() || size > 8) return std::nullopt;
    if (count != (behaviour->isUnary() ? 1 : 2)) return std::nullopt;
    const auto first = get(inputs[0]), second = get(inputs[count - 1]);
    if (!first || !second) return std::nullopt;
    try {
        if (count == 1) return behaviour->evaluateUnary(size, inputs[0].size, *first);
        return behaviour->evaluateBinary(size, inputs[0].size, *first, *second);
    } catch (const ghidra::LowlevelError &) {  // a division by zero
        return std::nullopt;
    }
}

std::map<uint64_t, std::string> follow_stubs(const ghidra::Architecture &engine,
                                             const Image &image) {
    std::map<uint64_t, std::string> leading;
    for (const Extent &stubs : image.stubs) {
        for (uint64_t start = stubs.start; start < stubs.end; start += kStubAlign) {
            Values values(engine, image);
            uint64_t at = start;
            try {
                for (int steps = 0; steps < kStubSteps && stubs.holds(at); steps++) {
                    at += values.step(ghidra::Address(engine.getDefaultCodeSpace(), at));
                    if (!values.leaves) continue;
                    const auto import = image.imports.find(values.target.value_or(0));
                    if (import != image.imports.end()) leading.emplace(start, import->second);
                    if (import != image.imports.end() || !values.target) break;
                    at = *values.target;  // from Thumb to ARM, say
                }
            } catch (const ghidra::LowlevelError &) {  // not code
            }
        }
    }
    return leading;
}

const char *pc_thunk(const ghidra::Architecture &engine, const Image &image, uint64_t address) {
    static const char *const kRegisters[] = {"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI"};
    uint8_t code[4];  // mov (%esp),%register; ret
    const bool is_i386 = engine.archid.compare(0, 10, "x86:LE:32:") == 0;
    if (!is_i386 || !image.read(address, code, sizeof code)) return nullptr;
    if (code[0] != 0x8b || (code[1] & 0xc7) != 4 || code[2] != 0x24 || code[3] != 0xc3)
        return nullptr;
    return kRegisters[code[1] >> 3];
}

Sweep::Sweep(const ghidra::Architecture &engine, const Image &image, uint64_t end) {
    const int align = engine.translate->getAlignment();
    const ghidra::VarnodeData &stack = engine.getStackSpace()->getSpacebase(0);
    Values values(engine, image, image.computed);
    for (ghidra::Address at(engine.getDefaultCodeSpace(), image.start); at.getOffset() < end;) {
        const auto before = values.get(stack);
        int length = align;
        try {
            length = values.step(at);
        } catch (const ghidra::LowlevelError &) {
            if (align == 1) return;  // not code; what comes after it cannot be trusted
            at = at + length;        // a table between instructions
            continue;
        }
        if (values.jump) jumps.emplace(at, *values.jump);
        constants.insert(values.made.begin(), values.made.end());
        at = at + length;
        if (values.leaves && before) values.set(stack, *before);  // what is called tidies up
        if (!values.call) continue;
        calls.insert(*values.call);
        if (const char *name = pc_thunk(engine, image, *values.call))
            values.set(std::string("E") + name, at.getOffset());
    }
}

}  // namespace acidtest
