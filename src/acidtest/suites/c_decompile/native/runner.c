/*
 * Runs one test with one candidate, and tells the verdict on a channel that the
 * candidate cannot use. Both come as object files, which are loaded here, or
 * linked into one shared object (C++, and where an object needs more of a linker).
 *
 * The verdict is never the exit status. After the test's main has returned (or
 * an assertion failed), the runner reads a secret from standard input and sends
 * it back with the verdict on descriptor 3. While the candidate runs, the
 * system-call filter allows neither that read nor that write from anywhere but
 * the one instruction below, so that what the candidate prints, or how it ends
 * the process, can never look like a pass.
 *
 * With a second argument the object is no test but calls the candidate on many inputs (see
 * agrees.c): its report follows the verdict, and it gets what it could not set up once the
 * filter is there, a clock of the processor time it uses and a second stack for faults.
 */
#define _GNU_SOURCE
#include "load.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECRET = 16, VERDICT_FD = 3 };
enum verdict { RETURNED = 1, ASSERTION = 2, NOT_LOADED = 3, NOT_CONFINED = 4, NEEDS_LINKER = 5 };

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
__asm__(".text\n.local gate\ngate:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n  syscall\n"
        ".local gate_after\ngate_after:\n  ret\n");
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
__asm__(".text\n.local gate\ngate:\n"
        "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n  svc 0\n"
        ".local gate_after\ngate_after:\n  ret\n");
#else
#error "the acidtest runner knows x86-64 and aarch64 only"
#endif
extern long gate(long number, long a, long b, long c) __attribute__((visibility("hidden")));
extern const char gate_after[] __attribute__((visibility("hidden")));

static const void *report;
static uint32_t report_size;

static void send_verdict(enum verdict kind, int32_t value, const char *text) __attribute__((noreturn));

static void send_verdict(enum verdict kind, int32_t value, const char *text)
{
    struct { unsigned char secret[SECRET]; int32_t kind, value; char text[200]; } message;
    memset(&message, 0, sizeof message);
    message.kind = (int32_t)kind;
    message.value = value;
    if (text)
        strncpy(message.text, text, sizeof message.text - 1);
    gate(SYS_read, 0, (long)message.secret, SECRET);
    gate(SYS_write, VERDICT_FD, (long)&message, sizeof message);
    if (report && kind == RETURNED)
        gate(SYS_write, VERDICT_FD, (long)report, report_size);
    gate(SYS_exit_group, 0, 0, 0);
    __builtin_trap();
}

/* Stands in front of libc's: the test's failed assertions arrive here. */
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)expression, (void)file, (void)function;
    send_verdict(ASSERTION, (int32_t)line, NULL);
}

static struct sock_filter filter[160];
static unsigned short filter_len;

