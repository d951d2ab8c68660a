/*
 * The strict verdict: the test runs in this process, the candidate in a child that holds nothing
 * of the test. A call is passed over in a page that both share; the child stops at a system call
 * that only this process can let it go on from, so that it never runs while the test does. What it
 * sees of the test's memory is a copy (view.c); the verdict's channel is this process' alone.
 */
#define _GNU_SOURCE
#include "strict.h"

#include "callback.h"
#include "channel.h"
#include "filter.h"
#include "given.h"
#include "heap.h"
#include "job.h"
#include "load.h"
#include "mapped.h"
#include "stream.h"
#include "view.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if !defined(__x86_64__)
int run_strictly(int cpp)
{
    (void)cpp;
    send_verdict(NOT_CONFINED, 0, "the strict verdict knows x86-64 only");
}
#else

static struct call *call;
static pid_t child;
static int listener;
static struct job job;
static uint64_t stopped;                 /* where the child waits */
static struct image test_image, answer_image;
static const char *functions[MOST_FUNCTIONS];   /* names that are called in the child */
static void *addresses[MOST_FUNCTIONS];
static struct passed passing[MOST_FUNCTIONS];
static int function_count;

/* ---- the test calls ---------------------------------------------------------- */

/* Every function has an entry that notes its number; all go on to note the registers, leave the
   test's stack, and come back with what the candidate returned. */
struct registers { uint64_t integers[6], rax, rsp, rbp, function; uint8_t floats[8][16]; };
struct returned {
    uint64_t rax, rdx;
    uint8_t floats[2][16];
    uint64_t is_long, unused;
    uint8_t long_result[16];
};
struct registers at_call __attribute__((visibility("hidden")));
struct returned at_return __attribute__((visibility("hidden")));
uint8_t *own_stack __attribute__((visibility("hidden")));
extern const char entries[] __attribute__((visibility("hidden")));
extern int call_on_stack(void *function, uint8_t *stack) __attribute__((visibility("hidden")));
enum { ENTRY_SIZE = 16 };
__asm__(".text\n.balign 16\n.hidden entries\nentries:\n.set number, 0\n.rept 16\n"
        "  mov $number, %r11d\n  jmp cross_over\n  .balign 16\n  .set number, number + 1\n.endr\n"
        "cross_over:\n"
        "  mov %rdi, at_call(%rip)\n  mov %rsi, 8+at_call(%rip)\n  mov %rdx, 16+at_call(%rip)\n"
        "  mov %rcx, 24+at_call(%rip)\n  mov %r8, 32+at_call(%rip)\n  mov %r9, 40+at_call(%rip)\n"
        "  mov %rax, 48+at_call(%rip)\n  mov %rsp, 56+at_call(%rip)\n  mov %rbp, 64+at_call(%rip)\n"
        "  mov %r11, 72+at_call(%rip)\n"
        "  movups %xmm0, 80+at_call(%rip)\n  movups %xmm1, 96+at_call(%rip)\n"
        "  movups %xmm2, 112+at_call(%rip)\n  movups %xmm3, 128+at_call(%rip)\n"
        "  movups %xmm4, 144+at_call(%rip)\n  movups %xmm5, 160+at_call(%rip)\n"
        "  movups %xmm6, 176+at_call(%rip)\n  movups %xmm7, 192+at_call(%rip)\n"
        "  mov own_stack(%rip), %rsp\n  call pass_over\n  mov 56+at_call(%rip), %rsp\n"
        "  mov at_return(%rip), %rax\n  mov 8+at_return(%rip), %rdx\n"
        "  movups 16+at_return(%rip), %xmm0\n  movups 32+at_return(%rip), %xmm1\n"
        "  cmpq $0, 48+at_return(%rip)\n  je 1f\n  fldt 64+at_return(%rip)\n1:  ret\n"
        ".hidden call_on_stack\ncall_on_stack:\n"
        "  push %rbp\n  push %rbx\n  mov %rsp, %rbx\n"
        "  lea -8192(%rsp), %rax\n  and $-64, %rax\n  mov %rax, own_stack(%rip)\n"
        "  mov %rdi, %rax\n  mov %rsi, %rsp\n  xor %ebp, %ebp\n  mov $1, %edi\n"
        "  lea no_arguments(%rip), %rsi\n  call *%rax\n"
        "  mov %rbx, %rsp\n  pop %rbx\n  pop %rbp\n  ret\n");
char *no_arguments[2] __attribute__((visibility("hidden"), used)) = { "test", NULL };

