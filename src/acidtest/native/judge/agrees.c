/*
 * Calls one function on prepared inputs and reports what each call did: the hash of its
 * result and of all buffers it was given, or how it failed. The reference and the answer
 * are each linked with this and run apart, so that neither can see what the other did.
 *
 * acid_call, which knows the prototype, is generated; see agrees.py.
 */
#define _GNU_SOURCE
#include "agrees.h"

#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 64, PAGE = 4096, ROOM = 16 * PAGE, MARGIN = 64 };

extern const unsigned char acid_inputs[], acid_run[];
extern const uint32_t acid_settings[];
void acid_call(const unsigned char *in);

struct { struct call_record results[INPUTS]; struct shown_record shown; } acid_report;
uint32_t acid_report_size = sizeof acid_report;

static struct { unsigned char *room, *at; uint32_t size; } slots[SLOTS];
static sigjmp_buf back;
static volatile sig_atomic_t calling, ticks;
static uint32_t branches;
static int status;
static uint32_t number;
static uint64_t hash;

static void on_fault(int signal) { siglongjmp(back, calling ? SIGNALLED + signal : NOT_COMPARABLE); }

static void on_tick(int signal)
{
    (void)signal;
    if (calling && ++ticks > (sig_atomic_t)acid_settings[TICKS])
        siglongjmp(back, HUNG);
}

/* ---- the world around ---------------------------------------------------------- */

/* What the code sees of time, process and environment. Elsewhere all of it is different: what
   depends on it does not do the same twice. Where the code lies is different in every process. */
enum { LATER_S = 34567890, OTHER_PID = 4321 };

int clock_gettime(clockid_t id, struct timespec *now)
{
    int failed = (int)syscall(SYS_clock_gettime, id, now);
    if (!failed && acid_settings[ELSEWHERE]) {
        now->tv_sec += LATER_S;
        now->tv_nsec = (now->tv_nsec + 123456789) % 1000000000;
    }
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    *at = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    return failed;
}

time_t time(time_t *to)
{
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now))
        return -1;
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}

clock_t clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

pid_t getpid(void) { return (pid_t)syscall(SYS_getpid) + (acid_settings[ELSEWHERE] ? OTHER_PID : 0); }
char *getenv(const char *name) { return acid_settings[ELSEWHERE] && *name ? "elsewhere" : NULL; }
char *secure_getenv(const char *name) { return getenv(name); }

/* ---- what acid_call uses ----------------------------------------------------- */

const unsigned char *acid_take(const unsigned char *in, void *to, unsigned long size)
{
    memcpy(to, in, size);
    return in + size;
}

/* A buffer that ends where its page does: the next byte is not there to be read or written. */
const unsigned char *acid_place(const unsigned char *in, int slot, void **to)
{
    uint32_t size;
    in = acid_take(in, &size, sizeof size);
    unsigned char *at = slots[slot].room + ROOM - size;
    memset(at - MARGIN, 0xC3, MARGIN);
    memcpy(at, in, size);
    slots[slot].at = at;
    slots[slot].size = size;
    *to = at;
    return in + size;
}

enum { LARGE = 64 };
static void *large[LARGE];
static int large_count;

/* The same for code that makes its own inputs and fills the room it is given; larger ones, and
   those beyond the last slot, get no such end. Elsewhere they lie in another order. */
void *acid_room(unsigned long size)
{
    int used = 0, slot = 0;
    for (; used < SLOTS; used++) {
        slot = acid_settings[ELSEWHERE] ? SLOTS - 1 - used * 3 % SLOTS : used;
        if (!slots[slot].at)
            break;
    }
    if (used == SLOTS || size > (unsigned long)(ROOM - MARGIN)) {
        void *room = malloc(size);
        if (large_count < LARGE)
            large[large_count++] = room;
        return room;
    }
    unsigned char *at = slots[slot].room + ROOM - size;   /* aligned as a type of that size is */
    memset(at - MARGIN, 0xC3, MARGIN);
    slots[slot].at = at;
    slots[slot].size = (uint32_t)size;
    return at;
}

