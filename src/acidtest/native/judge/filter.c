#define _GNU_SOURCE
#include "filter.h"

#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#else
#define ARCH AUDIT_ARCH_AARCH64
#endif

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

static void only_this_machine(void)
{
    filter_len = 0;
    load(offsetof(struct seccomp_data, arch));
    skip_unless(ARCH, 1);
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    answer(SECCOMP_RET_KILL_PROCESS);
}

/* The end of every filter: standard output and error, memory without code, and nothing else. */
static void printing_and_memory(void)
{
    skip_unless(SYS_write, 5);
    load(offsetof(struct seccomp_data, args[0]));
    when(1, SECCOMP_RET_ALLOW);
    when(2, SECCOMP_RET_ALLOW);
    load(offsetof(struct seccomp_data, nr));
    skip_unless(SYS_mmap, 4);
    load(offsetof(struct seccomp_data, args[2]));
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_KILL_PROCESS);
    answer(SECCOMP_RET_KILL_PROCESS);
}

/* What computing code needs: memory, printing, ending itself. All else ends the process. */
int confine_test(int loading)
{
    const uint32_t allow = SECCOMP_RET_ALLOW, refuse = SECCOMP_RET_ERRNO | EPERM;
    uint64_t here = (uint64_t)(uintptr_t)gate_after;
    only_this_machine();
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
    printing_and_memory();
    struct sock_fprog program = { filter_len, filter };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int confine_answer(pid_t self)
{
    const uint32_t allow = SECCOMP_RET_ALLOW, refuse = SECCOMP_RET_ERRNO | EPERM;
    only_this_machine();
    /* With this the kernel does not try the filter on every system call that there is. */
    load(offsetof(struct seccomp_data, instruction_pointer));
    load(offsetof(struct seccomp_data, nr));
    when(STOP_CALL, SECCOMP_RET_USER_NOTIF);
    const long plain[] = { SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_exit, SYS_exit_group,
                           SYS_futex, SYS_getrandom, SYS_clock_gettime, SYS_gettimeofday,
                           SYS_sysinfo, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_getpid,
                           SYS_gettid, SYS_close_range };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        when(plain[i], allow);
    const long harmless[] = { SYS_openat, SYS_newfstatat, SYS_fstat, SYS_ioctl, SYS_lseek, SYS_read,
                              SYS_writev, SYS_rt_sigaction };
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        when(harmless[i], refuse);
    skip_unless(SYS_tgkill, 4);   /* abort() signals the process itself */
    load(offsetof(struct seccomp_data, args[0]));
    when((long)self, allow);
    answer(SECCOMP_RET_KILL_PROCESS);
    printing_and_memory();
    struct sock_fprog program = { filter_len, filter };
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}

/* What an emulator needs while its program computes; starting, it makes many others. */
int confine_emulator(void)
{
    const uint32_t allow = SECCOMP_RET_ALLOW;
    only_this_machine();
    load(offsetof(struct seccomp_data, instruction_pointer));   /* see above */
    load(offsetof(struct seccomp_data, nr));
    const long plain[] = { SYS_brk, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise,
                           SYS_exit, SYS_exit_group, SYS_futex, SYS_getrandom, SYS_clock_gettime,
                           SYS_gettimeofday, SYS_rt_sigprocmask, SYS_rt_sigaction,
                           SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_getpid,
                           SYS_gettid, SYS_close, SYS_close_range, SYS_read, SYS_pread64,
                           SYS_pwrite64 };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        when(plain[i], allow);
    skip_unless(SYS_mmap, 4);   /* RLIMIT_DATA does not bound what is shared */
    load(offsetof(struct seccomp_data, args[3]));
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 1, 0));
    answer(allow);
    answer(SECCOMP_RET_USER_NOTIF);
    skip_unless(SYS_write, 3);
    load(offsetof(struct seccomp_data, args[0]));
    when(1, allow);
    when(2, allow);
    answer(SECCOMP_RET_USER_NOTIF);
    struct sock_fprog program = { filter_len, filter };
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                        &program);
}
