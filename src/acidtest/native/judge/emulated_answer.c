/* The candidate's process under an emulator: it waits for a call, makes it, and waits again. */
#define _GNU_SOURCE
#include "emulated.h"

#include "heap.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct call *call;

static void note_freed(void *block)
{
    if (call->freed_count < MOST_FREED)   /* what does not fit is merely never used again */
        call->freed[call->freed_count++] = block;
}

/* The test may be given addresses of variables and texts here: it gets the whole image. */
static void share_segment(int fd, const struct segment *segment)
{
    enum { PAGE = 4096 };
    uint8_t *low = (uint8_t *)((uintptr_t)segment->low & ~(uintptr_t)(PAGE - 1));
    uint8_t *high = (uint8_t *)(((uintptr_t)segment->high + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    if (low < ANSWER_AT || high > ANSWER_HEAP)
        _exit(1);
    size_t from = ANSWER_PART_AT + (size_t)(low - ANSWER_AT);
    for (uint8_t *at = low; at < high;) {
        ssize_t part = pwrite(fd, at, (size_t)(high - at), (off_t)(from + (size_t)(at - low)));
        if (part <= 0)
            _exit(1);
        at += part;
    }
    if (segment->written)
        map_part(fd, low, (size_t)(high - low), from);
}

void make_memory(void)
{
    int fd = open_memory();
    call = mmap(NULL, CALL_ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (call == MAP_FAILED)
        _exit(1);
    map_part(fd, TEST_AT, TEST_ROOM, VIEW_AT);
    map_part(fd, ANSWER_HEAP, ANSWER_HEAP_ROOM, ANSWER_PART_AT + (size_t)(ANSWER_HEAP - ANSWER_AT));
    map_part(fd, ANSWER_STACK, ANSWER_STACK_ROOM,
             ANSWER_PART_AT + (size_t)(ANSWER_STACK - ANSWER_AT));
    close(fd);
    heap = (struct heap){
        .base = ANSWER_HEAP, .top = ANSWER_HEAP, .end = ANSWER_END,
        .other_base = TEST_HEAP, .other_end = TEST_STACK, .free_other = note_freed,
    };
}

/* Before any code of the candidate's, its constructors too. */
static void prepare(void)
{
    if (!heap.base)
        make_memory();
    int fd = open_memory();
    struct segment segment;
    for (int i = -1; (i = next_segment(i, &segment)) >= 0;)
        share_segment(fd, &segment);
    close(fd);
    tell(READY, 0);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = prepare;

static void serve(void)
{
    for (;;) {
        tell(WAITS, 0);
        errno = call->error;
        acid_functions[call->function](call->arguments, call->result);
        call->error = errno;
    }
}

int main(void) { on_stack(ANSWER_STACK, ANSWER_STACK_ROOM, serve); }
