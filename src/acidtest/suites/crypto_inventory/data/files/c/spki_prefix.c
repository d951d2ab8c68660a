#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How the two kinds of badge keys begin; what follows is handed to the card chip. */
static const uint8_t SHORT_KIND[] = {
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
    0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
};
static const uint8_t LONG_KIND[] = {
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
};

enum kind { KIND_UNKNOWN, KIND_SHORT, KIND_LONG };

enum kind badge_kind(const uint8_t *der, size_t n, const uint8_t **body, size_t *body_n)
{
    if (n == sizeof SHORT_KIND + 65 && memcmp(der, SHORT_KIND, sizeof SHORT_KIND) == 0) {
        *body = der + sizeof SHORT_KIND;
        *body_n = 65;
        return KIND_SHORT;
    }
    if (n > 4 + sizeof LONG_KIND && memcmp(der + 4, LONG_KIND, sizeof LONG_KIND) == 0) {
        *body = der + 4 + sizeof LONG_KIND;
        *body_n = n - 4 - sizeof LONG_KIND;
        return KIND_LONG;
    }
    return KIND_UNKNOWN;
}
