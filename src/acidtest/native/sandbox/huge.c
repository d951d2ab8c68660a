/*
 * A fork shares its pages with the zygote, and takes a fault for each small page that it writes,
 * and for every few pages of code that it runs; for a compiler that is most of what a fork costs.
 * Huge pages of code are there at once. The first piece of the heap, which holds what every
 * compilation ends by taking down, is written all over, and is copied as a whole into a huge page
 * of the fork's own, which is cheaper than to do it bit by bit. A fork writes little in the others:
 * there it would pay for clearing and copying what it never touches.
 */
#define _GNU_SOURCE
#include "huge.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HUGE (2ul << 20)
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static uint8_t *piece;   /* the first of the heap, a huge page in size and place */
static int in_use;

static uint8_t *up(uintptr_t address) { return (uint8_t *)((address + HUGE - 1) & ~(HUGE - 1)); }

static void *map(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

/* Fresh memory at a boundary of huge pages, or NULL. */
static uint8_t *aligned(size_t size)
{
    uint8_t *room = map(NULL, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    uint8_t *start = up((uintptr_t)room);
    size_t before = (size_t)(start - room);
    if (before)
        syscall(SYS_munmap, room, before);
    if (HUGE - before)
        syscall(SYS_munmap, start + size, HUGE - before);
    return start;
}

/* gcc's collector asks for 512 pages at a time; those are the pieces of its heap. */
void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    const int plain = MAP_PRIVATE | MAP_ANONYMOUS, both = PROT_READ | PROT_WRITE;
    if (!at && size == HUGE && flags == plain && protection == both && !piece) {
        piece = aligned(size);
        if (piece)
            return piece;
    }
    return map(at, size, protection, flags, fd, offset);
}

int munmap(void *at, size_t size)
{
    uint8_t *start = at;
    if (piece && start < piece + HUGE && piece < start + size)
        piece = NULL;
    return (int)syscall(SYS_munmap, at, size);
}

/* The read-only part of the program itself, as it lies in memory, in whole huge pages. */
static int find_program(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    uint8_t **range = found;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W)
            continue;
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (!range[0])
            range[0] = up(start);
        range[1] = (uint8_t *)((start + part->p_memsz) & ~(HUGE - 1));
    }
    return 1;   /* the first one is the program */
}

void use_huge_pages(void)
{
    uint8_t *range[2] = { NULL, NULL };
    dl_iterate_phdr(find_program, range);
    if (range[1] <= range[0])
        return;
    size_t size = (size_t)(range[1] - range[0]);
    uint8_t *copy = aligned(size);
    if (!copy)
        return;
    madvise(copy, size, MADV_HUGEPAGE);
    memcpy(copy, range[0], size);
    if (madvise(copy, size, MADV_COLLAPSE) || mprotect(copy, size, PROT_READ | PROT_EXEC) ||
        mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, range[0]) == MAP_FAILED)
        syscall(SYS_munmap, copy, size);
    else
        in_use = 1;
}

void copy_heap(void)
{
    uint8_t *copy = in_use && piece ? aligned(HUGE) : NULL;
    if (!copy)
        return;
    madvise(copy, HUGE, MADV_HUGEPAGE);
    memcpy(copy, piece, HUGE);
    if (mremap(copy, HUGE, HUGE, MREMAP_MAYMOVE | MREMAP_FIXED, piece) == MAP_FAILED)
        syscall(SYS_munmap, copy, HUGE);
}
