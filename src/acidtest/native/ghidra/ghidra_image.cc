// Decodes programs: numbers are eight bytes, low byte first; before a text stands its length,
// before a list its count.
#include "ghidra_image.hh"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

namespace acidtest {
namespace {

constexpr char kMagic[] = "ACIDIMG1";
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr uint64_t kMemoryMax = 1u << 20;  // a fuzzer would spend its time on filling memory
#else
constexpr uint64_t kMemoryMax = 256u << 20;
#endif

class Decoder {
public:
    explicit Decoder(const std::string &bytes) : bytes_(bytes) {}

    Image decode() {
        if (take(std::strlen(kMagic), "the mark") != kMagic) throw ImageError("not an image");
        Image image;
        image.start = number();
        image.computed = number() != 0;
        each([&] { image.segments.push_back(segment()); });
        each([&] { image.read_only.push_back(extent()); });
        each([&] { image.executable.push_back(extent()); });
        each([&] { image.stubs.push_back(extent()); });
        each([&] { image.modes.push_back(mode()); });
        each([&] {
            const std::string name = text();
            image.registers[name] = number();
        });
        each([&] { add_name(image.functions); });
        each([&] { add_name(image.imports); });
        each([&] {
            const uint64_t address = number(), size = number();
            image.data.emplace(address, DataSymbol{text(), size});
        });
        each([&] { image.pointers.push_back(number()); });
        if (at_ != bytes_.size()) throw ImageError("damaged image: something follows its end");
        check_apart(image);
        return image;
    }

private:
    std::string take(uint64_t size, const char *what) {
        if (size > bytes_.size() - at_)
            throw ImageError(std::string("damaged image: ") + what + " goes beyond its end");
        const size_t start = at_;
        at_ += size;
        return bytes_.substr(start, size);
    }

    uint64_t number() {
        const std::string raw = take(8, "a number");
        uint64_t value = 0;
        for (size_t i = 8; i-- > 0;) value = value << 8 | static_cast<uint8_t>(raw[i]);
        return value;
    }

    std::string text() { return take(number(), "a text"); }

    template <typename Item>
    void each(Item item) {
        for (uint64_t count = number(); count > 0; count--) item();  // each takes some bytes
    }

    Extent extent() {
        const Extent made{number(), number()};
        if (made.start >= made.end) throw ImageError("damaged image: a range is empty");
        return made;
    }

    Segment segment() {
        const uint64_t address = number(), size = number();
        const std::string content = text();
        if (size > kMemoryMax || (total_ += size) > kMemoryMax)
            throw ImageError("the program wants more memory than a decompiler may have");
        if (size > std::numeric_limits<uint64_t>::max() - address || content.size() > size)
            throw ImageError("damaged image: a segment goes beyond the end of memory");
        Segment made{address, std::vector<uint8_t>(size)};
        std::copy(content.begin(), content.end(), made.bytes.begin());
        return made;
    }

    Mode mode() {
        const std::string name = text();
        const Extent where = extent();
        return {name, where, static_cast<uint32_t>(number())};
    }

    void add_name(std::map<uint64_t, std::string> &names) {
        const uint64_t address = number();
        names.emplace(address, text());
    }

    // What two segments say of one address, nobody can tell.
    static void check_apart(const Image &image) {
        std::map<uint64_t, uint64_t> taken;
        for (const Segment &segment : image.segments) {
            const uint64_t start = segment.address, end = start + segment.bytes.size();
            if (start == end) continue;
            const auto next = taken.lower_bound(start);
            if ((next != taken.end() && next->first < end) ||
                (next != taken.begin() && std::prev(next)->second > start))
                throw ImageError("damaged program: segments overlap");
            taken.emplace(start, end);
        }
        if (taken.empty()) throw ImageError("the program has nothing to load");
    }

    const std::string &bytes_;
    size_t at_ = 0;
    uint64_t total_ = 0;
};

bool any_holds(const std::vector<Extent> &extents, uint64_t address) {
    return std::any_of(extents.begin(), extents.end(),
                       [address](const Extent &extent) { return extent.holds(address); });
}

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

bool Image::is_read_only(uint64_t address) const { return any_holds(read_only, address); }

size_t Image::text_at(uint64_t address) const {
    if (!is_read_only(address) || any_holds(executable, address)) return 0;
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

Image decode_image(const std::string &bytes) { return Decoder(bytes).decode(); }

}  // namespace acidtest
