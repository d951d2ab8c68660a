#include "check.h"
#include "packrat.h"

/* Version 2 of the format has one more byte for the length of the name. */
#define WIDE (NAME_ROOM > 256)

static void (*before_open)(const char *path);

int __real_lstat(const char *path, struct stat *out);
int __wrap_lstat(const char *path, struct stat *out)
{
    int rc = __real_lstat(path, out);

    if (before_open)
        before_open(path);
    return rc;
}

static size_t pack(unsigned char *p, int kind, int mode, const char *name, uint32_t size)
{
    size_t at = 0, length = strlen(name);

    p[at++] = (unsigned char)kind;
    p[at++] = (unsigned char)(mode >> 8);
    p[at++] = (unsigned char)mode;
    if (WIDE)
        p[at++] = (unsigned char)(length >> 8);
    p[at++] = (unsigned char)length;
    for (int shift = 24; shift >= 0; shift -= 8)
        p[at++] = (unsigned char)(size >> shift);
    memcpy(p + at, name, length);
    return at + length;
}

static struct entry *entry(int mode, const char *name, uint32_t size)
{
    static unsigned char raw[4096];
    size_t used;
    struct entry *e = parse_entry(raw, pack(raw, 0, mode, name, size) + 3, &used);

    if (!e)
        exit(NO_CASE);
    return e;
}

static int long_name(void)
{
    unsigned char *raw = __real_malloc(70000);
    char name[2000];
    size_t used;

    for (size_t n = 1; n < 1900; n += 7) {
        memset(name, 'n', n);
        name[n] = '\0';
        if (WIDE || n < 256)
            parse_entry(raw, pack(raw, 0, 0644, name, 0), &used);
    }
    return HOLDS;
}

static int huge_size(void)
{
    unsigned char raw[64] = {0};
    size_t used, n = pack(raw, 0, 0644, "a", 0xffffffffu);

    parse_entry(raw, n + 20, &used);
    return HOLDS;
}

static int run_out(void)
{
    unsigned char in[64], *out = __real_malloc(100);

    for (size_t i = 0; i < sizeof in; i += 2) {
        in[i] = 90;
        in[i + 1] = 'r';
    }
    expand_runs(in, sizeof in, out, 100);
    return HOLDS;
}

static int short_entry_leak(void)
{
    unsigned char raw[64];
    size_t used;

    pack(raw, 0, 0644, "name-cut-off", 3);
    if (parse_entry(raw, 11, &used))
        return NO_CASE;
    return live ? FIRES : HOLDS;
}

static struct archive two_entries(void)
{
    unsigned char raw[128];
    struct archive a;
    size_t n = pack(raw, 0, 0644, "one", 0);

    n += pack(raw + n, 0, 0644, "two", 0);
    if (parse_archive(raw, n, &a))
        exit(NO_CASE);
    return a;
}

static int list_leak(void)
{
    unsigned char raw[128];
    struct archive a = two_entries();
    size_t n = pack(raw, 0, 0644, "one", 0);

    archive_clear(&a);
    parse_archive(raw, n + 2, &a); /* the second entry is cut off */
    archive_clear(&a);
    return live ? FIRES : HOLDS;
}

static int step(void)
{
    struct archive a = two_entries();

    archive_step(&a);
    archive_step(&a);
    archive_step(&a);
    return HOLDS;
}

static int every_kind(void)
{
    for (unsigned kind = 0; kind < 300; kind++)
        kind_name(kind);
    return HOLDS;
}

static int long_path(void)
{
    char dir[1000], *path = __real_malloc(PATH_ROOM);

    for (size_t n = 1; n < 999; n++) {
        memset(dir, 'd', n);
        dir[n] = '\0';
        path_below(dir, "short", path);
    }
    return HOLDS;
}

static int long_name_in_path(void)
{
    char name[NAME_ROOM], dir[256], *path = __real_malloc(PATH_ROOM);

    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    memset(dir, 'd', sizeof dir);
    dir[255] = '\0';
    path_below(dir, name, path);
    return HOLDS;
}

static int traversal(void)
{
    static const char *const names[] = {"../out1", "a/../../out3", "a/..", "..", "b/../c/../../out3"};

    mkdir("in", 0700);
    mkdir("in/a", 0700);
    mkdir("in/b", 0700);
    mkdir("in/c", 0700);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        write_entry("in", entry(0644, names[i], 3));
    return access("out1", F_OK) && access("out3", F_OK) ? HOLDS : FIRES;
}

static int index_path(void)
{
    struct archive a = two_entries();

    mkdir("in", 0700);
    write_index("in", &a);
    return access("in/INDEX", F_OK) || !access("INDEX", F_OK) ? FIRES : HOLDS;
}

static int no_index(void)
{
    struct archive a = two_entries();

    write_index("no/such/folder", &a);
    return HOLDS;
}

static void swap_for_link(const char *path)
{
    unlink(path);
    if (symlink("../precious", path))
        exit(NO_CASE);
}

static int swapped(void)
{
    struct stat now;

    mkdir("in", 0700);
    file_with("precious", "keep me", 7);
    file_with("in/f", "", 0);
    before_open = swap_for_link;
    write_entry("in", entry(0644, "f", 3));
    return stat("precious", &now) || now.st_size != 7 ? FIRES : HOLDS;
}

static int set_id(void)
{
    struct stat now;

    mkdir("in", 0700);
    if (write_entry("in", entry(06777, "f", 3)) || stat("in/f", &now))
        return NO_CASE;
    return now.st_mode & 06022 ? FIRES : HOLDS;
}

static int hook(void)
{
    run_hook("true", "a'; touch owned; '");
    run_hook("true", "a\"; touch owned; \"");
    run_hook("true", "$(touch owned)");
    return access("owned", F_OK) ? HOLDS : FIRES;
}

int main(int argc, char **argv)
{
    static const struct check checks[] = {
        {"long_name", long_name}, {"huge_size", huge_size}, {"run_out", run_out},
        {"short_entry_leak", short_entry_leak}, {"list_leak", list_leak}, {"step", step},
        {"every_kind", every_kind}, {"long_path", long_path},
        {"long_name_in_path", long_name_in_path}, {"traversal", traversal},
        {"index_path", index_path}, {"no_index", no_index}, {"swapped", swapped},
        {"set_id", set_id}, {"hook", hook}, {NULL, NULL},
    };

    return run_check(argc, argv, checks);
}
