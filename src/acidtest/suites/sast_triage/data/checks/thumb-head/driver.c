#include "check.h"
#include "thumb.h"

static int head(Head *out, uint32_t width, uint32_t height, int depth, int scale, int layout)
{
    uint8_t raw[18] = {'T', 'I', 'L', 'E'};

    memcpy(raw + 4, &width, 4);
    memcpy(raw + 8, &height, 4);
    raw[12] = (uint8_t)depth;
    raw[13] = (uint8_t)scale;
    raw[14] = (uint8_t)layout;
    raw[16] = 200;
    return read_head(raw, sizeof raw, out);
}

static int canvas(void)
{
    Head h;
    size_t size;

    if (head(&h, 0x10001, 0xffff, 8, 1, 0))
        blank_canvas(&h, &size);
    if (head(&h, 8192, 8192, 8, 1, 0))
        blank_canvas(&h, &size);
    if (head(&h, 0x10000, 0x10001, 8, 1, 0))
        blank_canvas(&h, &size);
    return HOLDS;
}

static int row(void)
{
    Head h;
    uint8_t raw[256] = {0}, *out = __real_malloc(64);

    if (!head(&h, 9, 9, 8, 1, 0))
        return NO_CASE;
    paint_row(&h, raw, sizeof raw, out, 64);
    return HOLDS;
}

static int scale(void)
{
    Head h;

    for (int factor = 0; factor < 256; factor++)
        if (head(&h, 640, 480, 8, factor, 0))
            preview_width(&h);
    return HOLDS;
}

static int depth(void)
{
    Head h;

    for (int bits = 0; bits < 256; bits++)
        if (head(&h, 640, 480, bits, 1, 0))
            sample_limit(&h);
    return HOLDS;
}

static int colours(void)
{
    for (int which = 0; which < 160; which++) {
        uint8_t raw[1] = {(uint8_t)which};
        colour_of(raw, 0);
    }
    return HOLDS;
}

static int ramp(void)
{
    uint8_t raw[1] = {255};

    colour_of(raw, 0);
    return HOLDS;
}

static int no_title(void)
{
    static const uint8_t raw[] = "BODY\4\0\0\0abcd";
    Chunks all;

    if (read_chunks(raw, sizeof raw - 1, &all))
        title_length(&all);
    return HOLDS;
}

static int no_body(void)
{
    static const uint8_t raw[] = "TITL\4\0\0\0abcd";
    Chunks all;

    if (read_chunks(raw, sizeof raw - 1, &all))
        body_length(&all);
    return HOLDS;
}

static int alpha(void)
{
    static const uint8_t raw[4] = {100, 100, 100, 255};
    Head h;

    for (int layout = 0; layout < 256; layout++)
        if (head(&h, 1, 1, 8, 1, layout) && blend(&h, raw) != 100)
            return FIRES; /* what was on the stack went into the pixel */
    return HOLDS;
}

static int pipe_leak(void)
{
    int ends[2];
    char path[40];
    size_t size;

    if (pipe(ends))
        return NO_CASE;
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (slurp(path, &size))
        return NO_CASE;
    return live ? FIRES : HOLDS;
}

static int odd_files(void)
{
    size_t size = 0;

    free(slurp(file_with("empty", "", 0), &size));
    free(slurp(file_with("short", "abc", 3), &size));
    free(slurp(".", &size));
    free(slurp("/proc/self/status", &size));
    return HOLDS;
}

static int full_meta(size_t from, size_t to)
{
    uint8_t raw[57] = {0};
    Meta *out = __real_malloc(sizeof *out);

    memset(out, 'z', sizeof *out);
    memset(raw + from, 'a', to - from);
    read_meta(raw, 56, out);
    return memchr(out->author, 0, sizeof out->author) && memchr(out->title, 0, sizeof out->title)
        ? HOLDS : FIRES;
}

static int full_author(void) { return full_meta(0, 24); }
static int full_title(void) { return full_meta(24, 56); }

int main(int argc, char **argv)
{
    static const struct check checks[] = {
        {"canvas", canvas}, {"row", row}, {"scale", scale}, {"depth", depth},
        {"colours", colours}, {"ramp", ramp}, {"no_title", no_title}, {"no_body", no_body},
        {"alpha", alpha}, {"pipe_leak", pipe_leak}, {"odd_files", odd_files},
        {"full_author", full_author}, {"full_title", full_title}, {NULL, NULL},
    };

    return run_check(argc, argv, checks);
}
