// The decoder of images: what good ones become, and that damaged ones are refused by ImageError.
#include "check.h"
#include "ghidra_image.hh"

#include <cstring>

using acidtest::decode_image;
using acidtest::Image;
using acidtest::ImageError;

namespace {

constexpr uint64_t kAt = 0x1000;
constexpr uint64_t kMost = ~uint64_t(0);

// Writes what image.py writes.
struct Written {
    std::string bytes;

    Written &number(uint64_t value) {
        for (int i = 0; i < 8; i++) bytes.push_back(static_cast<char>(value >> 8 * i));
        return *this;
    }
    Written &text(const std::string &value) {
        number(value.size());
        bytes += value;
        return *this;
    }
    Written &segment(uint64_t address, uint64_t size, const std::string &content) {
        return number(address).number(size).text(content);
    }
};

struct Made {
    uint64_t segments = 1;
    uint64_t address = kAt, size = 64;
    std::string content{"\0a text\0code", 12};
    uint64_t second = 0, second_size = 0;
    uint64_t range_start = kAt, range_end = kAt + 64;
    std::string after;

    std::string bytes() const {
        Written out{"ACIDIMG1"};
        out.number(kAt + 8).number(1).number(segments).segment(address, size, content);
        if (segments == 2) out.segment(second, second_size, "");
        out.number(1).number(range_start).number(range_end);          // read-only
        out.number(1).number(kAt + 8).number(kAt + 12);               // executable
        out.number(1).number(kAt + 8).number(kAt + 9);                // stubs
        out.number(1).text("TMode").number(kAt).number(kAt + 2).number(1);
        out.number(1).text("gp").number(7);
        out.number(2).number(kAt + 8).text("function").number(kAt + 8).text("alias");
        out.number(1).number(0x9000).text("outside");
        out.number(1).number(kAt + 16).number(4).text("variable");
        out.number(1).number(kAt + 1);
        return out.bytes + after;
    }
};

std::string refusal(const std::string &bytes) {
    try {
        decode_image(bytes);
    } catch (const ImageError &error) {
        return error.what();
    }
    return "";
}

void refused(const Made &made, const char *reason) {
    const std::string said = refusal(made.bytes());
    if (said.find(reason) == std::string::npos) std::fprintf(stderr, "it said: %s\n", said.c_str());
    CHECK(said.find(reason) != std::string::npos);
}

void a_good_image_is_read() {
    const Image image = decode_image(Made().bytes());
    CHECK(image.start == kAt + 8 && image.computed && image.segments.size() == 1);
    CHECK(image.functions.size() == 1 && image.functions.at(kAt + 8) == "function");
    CHECK(image.imports.at(0x9000) == "outside");
    CHECK(image.data.at(kAt + 16).name == "variable" && image.data.at(kAt + 16).size == 4);
    CHECK(image.pointers == std::vector<uint64_t>{kAt + 1});
    CHECK(image.registers.at("gp") == 7);
    CHECK(image.stubs[0].holds(kAt + 8) && !image.stubs[0].holds(kAt + 9));
    CHECK(image.modes[0].name == "TMode" && image.modes[0].value == 1);
    CHECK(image.text_at(kAt + 1) == sizeof "a text");
    CHECK(image.text_at(kAt) == 1);      // an empty one
    CHECK(image.text_at(kAt + 8) == 0);  // code
    CHECK(image.is_read_only(kAt) && !image.is_read_only(kAt + 64));
}

void memory_has_edges() {
    const Image image = decode_image(Made().bytes());
    const uint64_t end = kAt + 64;
    uint8_t bytes[4];
    CHECK(!image.read(kAt - 4, bytes, 4) && !image.read(end, bytes, 4));
    CHECK(image.read(kAt - 3, bytes, 4) && bytes[2] == 0 && bytes[3] == 0);
    CHECK(image.read(kAt - 2, bytes, 4) && bytes[3] == 'a');
    CHECK(image.read(end - 1, bytes, 4));
    CHECK(!image.read(kMost - 1, bytes, 4));
    CHECK(image.text_at(end) == 0 && image.text_at(0) == 0);
}

void damage_is_refused() {
    const std::string whole = Made().bytes();
    for (size_t size = 0; size < whole.size(); size++)
        CHECK(!refusal(whole.substr(0, size)).empty());
    Made bad;
    bad.after = "x";
    refused(bad, "something follows its end");
    bad = Made();
    bad.segments = kMost;
    refused(bad, "beyond");
    bad = Made();
    bad.size = kMost;
    refused(bad, "more memory");
    bad = Made();
    bad.address = kMost - 8;
    refused(bad, "beyond the end of memory");
    bad = Made();
    bad.size = 2;
    refused(bad, "beyond the end of memory");
    bad = Made();
    bad.range_end = bad.range_start;
    refused(bad, "a range is empty");
    bad = Made();
    bad.size = 0;
    bad.content = "";
    refused(bad, "nothing to load");
    CHECK(refusal("\x7f" "ELF....").find("not an image") != std::string::npos);
}

void segments_lie_apart() {
    Made two;
    two.segments = 2;
    two.second_size = two.size;
    for (uint64_t at : {kAt, kAt + 1, kAt + 63, kAt - 1, kAt - 63}) {
        two.second = at;
        refused(two, "segments overlap");
    }
    for (uint64_t at : {kAt + 64, kAt - 64}) {
        two.second = at;
        CHECK(decode_image(two.bytes()).segments.size() == 2);
    }
    two.second = kAt + 1;
    two.second_size = 0;  // takes no room
    CHECK(decode_image(two.bytes()).segments.size() == 2);
}

}  // namespace

int main() {
    a_good_image_is_read();
    memory_has_edges();
    damage_is_refused();
    segments_lie_apart();
    return 0;
}