/* Lets the child go on, and waits until it stops again or is gone. */
static int resume_child(void)
{
    struct seccomp_notif_resp go = { .id = stopped };
    if (stopped && gate(SYS_ioctl, listener, (long)SECCOMP_IOCTL_NOTIF_SEND, (long)&go, 0) < 0)
        return -1;
    struct pollfd ready = { listener, POLLIN, 0 };
    while (gate(SYS_poll, (long)&ready, 1, -1, 0) < 0)
        ;
    if (!(ready.revents & POLLIN))
        return -1;
    struct seccomp_notif stop = { 0 };
    if (gate(SYS_ioctl, listener, (long)SECCOMP_IOCTL_NOTIF_RECV, (long)&stop, 0) < 0)
        return -1;
    stopped = stop.id;
    return 0;
}

static void say_how_it_ended(void) __attribute__((noreturn));
static void say_how_it_ended(void)
{
    int status = 0;
    while (gate(SYS_wait4, child, (long)&status, 0, 0) == -EINTR)
        ;
    if (WIFSIGNALED(status))
        send_verdict(DIED, WTERMSIG(status), NULL);
    send_verdict(ENDED, WEXITSTATUS(status), NULL);
}

static void free_what_it_freed(void)
{
    for (uint32_t i = 0; i < call->freed_count && i < MOST_FREED; i++) {
        uint8_t *block = call->freed[i], *end;
        if (block < TEST_HEAP || block >= TEST_STACK || !is_shown(block) ||
            heap_block(block, &end) != block)
            send_verdict(DIED, SIGABRT, NULL);   /* as a free of no block ends elsewhere */
        heap_retire(block);
    }
}

/* How many bytes the test has pushed for the call: its code, compiled without optimising, takes
   them off the stack as soon as it is back. */
static size_t pushed_for_call(const uint8_t *stack)
{
    const uint8_t *back;
    int32_t size = 0;
    memcpy(&back, stack, sizeof back);
    if (!memcmp(back, "\x48\x83\xc4", 3))        /* add $size8, %rsp */
        size = (int8_t)back[3];
    else if (!memcmp(back, "\x48\x83\xec", 3))   /* sub $-size8, %rsp */
        size = -(int8_t)back[3];
    else if (!memcmp(back, "\x48\x81\xc4", 3))   /* add $size32, %rsp */
        memcpy(&size, back + 3, sizeof size);
    return size > 0 ? (size_t)size : 0;
}

/* The registers that carry no argument hold something of the test's: the child gets poison. */
static void pass_registers(const uint64_t *words)
{
    const struct passed *how = &passing[at_call.function];
    const uint64_t used = at_call.rax & 0xff;
    memset(call->integers, POISON, sizeof call->integers);
    memset(call->floats, POISON, sizeof call->floats);
    for (int i = 0; i < 6; i++)
        if (how->integers >> i & 1)
            call->integers[i] = words[i];
    for (unsigned i = 0; i < 8; i++)
        if (how->variadic ? i < used : how->floats >> i & 1)
            memcpy(call->floats[i], at_call.floats[i], how->whole >> i & 1 ? 16 : 8);
    call->rax = how->variadic ? used : 0;
}

/* One call, on this process' own stack. */
void pass_over(void) __attribute__((visibility("hidden"), used));
void pass_over(void)
{
    uint8_t *stack = (uint8_t *)at_call.rsp, *arguments = stack + 8;
    if (stack < TEST_STACK || stack >= TEST_END)
        send_verdict(NOT_LOADED, 0, "the test left its stack");
    if (called_back())
        send_verdict(NOT_LOADED, 0, "a function that is called back calls back itself");
    uint64_t words[6 + STACK_ARGUMENTS / 8] = { 0 };
    const struct passed *how = &passing[at_call.function];
    for (int i = 0; i < 6; i++)
        words[i] = how->integers >> i & 1 && !(how->streams >> i & 1) ? at_call.integers[i] : 0;
    size_t size = pushed_for_call(stack);
    size = size < job.stack_size ? size : job.stack_size;
    memcpy(words + 6, arguments, size);
    show(words, 6 + size / 8, stack, (uint8_t *)at_call.rbp, how->open);
    pass_registers(at_call.integers);
    lend_streams(call, how, at_call.integers);
    memset(call->stack, POISON, sizeof call->stack);
    memcpy(call->stack, words + 6, size);
    call->function = (uint64_t)addresses[at_call.function];
    call->error = errno;
    call->freed_count = 0;
    call->returns_long = job.result == LONG_DOUBLE;
    const char *why = NULL;
    for (;;) {
        call->callback = 0;
        call->stream.step = NO_STEP;
        if (resume_child())
            say_how_it_ended();
        if (call->callback)
            call_back(call, stack, job.mode == RECORD);
        else if (call->stream.step == NO_STEP)
            break;
        else if ((why = take_stream_step(call, job.mode == RECORD)))
            send_verdict(TRESPASSED, 0, why);
    }
    struct returned result = { .is_long = job.result == LONG_DOUBLE };
    memcpy(result.long_result, call->long_result, sizeof result.long_result);
    memcpy(&result.rax, call->result, sizeof call->result);
    memcpy(result.floats, call->float_result, sizeof result.floats);
    why = take_back(job.mode == RECORD);
    if (job.result == STREAM)
        why = why ? why : returned_stream(call, &result.rax);
    if (job.result == ADDRESS || job.result == STRUCT)
        why = why ? why : give(result.rax);
    if (job.result == STRUCT && result.rdx != words[2])   /* nor left over from the arguments */
        why = why ? why : give(result.rdx);
    why = why ? why : misleading();
    if (job.result == TRUTH)   /* 2 would be true and, to code that trusts the ABI, false too */
        result.rax = (result.rax & 0xff) != 0;
    if (why)
        send_verdict(TRESPASSED, 0, why);
    free_what_it_freed();
    errno = call->error;
    at_return = result;
}

