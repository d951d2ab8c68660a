/*
 * The test's process under an emulator: strict.c for another machine, without assembly. The test is
 * linked with this and with stubs in the place of the functions that it tests.
 */
#define _GNU_SOURCE
#include "emulated.h"

#include "callback.h"
#include "given.h"
#include "heap.h"
#include "load.h"
#include "view.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the file holds that comes back: a reason, and the changes that were recorded. */
enum { REPORT_ROOM = 8192, MOST_CHANGES = 4096 };
struct report { char why[WHY_SIZE]; uint32_t size; uint8_t changes[MOST_CHANGES]; };

static struct report *report;
static int recording, memory;
static struct call call;   /* a copy: what the candidate can write to is not mapped here */

static void say(enum verdict_kind kind, int value, const char *why) __attribute__((noreturn));
static void say(enum verdict_kind kind, int value, const char *why)
{
    if (why)
        strncpy(report->why, why, sizeof report->why - 1);
    if (recording && kind == RETURNED)
        report->size = recorded_changes(report->changes, sizeof report->changes);
    fflush(stdout);
    tell(SAYS + kind, value);
    _exit(1);
}

/* ---- memory -------------------------------------------------------------------- */

void *own_memory(size_t size, int how)
{
    static uint8_t *next = OWN_AT;
    uint8_t *at = next;
    next += (size + 4095) & ~(size_t)4095;
    (void)how;
    if (next > TEST_AT || mmap(at, size, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != at)
        _exit(1);
    return at;
}

static void write_memory(const void *from, size_t size, size_t at)
{
    if (pwrite(memory, from, size, (off_t)at) != (ssize_t)size)
        abort();
}

static void read_memory(void *to, size_t size, size_t at)
{
    if (pread(memory, to, size, (off_t)at) != (ssize_t)size)
        abort();
}

void publish(const uint8_t *low, const uint8_t *high, const uint8_t *from)
{
    write_memory(from, (size_t)(high - low), VIEW_AT + (size_t)(low - TEST_AT));
}

void fetch(const uint8_t *low, const uint8_t *high, uint8_t *to)
{
    read_memory(to, (size_t)(high - low), VIEW_AT + (size_t)(low - TEST_AT));
}

static void free_of_answer(void *block)
{
    if (!heap_size(block, ANSWER_HEAP, ANSWER_END))
        abort();
    memset((uint8_t *)block - HEADER, 0, HEADER);   /* a second time is an error */
}

/* The compiler registers every variable and text of the test with its bounds. */
struct registered { uint8_t *at; uintptr_t size, room, other[5]; };
enum { MOST_TABLES = 16 };
static struct { const struct registered *list; size_t count; } tables[MOST_TABLES];
static size_t table_count;

void __asan_register_globals(const struct registered *list, size_t count);
void __asan_register_globals(const struct registered *list, size_t count)
{
    if (table_count == MOST_TABLES)
        abort();
    tables[table_count].list = list;
    tables[table_count++].count = count;
}
void __asan_unregister_globals(void) {}
void __asan_handle_no_return(void) {}
void __asan_alloca_poison(uint8_t *array, size_t size)
{
    ((void (*)(uint8_t *, size_t))sanitizer_function("__asan_alloca_poison"))(array, size);
}
void __asan_allocas_unpoison(uint8_t *low, uint8_t *high)
{
    ((void (*)(uint8_t *, uint8_t *))sanitizer_function("__asan_allocas_unpoison"))(low, high);
}

int loaded_extent(const uint8_t *at, const uint8_t **low, const uint8_t **high)
{
    for (size_t k = 0; k < table_count; k++)
        for (size_t i = 0; i < tables[k].count; i++) {
            const struct registered *one = &tables[k].list[i];
            if (at >= one->at && at < one->at + one->size) {
                *low = one->at;
                *high = one->at + one->size;
                return 1;
            }
        }
    return 0;
}

static void widen(struct extent *around, const struct registered *one)
{
    uint8_t *low = (uint8_t *)((uintptr_t)one->at & ~(uintptr_t)7);
    uint8_t *high = (uint8_t *)(((uintptr_t)one->at + one->size + 7) & ~(uintptr_t)7);
    if (around->low == around->high)
        *around = (struct extent){ low, high };
    around->low = low < around->low ? low : around->low;
    around->high = high > around->high ? high : around->high;
}

static void find_variables(void)
{
    struct segment segment = { 0 };
    for (int i = -1; !segment.written && (i = next_segment(i, &segment)) >= 0;)
        ;
    uint8_t *start = segment.low;
    struct extent constants = { start, start }, variables = { start, start };
    for (size_t k = 0; k < table_count; k++)
        for (size_t i = 0; i < tables[k].count; i++)
            widen(tables[k].list[i].at < start ? &constants : &variables, &tables[k].list[i]);
    know_test(constants, variables);
}

void make_memory(void)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap(TEST_HEAP, HEAP_ROOM + STACK_ROOM, PROT_READ | PROT_WRITE, how, -1, 0) != TEST_HEAP ||
        mmap(SHADOW_OF(TEST_STACK), STACK_ROOM / 8, PROT_READ | PROT_WRITE, how, -1, 0) !=
            SHADOW_OF(TEST_STACK))
        _exit(1);
    mprotect(TEST_STACK, 4096, PROT_NONE);
    heap = (struct heap){
        .base = TEST_HEAP, .top = TEST_HEAP, .end = TEST_STACK,
        .other_base = ANSWER_HEAP, .other_end = ANSWER_END, .free_other = free_of_answer,
        .freed = hide, .blocks = own_memory(HEAP_ROOM / 32 * sizeof(uint32_t), MAP_PRIVATE),
    };
}

