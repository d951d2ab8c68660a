/*
 * Streams in memory, and functions of the C library that allocate for their caller: what they
 * allocate is the caller's to free, so it comes from the arena (heap.c). A temporary file lies in
 * memory too, since neither process may open files.
 */
#define _GNU_SOURCE
#include "stream.h"

#include "heap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

enum { MOST = 1 << 28 };
struct memory {
    char *text, **to;   /* `to` and `to_size`: where the caller wants both */
    size_t size, room, place, *to_size;
};

static void tell_caller(struct memory *memory)
{
    if (memory->to) {
        *memory->to = memory->text;
        *memory->to_size = memory->size;
    }
}

static int make_room(struct memory *memory, size_t size)
{
    if (size < memory->room)   /* a NUL stands behind the text */
        return 1;
    char *larger = heap_realloc(memory->text, 2 * size + 64);
    if (!larger)
        return 0;
    memory->text = larger;
    memory->room = 2 * size + 64;
    return 1;
}

static ssize_t memory_write(void *cookie, const char *from, size_t size)
{
    struct memory *memory = cookie;
    const size_t end = memory->place + size;
    if (end < size || end > MOST || !make_room(memory, end))
        return 0;
    if (memory->place > memory->size)
        memset(memory->text + memory->size, 0, memory->place - memory->size);
    memcpy(memory->text + memory->place, from, size);
    memory->place = end;
    memory->size = end > memory->size ? end : memory->size;
    memory->text[memory->size] = 0;
    tell_caller(memory);
    return (ssize_t)size;
}

static ssize_t memory_read(void *cookie, char *to, size_t size)
{
    struct memory *memory = cookie;
    const size_t left = memory->place < memory->size ? memory->size - memory->place : 0;
    size = size < left ? size : left;
    memcpy(to, memory->text + memory->place, size);
    memory->place += size;
    return (ssize_t)size;
}

static int memory_seek(void *cookie, off_t *place, int whence)
{
    struct memory *memory = cookie;
    const off_t from =
        whence == SEEK_SET ? 0 : (off_t)(whence == SEEK_CUR ? memory->place : memory->size);
    off_t to;
    if (__builtin_add_overflow(from, *place, &to) || to < 0)
        return -1;
    memory->place = (size_t)to;
    *place = to;
    return 0;
}

static int memory_close(void *cookie)
{
    struct memory *memory = cookie;
    if (!memory->to)
        heap_free(memory->text);
    heap_free(memory);
    return 0;
}

static FILE *open_memory(char **to, size_t *to_size, const char *how)
{
    const cookie_io_functions_t calls = { memory_read, memory_write, memory_seek, memory_close };
    struct memory *memory = heap_calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->to = to;
    memory->to_size = to_size;
    if (!make_room(memory, 0))
        return NULL;
    memory->text[0] = 0;
    tell_caller(memory);
    return fopencookie(memory, how, calls);
}

static FILE *our_open_memstream(char **text, size_t *size) { return open_memory(text, size, "w"); }
static FILE *our_tmpfile(void) { return open_memory(NULL, NULL, "w+"); }

static ssize_t our_getdelim(char **line, size_t *room, int end, FILE *from)
{
    size_t size = 0;
    for (int c = -2; c != end && (c = fgetc(from)) != EOF; (*line)[size++] = (char)c) {
        if (*line && size + 1 < *room)
            continue;
        char *larger = heap_realloc(*line, size + 120);
        if (!larger)
            return -1;
        *line = larger;
        *room = size + 120;
    }
    if (!size)
        return -1;
    (*line)[size] = 0;
    return (ssize_t)size;
}

static ssize_t our_getline(char **line, size_t *room, FILE *from)
{
    return our_getdelim(line, room, '\n', from);
}

void *stream_function(const char *name)
{
    static const struct { const char *name; void *function; } ours[] = {
        { "open_memstream", our_open_memstream }, { "tmpfile", our_tmpfile },
        { "tmpfile64", our_tmpfile }, { "getline", our_getline }, { "getdelim", our_getdelim },
        { "__getdelim", our_getdelim },
    };
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!strcmp(name, ours[i].name))
            return ours[i].function;
    return NULL;
}
