/*
 * What C++ allocates: libstdc++ takes `operator new` and its kin from the program that loads it, so
 * that its strings and vectors lie in the arenas (heap.c) too. Before there is an arena, or where
 * test and candidate share a process, they are malloc's.
 */
#define _GNU_SOURCE
#include "heap.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Their names are C++'s; see <new>. */
#define NEW(name) void *name(size_t size); void *name(size_t size) { return allocate(size); }
#define NEW_OR_NULL(name)                                                                          \
    void *name(size_t size, const void *nothrow);                                                  \
    void *name(size_t size, const void *nothrow) { (void)nothrow; return try_allocate(size, 16); }
#define NEW_ALIGNED(name)                                                                          \
    void *name(size_t size, size_t alignment);                                                     \
    void *name(size_t size, size_t alignment) { return or_throw(try_allocate(size, alignment)); }
#define DELETE(name) void name(void *block); void name(void *block) { release(block); }
#define DELETE_SIZED(name)                                                                         \
    void name(void *block, size_t size);                                                           \
    void name(void *block, size_t size) { (void)size; release(block); }
#define DELETE_ALIGNED(name)                                                                       \
    void name(void *block, size_t size, size_t alignment);                                         \
    void name(void *block, size_t size, size_t alignment)                                          \
    { (void)size, (void)alignment; release(block); }

static void *try_allocate(size_t size, size_t alignment)
{
    if (heap.base)
        return alignment > 16 ? heap_aligned(alignment, size) : heap_allocate(size);
    return alignment > 16 ? aligned_alloc(alignment, size) : malloc(size ? size : 1);
}

static void *or_throw(void *block)
{
    void (*throw)(void) = block ? NULL : (void (*)(void))dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");
    if (throw)
        throw();
    if (!block)
        abort();
    return block;
}

static void *allocate(size_t size) { return or_throw(try_allocate(size, 16)); }

static void release(void *block)
{
    if (heap.base)   /* malloc must not take what a candidate made up for a block of its own */
        heap_free(block);
    else
        free(block);
}

NEW(_Znwm)
NEW(_Znam)
NEW_OR_NULL(_ZnwmRKSt9nothrow_t)
NEW_OR_NULL(_ZnamRKSt9nothrow_t)
NEW_ALIGNED(_ZnwmSt11align_val_t)
NEW_ALIGNED(_ZnamSt11align_val_t)
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE_SIZED(_ZdlPvm)
DELETE_SIZED(_ZdaPvm)
DELETE_SIZED(_ZdlPvSt11align_val_t)
DELETE_SIZED(_ZdaPvSt11align_val_t)
DELETE_ALIGNED(_ZdlPvmSt11align_val_t)
DELETE_ALIGNED(_ZdaPvmSt11align_val_t)
