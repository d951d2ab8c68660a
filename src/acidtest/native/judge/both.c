/* What the emulated test and the emulated candidate have in common. */
#define _GNU_SOURCE
#include "emulated.h"

#include "heap.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

void tell(unsigned what, int value) { syscall(TELL_CALL, what, value, 0); }

void map_part(int fd, void *at, size_t size, size_t from)
{
    if (mmap(at, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, (off_t)from) != at)
        _exit(1);
}

int open_memory(void)
{
    int fd = open(MEMORY_FILE, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        _exit(1);
    return fd;
}

void on_stack(uint8_t *stack, size_t size, void (*function)(void))
{
    static ucontext_t here, there;
    enum { USUAL = 1 << 16, ABOVE = 256 };   /* functions with many arguments read above */
    memset(stack + size - USUAL, POISON, USUAL);
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = size - ABOVE;
    there.uc_link = NULL;
    makecontext(&there, function, 0);
    swapcontext(&here, &there);
    _exit(1);
}

int next_segment(int after, struct segment *next)
{
    extern const ElfW(Ehdr) __ehdr_start;
    const ElfW(Phdr) *all = (const void *)((const uint8_t *)&__ehdr_start + __ehdr_start.e_phoff);
    for (int i = after + 1; i < __ehdr_start.e_phnum; i++)
        if (all[i].p_type == PT_LOAD) {
            uint8_t *at = (uint8_t *)all[i].p_vaddr;
            *next = (struct segment){ at, at + all[i].p_memsz, (all[i].p_flags & PF_W) != 0 };
            return i;
        }
    return -1;
}

/* The C library's own functions that allocate use these too. */
static void need_heap(void)
{
    if (!heap.base)
        make_memory();
}

void *malloc(size_t size)
{
    need_heap();
    return heap_allocate(size);
}

void *calloc(size_t count, size_t each)
{
    need_heap();
    return heap_calloc(count, each);
}

void *realloc(void *block, size_t size)
{
    need_heap();
    return heap_realloc(block, size);
}

void *reallocarray(void *block, size_t count, size_t each)
{
    need_heap();
    return heap_reallocarray(block, count, each);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    need_heap();
    return heap_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **made, size_t alignment, size_t size)
{
    *made = aligned_alloc(alignment, size);
    return *made ? 0 : ENOMEM;
}

void free(void *block) { heap_free(block); }
