#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#define JOIN3(a, b, c) a "-" b "-" c

namespace plugins {

constexpr std::array<std::string_view, 3> kBuiltIn = {
    JOIN3("camel" "case", "192", "cpp"),
    "sh" "adow",
    "md" "preview",
};

bool isBuiltIn(std::string_view name)
{
    return std::find(kBuiltIn.begin(), kBuiltIn.end(), name) != kBuiltIn.end();
}

std::string identify(const std::vector<std::string>& loaded)
{
    std::string text;
    for (const auto& name : loaded) {
        text += isBuiltIn(name) ? "* " : "  ";
        text += name;
        text += '\n';
    }
    return text;
}

}  // namespace plugins
