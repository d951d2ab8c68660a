/*
 * A fork shares its pages with the zygote, and takes a fault for each small page that it writes,
 * and for every few pages of code that it runs; for a compiler that is most of what a fork costs.
 * Huge pages of code are there at once. The heap, in which a compiler writes here and there, is
 * copied as a whole into huge pages of the fork's own, which is cheaper than to do it bit by bit.
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
#define PIECES_MAX 64
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static uint8_t *pieces[PIECES_MAX];   /* of the heap, each a huge page in size and place */
static int piece_count, in_use;

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
    if (!at && size == HUGE && flags == plain && protection == both && piece_count < PIECES_MAX) {
        uint8_t *piece = aligned(size);
        if (piece)
            return pieces[piece_count++] = piece;
    }
    return map(at, size, protection, flags, fd, offset);
}

int munmap(void *at, size_t size)
{
    uint8_t *start = at;
    for (int i = piece_count - 1; i >= 0; i--)
        if (start < pieces[i] + HUGE && pieces[i] < start + size)
            pieces[i] = pieces[--piece_count];
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
    for (int i = 0; in_use && i < piece_count; i++) {
        uint8_t *copy = aligned(HUGE);
        if (!copy)
            return;
        madvise(copy, HUGE, MADV_HUGEPAGE);
        memcpy(copy, pieces[i], HUGE);
        if (mremap(copy, HUGE, HUGE, MREMAP_MAYMOVE | MREMAP_FIXED, pieces[i]) == MAP_FAILED)
            syscall(SYS_munmap, copy, HUGE);
    }
}