/* ---- a call ---------------------------------------------------------------------- */

static void free_what_it_freed(void)
{
    for (uint32_t i = 0; i < call.freed_count && i < MOST_FREED; i++) {
        uint8_t *block = call.freed[i], *end;
        if (block < TEST_HEAP || block >= TEST_STACK || !is_shown(block) ||
            heap_block(block, &end) != block)
            say(DIED, SIGABRT, NULL);   /* as a free of no block ends elsewhere */
        heap_retire(block);
    }
}

static const char *give_all(const void *result, size_t size)
{
    const char *why = NULL;
    uintptr_t word;
    for (size_t i = 0; i + sizeof word <= size && !why; i += sizeof word) {
        memcpy(&word, (const uint8_t *)result + i, sizeof word);
        why = give(word);
    }
    return why;
}

void acid_pass(unsigned function, const void *arguments, unsigned size, void *result,
               unsigned result_size, unsigned kind, void *frame)
{
    static uintptr_t words[MOST_PASSED / sizeof(uintptr_t) + 1];
    memset(words, 0, sizeof words);
    memcpy(words, arguments, size);
    uint8_t *stack = (uint8_t *)((uintptr_t)frame & ~(uintptr_t)7);
    show(words, (size + sizeof *words - 1) / sizeof *words, stack, NULL, 0);
    memset(call.arguments, POISON, sizeof call.arguments);
    memcpy(call.arguments, arguments, size);
    memset(call.result, POISON, sizeof call.result);
    call.function = function;
    call.error = errno;
    call.freed_count = 0;
    write_memory(&call, sizeof call, 0);
    tell(CALLS, 0);
    read_memory(&call, sizeof call, 0);
    memcpy(result, call.result, result_size);
    const char *why = take_back(recording);
    if (!why && (kind == ADDRESS || kind == STRUCT))
        why = give_all(result, result_size);
    why = why ? why : misleading();
    if (why)
        say(TRESPASSED, 0, why);
    if (kind == TRUTH)   /* 2 would be true and, to code that trusts the ABI, false too */
        *(uint8_t *)result = *(uint8_t *)result != 0;
    free_what_it_freed();
    errno = call.error;
}

/* The test's functions cannot be called back here. */
int meet_function(uintptr_t word) { (void)word; return 0; }
int may_be_called(uintptr_t word) { (void)word; return 0; }

/* ---- the test -------------------------------------------------------------------- */

int acid_test_main(int argc, char **argv);

void __wrap___assert_fail(const char *expression, const char *file, unsigned line,
                          const char *function)
{
    (void)expression, (void)file, (void)function;
    say(ASSERTION, (int)line, NULL);
}

static void on_abort(int number) { say(TEST_DIED, number, NULL); }

static void run_test(void)
{
    static char name[] = "test";
    char *arguments[] = { name, NULL };
    int status = acid_test_main(1, arguments);
    say(RETURNED, status, NULL);
}

int main(void)
{
    static char buffer[1 << 16];
    static uint8_t allowed[MOST_CHANGES];
    if (!heap.base)
        make_memory();
    int file = open(REPORT_FILE, O_RDWR | O_CLOEXEC);
    memory = open_memory();
    report = mmap(NULL, REPORT_ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    map_part(memory, ANSWER_AT, ANSWER_ROOM, ANSWER_PART_AT);
    mprotect(ANSWER_END, 4096, PROT_NONE);
    close(file);
    open_view();
    file = open(CHANGES_FILE, O_RDONLY | O_CLOEXEC);
    recording = file < 0;
    if (!recording) {
        ssize_t size = read(file, allowed, sizeof allowed);
        allow_changes(allowed, size > 0 ? (size_t)size : 0);
        close(file);
    }
    find_variables();
    setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
    signal(SIGABRT, on_abort);
    if (report == MAP_FAILED)
        return 1;
    tell(READY, 0);
    know_answer(ANSWER_AT, ANSWER_HEAP);
    on_stack(TEST_STACK, STACK_ROOM, run_test);
}
