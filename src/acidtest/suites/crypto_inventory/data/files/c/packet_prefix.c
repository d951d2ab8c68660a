#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How the kinds of attachments begin; what follows is handed to the viewer. */
static const uint8_t PICTURE[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
};
static const uint8_t ARCHIVE[] = {0x50, 0x4b, 0x03, 0x04, 0x14, 0x00};
static const uint8_t SOUND[] = {0x52, 0x49, 0x46, 0x46};

enum kind { KIND_UNKNOWN, KIND_PICTURE, KIND_ARCHIVE, KIND_SOUND };

static int starts(const uint8_t *p, size_t n, const uint8_t *with, size_t m)
{
    return n >= m && memcmp(p, with, m) == 0;
}

enum kind attachment_kind(const uint8_t *p, size_t n)
{
    if (starts(p, n, PICTURE, sizeof PICTURE))
        return KIND_PICTURE;
    if (starts(p, n, ARCHIVE, sizeof ARCHIVE))
        return KIND_ARCHIVE;
    if (starts(p, n, SOUND, sizeof SOUND) && n > 12 && memcmp(p + 8, "WAVE", 4) == 0)
        return KIND_SOUND;
    return KIND_UNKNOWN;
}