static void __attribute__((noinline)) poison_stack(void)
{
    unsigned char area[1 << 14];
    memset(area, (int)acid_settings[POISON], sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory");
}

void acid_enter(void)
{
    poison_stack();
    ticks = 0;
    branches = 0;
    calling = 1;
}

void acid_leave(void)
{
    calling = 0;
    for (int i = 0; i < SLOTS; i++)
        for (int k = 1; slots[i].at && k <= MARGIN; k++)
            if (slots[i].at[-k] != 0xC3)
                siglongjmp(back, WROTE_OUTSIDE);
}

void acid_put(const void *data, unsigned long size)
{
    for (unsigned long i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
    hash ^= hash >> 29;
    if (number == acid_settings[SHOW] && size <= (unsigned long)(SHOWN_SIZE - acid_report.shown.len)) {
        memcpy(acid_report.shown.text + acid_report.shown.len, data, size);
        acid_report.shown.len = (uint16_t)(acid_report.shown.len + size);
    }
}

/* Any NaN is as good as another; else bits count, so that -0.0 is not 0.0. */
void acid_put_float(float x) { x = x != x ? __builtin_nanf("") : x; acid_put(&x, sizeof x); }
void acid_put_double(double x) { x = x != x ? __builtin_nan("") : x; acid_put(&x, sizeof x); }

static void put_elements(const unsigned char *at, uint32_t size, char kind)
{
    const unsigned char *end = at + size;
    if (kind == 'f')
        for (float x; at < end; at += sizeof x)
            memcpy(&x, at, sizeof x), acid_put_float(x);
    else if (kind == 'd')
        for (double x; at < end; at += sizeof x)
            memcpy(&x, at, sizeof x), acid_put_double(x);
    else
        acid_put(at, size);
}

/* Of text ('t') what stands before its end counts, not what is left behind it. */
void acid_put_slot(int slot, char kind)
{
    uint32_t size = slots[slot].size;
    if (kind == 't')
        size = (uint32_t)strnlen((const char *)slots[slot].at, size);
    acid_put(&size, sizeof size);
    put_elements(slots[slot].at, size, kind);
}

/* A pointer is compared by where it points in a buffer given, or else by what it points to: a
   text ('t'), or `count` elements, where the function says how many there are. */
void acid_put_pointer(const void *pointer, char kind, long count, unsigned long each)
{
    enum { NULL_POINTER = -1, TEXT = -2, ELEMENTS = -3, MOST = 4096 };
    struct { int32_t where, extent; } found = { NULL_POINTER, 0 };
    for (int i = 0; pointer && i < SLOTS; i++) {
        const unsigned char *at = slots[i].at;
        if (at && (const unsigned char *)pointer >= at
            && (const unsigned char *)pointer <= at + slots[i].size) {
            found.where = i;
            found.extent = (int32_t)((const unsigned char *)pointer - at);
        }
    }
    if (pointer && found.where < 0) {
        if (kind != 't' && (count < 0 || count > MOST))
            siglongjmp(back, NOT_COMPARABLE);
        found.where = kind == 't' ? TEXT : ELEMENTS;
        found.extent = (int32_t)(kind == 't' ? strnlen(pointer, 1 << 16) : (size_t)count * each);
    }
    acid_put(&found, sizeof found);
    if (found.where <= TEXT)
        put_elements(pointer, (uint32_t)found.extent, kind);
}

/* ---- what a call reached -------------------------------------------------------- */

static unsigned char reached_before[1 << 16], reached_now[1 << 16];
static uint16_t places[1 << 14];
static int place_count;
static uintptr_t last_place;

/* A call that takes more branches than this takes too long: some milliseconds. Unlike time, they
   are as many on every machine, whatever else it does. */
enum { MOST_BRANCHES = 1 << 20 };

/* Called at each branch of code that was built to tell. */
void __sanitizer_cov_trace_pc(void)
{
    if (calling && ++branches > MOST_BRANCHES)
        siglongjmp(back, HUNG);
    const uintptr_t here = (uintptr_t)__builtin_return_address(0) & 0xFFFFFF;
    const uint16_t step = (uint16_t)((here ^ last_place << 3) * 0x9E37u >> 1);
    last_place = here;
    if (calling && !reached_now[step] && place_count < (int)(sizeof places / sizeof *places)) {
        reached_now[step] = 1;
        places[place_count++] = step;
    }
}

static uint8_t count_fresh(int returned)
{
    int fresh = 0;
    for (int i = 0; i < place_count; i++) {
        reached_now[places[i]] = 0;
        if (returned && !reached_before[places[i]]) {
            reached_before[places[i]] = 1;
            fresh++;
        }
    }
    place_count = 0;
    last_place = 0;
    return (uint8_t)(fresh < 255 ? fresh : 255);
}

/* ---- one input after another --------------------------------------------------- */

static void prepare(void)
{
    const size_t each = ROOM + 2 * PAGE;
    unsigned char *all = mmap(NULL, SLOTS * each, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < SLOTS; i++)
        slots[i].room = mmap(all + i * each + PAGE, ROOM, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP };
    struct sigaction action = { .sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaction(faults[i], &action, NULL);
    action.sa_handler = on_tick;
    action.sa_flags |= SA_RESTART;
    sigaction(SIGVTALRM, &action, NULL);
    mallopt(M_PERTURB, (int)acid_settings[POISON] ^ 0xFF);
}

int acid_test_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    static const unsigned char *in, *next = acid_inputs;
    prepare();
    for (number = 0; number < acid_settings[COUNT]; number++) {
        uint32_t size;
        in = acid_take(next, &size, sizeof size);
        next = in + size;
        if (!acid_run[number])
            continue;
        hash = 0xcbf29ce484222325u;
        while (large_count)
            free(large[--large_count]);
        for (int i = 0; i < SLOTS; i++)
            slots[i].at = NULL;
        status = sigsetjmp(back, 1);
        if (!status) {
            acid_call(in);
            status = RETURNED;
        }
        calling = 0;
        acid_report.results[number].status = (uint8_t)status;
        acid_report.results[number].fresh = count_fresh(status == RETURNED);
        if (status == RETURNED)
            memcpy(acid_report.results[number].hash, &hash, sizeof hash);
        else if (!acid_settings[GO_ON])
            break;
    }
    return 0;
}
