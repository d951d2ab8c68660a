/*
 * Any bytes as one or two object files. The first byte says how they are loaded, see below; if
 * there are two files, the next two are the length of the first.
 */
#define _GNU_SOURCE
#include "load.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { TWO = 1, SHARED = 2, SMALL_ROOM = 4, FOUND = 8, FIXED = 16 };
enum { PAGE = 4096, LOOKED_AT = 1 << 14 };
#define AT ((void *)0x2b3d9e000000)

static int resolves;

static void *find(const char *name)
{
    if (!name)
        abort();
    return resolves ? (void *)0x2b3d9f000000 : NULL;
}

static size_t rounded(size_t size) { return (size + PAGE) / PAGE * PAGE; }

/* As the runner maps it; what is behind its end is not to be read. */
static struct object_file map(const char *name, const uint8_t *data, size_t size)
{
    uint8_t *at = mmap(NULL, rounded(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    if (at == MAP_FAILED)
        abort();
    if (size)
        memcpy(at, data, size);
    ASAN_POISON_MEMORY_REGION(at + size, rounded(size) - size);
    return (struct object_file){ name, at, size };
}

static void unmap(const struct object_file *file)
{
    munmap((void *)file->data, rounded(file->size));
}

static void look_around(const struct image *image)
{
    uint64_t total = image->starts[AREAS];
    for (uint64_t at = 0; at < total && at < LOOKED_AT; at += 29) {
        const uint8_t *low, *high, *here = image->base + at;
        if (loaded_extent(here, &low, &high) && (low > here || high <= here))
            abort();
    }
    loaded_symbol("acid_test_main");
    loaded_symbol("");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    int how = data[0], count = how & TWO ? 2 : 1;
    size_t first = how & TWO ? (size_t)(data[1] | data[2] << 8) : size - 3;
    if (first > size - 3)
        first = size - 3;
    const struct object_file files[] = { map("first", data + 3, first),
                                         map("second", data + 3 + first, size - 3 - first) };
    char why[200] = "";
    const struct loading wanted = {
        .files = files, .count = count, .find = find, .at = how & FIXED ? AT : NULL,
        .room = how & SMALL_ROOM ? 1 << 16 : 0, .shared = how & SHARED,
        .why = why, .why_size = sizeof why,
    };
    struct image image;
    resolves = how & FOUND;
    enum load_result result = load_objects(&wanted, &image);
    if (result == LOADED)
        look_around(&image);
    else if (!*why || image.base)
        abort();   /* without a reason, or with something left */
    for (int i = 0; i < 2; i++)
        ASAN_UNPOISON_MEMORY_REGION(files[i].data, rounded(files[i].size));
    forget_objects();
    for (int i = 0; i < 2; i++)
        unmap(&files[i]);   /* the loader keeps its hands off what it did not come to */
    if (image.base)
        munmap(image.base, image.starts[AREAS] ? image.starts[AREAS] : PAGE);
    return 0;
}