/* ---- setting up ---------------------------------------------------------------- */

/* Both have these of their own, or share them as they are. */
static void *find_anywhere(const char *name)
{
    void *ours = stream_function(name);
    return ours ? ours : dlsym(RTLD_DEFAULT, name);
}

static void *find_for_answer(const char *name)
{
    void *ours = heap_function(name);
    if (!strcmp(name, "__assert_fail"))   /* its own assertions end it */
        return abort;
    ours = ours ? ours : borrowed_function(name);
    return ours ? ours : find_anywhere(name);
}

static void *find_for_test(const char *name)
{
    if (!strncmp(name, "__asan_", 7))
        return sanitizer_function(name);
    for (int i = 0; i < function_count; i++)
        if (addresses[i] && !strcmp(name, functions[i]))
            return (void *)(entries + i * ENTRY_SIZE);
    void *ours = heap_function(name);
    return ours ? ours : find_anywhere(name);
}

static void load(enum job_part part, struct image *image)
{
    static char why[200];
    const int of_answer = part == ANSWER;
    const struct object_file file = job_part(&job, part);
    const struct loading wanted = {
        .files = &file, .count = 1, .find = of_answer ? find_for_answer : find_for_test,
        .at = of_answer ? ANSWER_AT : TEST_AT,
        .room = of_answer ? ANSWER_IMAGE_ROOM : IMAGE_ROOM,
        .shared = of_answer, .cpp = job.cpp, .why = why, .why_size = sizeof why,
    };
    enum load_result result = load_objects(&wanted, image);
    if (result != LOADED)
        send_verdict(result == NOT_SUPPORTED ? NEEDS_LINKER : NOT_LOADED, 0, why);
}

static void *place(uint8_t *at, size_t size, int how)
{
    void *made = mmap(at, size, PROT_READ | PROT_WRITE,
                      how | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (made != at)
        send_verdict(NOT_CONFINED, 0, "no room for the test's memory");
    return made;
}

void *own_memory(size_t size, int how)
{
    static uint8_t *next = OWN_AT;
    uint8_t *at = next;
    next += (size + 4095) & ~(size_t)4095;
    return place(at, size, how);
}

static void free_of_answer(void *block)
{
    size_t size = heap_size(block, ANSWER_HEAP, ANSWER_END);
    if (!size)
        abort();
    memset((uint8_t *)block - HEADER, 0, HEADER);   /* a second time is an error */
}

/* The child shares this process' descriptors until its listener is among them. */
static void start_child(uint8_t *view)
{
    child = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        serve_calls(call, view, &answer_image);
    if (child < 0)
        send_verdict(NOT_CONFINED, 0, "cannot fork");
}

static void wait_for_child(void)
{
    const struct timespec moment = { 0, 100000000 };
    while (!__atomic_load_n(&call->listener, __ATOMIC_ACQUIRE)) {
        syscall(SYS_futex, &call->listener, FUTEX_WAIT, 0, &moment, NULL, 0);
        if (!call->listener && waitpid(child, NULL, WNOHANG) == child)
            send_verdict(NOT_CONFINED, 0, "the candidate's process ended before it began");
    }
    listener = call->listener;
    if (listener < 0 || resume_child())
        send_verdict(NOT_CONFINED, 0, "seccomp cannot stop the candidate's process");
}

/* Before there is a job: this is the same for all, and a fork copies of it what it writes. The
   candidate's process lays its view over the test's memory. */
static int make_stacks(void)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    poison_below();
    know_libraries();
    if (mmap(TEST_HEAP, HEAP_ROOM + STACK_ROOM, PROT_READ | PROT_WRITE, how, -1, 0) != TEST_HEAP)
        return -1;
    mprotect(TEST_STACK, 4096, PROT_NONE);
    memset(TEST_END - (1 << 16), POISON, 1 << 16);
    return 0;
}