static void emit(struct sock_filter instruction) { filter[filter_len++] = instruction; }
static void load(uint32_t offset)
{
    emit((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}
static void answer(uint32_t action)
{
    emit((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}
static void skip_unless(uint32_t value, uint8_t skipped)
{
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}
static void when(long number, uint32_t action)
{
    skip_unless((uint32_t)number, 1);
    answer(action);
}

/* What computing code needs: memory, printing, ending itself. All else ends the process. */
static int lock_down(int loading)
{
    filter_len = 0;
    const uint32_t allow = SECCOMP_RET_ALLOW, refuse = SECCOMP_RET_ERRNO | EPERM;
    uint64_t here = (uint64_t)(uintptr_t)gate_after;
    load(offsetof(struct seccomp_data, arch));
    skip_unless(ARCH, 1);
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    answer(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(struct seccomp_data, instruction_pointer));
    skip_unless((uint32_t)here, 3);
    load(offsetof(struct seccomp_data, instruction_pointer) + 4);
    skip_unless((uint32_t)(here >> 32), 1);
    answer(allow);
    load(offsetof(struct seccomp_data, nr));
    const long plain[] = { SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_exit, SYS_exit_group,
                           SYS_futex, SYS_getrandom, SYS_clock_gettime, SYS_gettimeofday,
                           SYS_sysinfo, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn,
                           SYS_getpid, SYS_gettid, SYS_tgkill };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        when(plain[i], allow);
    if (loading) {   /* a C++ answer's constructors run in dlopen: no writing, no secret */
        const long loader[] = { SYS_pread64, SYS_fstat, SYS_newfstatat, SYS_mmap, SYS_mprotect,
                                SYS_close, SYS_lseek, SYS_getcwd, SYS_prctl };
        for (size_t i = 0; i < sizeof loader / sizeof *loader; i++)
            when(loader[i], allow);
        skip_unless(SYS_read, 4);
        load(offsetof(struct seccomp_data, args[0]));
        when(0, refuse);
        answer(allow);
        skip_unless(SYS_openat, 4);
        load(offsetof(struct seccomp_data, args[2]));
        emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
                                          O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0));
        answer(allow);
        answer(refuse);
    }
    /* with writev glibc says that the heap is broken, before it aborts */
    const long harmless[] = { SYS_openat, SYS_newfstatat, SYS_fstat, SYS_ioctl, SYS_lseek, SYS_read,
                              SYS_writev };
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        when(harmless[i], refuse);
    skip_unless(SYS_write, 5);
    load(offsetof(struct seccomp_data, args[0]));
    when(1, allow);
    when(2, allow);
    load(offsetof(struct seccomp_data, nr));
    skip_unless(SYS_mmap, 4);
    load(offsetof(struct seccomp_data, args[2]));
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
    answer(allow);
    answer(SECCOMP_RET_KILL_PROCESS);
    answer(SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog program = { filter_len, filter };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

/* What the test finds in memory it never wrote is the same in every run, and nothing that
   looks like a result: an answer that leaves its outputs unwritten does not pass by luck. */
enum { POISON = 0x5A };
static void __attribute__((noinline)) poison_stack(void)
{
    char area[1 << 18];
    memset(area, POISON, sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory");
}

static void *load_test(int argc, char **argv, int agreement)
{
    static char why[200];
    void *test = NULL;
    if (argc == 2 || agreement) {
        void *object = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (!object)
            send_verdict(NOT_LOADED, 0, dlerror());
        test = dlsym(object, "acid_test_main");
        snprintf(why, sizeof why, "the test has no main");
        if (agreement) {
            const uint32_t *size = dlsym(object, "acid_report_size");
            report = dlsym(object, "acid_report");
            report_size = report && size ? *size : 0;
        }
    } else {
        const char *const *paths = (const char *const *)argv + 1;
        if (load_objects(paths, argc - 1, "acid_test_main", &test, why, sizeof why) == NOT_SUPPORTED)
            send_verdict(NEEDS_LINKER, 0, why);
    }
    if (!test)
        send_verdict(NOT_LOADED, 0, why);
    return test;
}

enum { TICK_US = 10000, FAULT_STACK = 1 << 16 };
static void start_clock(void)
{
    static char stack[FAULT_STACK];
    const stack_t second = { .ss_sp = stack, .ss_size = sizeof stack };
    const struct itimerval tick = { { 0, TICK_US }, { 0, TICK_US } };
    signal(SIGVTALRM, SIG_IGN);
    sigaltstack(&second, NULL);
    setitimer(ITIMER_VIRTUAL, &tick, NULL);
}

int main(int argc, char **argv)
{
    const int agreement = argc == 3 && !strcmp(argv[2], "agrees");
    const size_t size = 1 << 16;   /* not in this program's own memory: stdout tells where it is */
    void *buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    setvbuf(stdout, buffer, _IOLBF, size);
    if (agreement)
        start_clock();
    if (lock_down(1))
        send_verdict(NOT_CONFINED, 0, NULL);
    int (*test)(int, char **) = (int (*)(int, char **))load_test(argc, argv, agreement);
    if (lock_down(0))
        send_verdict(NOT_CONFINED, 0, NULL);
    mallopt(M_PERTURB, POISON ^ 0xFF);   /* glibc fills new blocks with the complement */
    poison_stack();
    char name[] = "test", *arguments[] = { name, NULL };
    send_verdict(RETURNED, test(1, arguments), NULL);
}
