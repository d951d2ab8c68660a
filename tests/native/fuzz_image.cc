// Any bytes as an image for the decompiler. What is decoded is then asked about at every edge.
#include "ghidra_image.hh"

#include <cstdlib>

using acidtest::Image;

namespace {

void ask(const Image &image, uint64_t address) {
    uint8_t bytes[24];
    image.read(address, bytes, sizeof bytes);
    image.read(address - 8, bytes, sizeof bytes);
    const size_t length = image.text_at(address);
    if (length == 0) return;
    // a text that was promised is there, with its end
    std::string text(length, '?');
    if (!image.read(address, reinterpret_cast<uint8_t *>(&text[0]), length)) std::abort();
    if (text.find('\0') == std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const std::string file(reinterpret_cast<const char *>(data), size);
    try {
        const Image image = acidtest::decode_image(file);
        for (const auto &segment : image.segments)
            for (uint64_t edge : {segment.address, segment.address + segment.bytes.size()})
                for (uint64_t near : {edge - 1, edge, edge + 1}) ask(image, near);
        for (const auto &function : image.functions) ask(image, function.first);
        for (const auto &variable : image.data) ask(image, variable.first);
        for (uint64_t pointer : image.pointers) ask(image, pointer);
        for (uint64_t extreme : {uint64_t(0), ~uint64_t(0)}) ask(image, extreme);
    } catch (const acidtest::ImageError &) {
        // the one way to refuse an image; anything else that is thrown ends the fuzzer
    }
    return 0;
}