static void make_test_memory(void)
{
    place(SHADOW_OF(TEST_STACK), STACK_ROOM / 8, MAP_PRIVATE);
    heap = (struct heap){
        .base = TEST_HEAP, .top = TEST_HEAP, .end = TEST_STACK,
        .other_base = ANSWER_HEAP, .other_end = ANSWER_END, .free_other = free_of_answer,
        .freed = hide, .blocks = own_memory(HEAP_ROOM / 32 * sizeof(uint32_t), MAP_PRIVATE),
    };
}

/* What signals itself so, as `abort` does, is else ignored: this may be the first process of its
   namespace. */
static void on_abort(int signal) { send_verdict(TEST_DIED, signal, NULL); }

static void load_answer(void)
{
    struct object_file names = job_part(&job, FUNCTIONS);
    const char *name = (const char *)names.data;
    if (!name || name[names.size - 1] || job.stack_size > STACK_ARGUMENTS)
        send_verdict(NOT_LOADED, 0, "the job is not one");
    load(ANSWER, &answer_image);
    know_answer(answer_image.base + answer_image.starts[CONSTANT],
                answer_image.base + answer_image.starts[AREAS]);
    for (const char *end = name + names.size;
         name + sizeof *passing < end && function_count < MOST_FUNCTIONS;
         name += strlen(name) + 1) {
        memcpy(&passing[function_count], name, sizeof *passing);
        name += sizeof *passing;
        functions[function_count] = name;
        name += strlen(name) + 1;   /* the candidate's own name for it */
        if (name >= end)
            send_verdict(NOT_LOADED, 0, "the job is not one");
        addresses[function_count++] = loaded_symbol(name);
    }
    forget_objects();
}

static void *load_test(void)
{
    /* the candidate's code is for the child alone */
    munmap(answer_image.base, answer_image.starts[CONSTANT]);
    load(TEST, &test_image);
    uint8_t *variables = TEST_AT + test_image.starts[DATA];
    know_test((struct extent){ TEST_AT, variables },
              (struct extent){ variables, TEST_AT + test_image.starts[AREAS] });
    struct object_file recorded = job_part(&job, CHANGES);
    if (recorded.data)
        allow_changes(recorded.data, recorded.size);
    void *test = loaded_symbol("acid_test_main");
    if (!know_callbacks(job_part(&job, CALLBACKS)))
        send_verdict(NOT_LOADED, 0, "a function of the test is not there");
    if (!test || (recorded.size && !recorded.data))
        send_verdict(NOT_LOADED, 0, "the test has no main, or no record of its reference");
    return test;
}

int run_strictly(int cpp)
{
    if ((cpp && !dlopen("libstdc++.so.6", RTLD_NOW | RTLD_GLOBAL)) || make_stacks() || open_job(&job))
        return 1;
    setvbuf(stdout, own_memory(1 << 16, MAP_PRIVATE), _IOLBF, 1 << 16);
    call = own_memory(sizeof *call, MAP_SHARED);
    place(ANSWER_HEAP, ANSWER_HEAP_ROOM, MAP_SHARED);
    place(ANSWER_STACK, ANSWER_STACK_ROOM, MAP_SHARED);
    memset(ANSWER_STACK_END - (1 << 16), POISON, 1 << 16);
    uint8_t *view = open_view();
    if (job.mode != PROBE)
        load_answer();
    start_child(view);
    signal(SIGABRT, on_abort);
    make_test_memory();
    void *test = job.mode == PROBE ? NULL : load_test();
    wait_for_child();
    change_whole_objects(job.cpp);
    if (!test)
        send_verdict(RETURNED, 0, NULL);
    if (confine_test(0))
        send_verdict(NOT_CONFINED, 0, NULL);
    register_frames(&test_image);
    for (int i = 0; i < test_image.constructor_count; i++)
        call_on_stack(test_image.constructors[i], TEST_END - 64);
    int status = call_on_stack(test, TEST_END - 64);
    static uint8_t report[3800];
    if (job.mode == RECORD)
        set_report(report, recorded_changes(report, sizeof report));
    send_verdict(RETURNED, status, NULL);
}
#endif
