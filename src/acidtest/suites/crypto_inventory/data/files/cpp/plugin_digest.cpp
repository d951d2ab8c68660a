#include <openssl/evp.h>

#include <array>
#include <string>
#include <vector>

#define JOIN3(a, b, c) a "-" b "-" c

namespace plugins {

const EVP_MD* digest()
{
    return EVP_get_digestbyname("sh" "a1");
}

const EVP_CIPHER* cipher()
{
    return EVP_get_cipherbyname(JOIN3("camel" "lia", "192", "cbc"));
}

std::string identify(const std::vector<unsigned char>& code)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned int n = 0;
    EVP_Digest(code.data(), code.size(), out.data(), &n, digest(), nullptr);
    static const char hex[] = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < n; ++i) {
        text += hex[out[i] >> 4];
        text += hex[out[i] & 15];
    }
    return text;
}

}  // namespace plugins
