#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "the acidtest sandbox knows x86-64 and aarch64 only"
#endif

#define FILTER_MAX 256
#define CAPABILITIES 64
struct program { struct sock_filter code[FILTER_MAX]; unsigned short len; };
static struct program programs[2];   /* without and with leave to fork */
static int to_drop[CAPABILITIES], to_drop_count;

static void emit(struct program *to, struct sock_filter instruction)
{
    if (to->len < FILTER_MAX)
        to->code[to->len++] = instruction;
}
static void load(struct program *to, uint32_t offset)
{
    emit(to, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}
static void answer(struct program *to, uint32_t action)
{
    emit(to, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}
/* Goes on if the loaded word compares so with `value`, else skips `skipped`. */
static void unless(struct program *to, uint16_t how, uint32_t value, uint8_t skipped)
{
    emit(to, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, 0, skipped));
}

struct rule { uint32_t number, action; };

static int by_number(const void *a, const void *b)
{
    const struct rule *one = a, *other = b;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* A search tree over sorted rules. The kernel tries a new filter on every system call there is, so
   that a list of comparisons would cost more than all else that confines a step. */
static void decide(struct program *to, const struct rule *rules, int count)
{
    if (count <= 3) {
        for (int i = 0; i < count; i++) {
            unless(to, BPF_JEQ, rules[i].number, 1);
            answer(to, rules[i].action);
        }
        answer(to, SECCOMP_RET_ALLOW);
        return;
    }
    int half = count / 2, at = to->len;
    unless(to, BPF_JGE, rules[half].number, 0);
    decide(to, rules, half);
    /* where not smaller, over what has just been written */
    to->code[at].jt = (uint8_t)(to->len - at - 1);
    decide(to, rules + half, count - half);
}

#define NAMESPACE_FLAGS \
    (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | \
     0x02000000 /* CLONE_NEWCGROUP */)

static const long denied[] = {
    /* a network namespace does not stop AF_VSOCK, so no socket of any family */
    SYS_socket, SYS_socketpair,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot,
    SYS_unshare, SYS_setns, SYS_setdomainname, SYS_sethostname,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd,
    SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_fanotify_init,
    SYS_quotactl, SYS_acct, SYS_settimeofday, SYS_clock_settime,
    SYS_adjtimex, SYS_syslog, SYS_personality, SYS_vhangup,
    SYS_memfd_create, SYS_mknodat, SYS_inotify_init1, SYS_io_setup,
    SYS_msgget, SYS_semget, SYS_shmget, SYS_mq_open,
    425 /* io_uring_setup */, 426, 427,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */,
    438 /* pidfd_getfd */, 442 /* mount_setattr */,
#if defined(__x86_64__)
    SYS_mknod, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib,
#endif
};

static void write_program(struct program *to, int may_fork)
{
    struct rule rules[sizeof denied / sizeof *denied + 8];
    int count = 0;
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++)
        rules[count++] = (struct rule){ (uint32_t)denied[i], SECCOMP_RET_ERRNO | EPERM };
    /* clone3: its flags cannot be read by a filter; libc then uses clone */
    rules[count++] = (struct rule){ 435, SECCOMP_RET_ERRNO | ENOSYS };
    to->len = 0;
    load(to, offsetof(struct seccomp_data, arch));
    emit(to, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0));
    answer(to, SECCOMP_RET_KILL_PROCESS);
    load(to, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    /* the x32 ABI would reach every call below under another number */
    unless(to, BPF_JGE, 0x40000000, 1);
    answer(to, SECCOMP_RET_KILL_PROCESS);
#endif
    /* the supervisor has the same user: limits of no process but the caller's own */
    unless(to, BPF_JEQ, SYS_prlimit64, 4);
    load(to, offsetof(struct seccomp_data, args[0]));
    unless(to, BPF_JEQ, 0, 1);
    answer(to, SECCOMP_RET_ALLOW);
    answer(to, SECCOMP_RET_ERRNO | EPERM);
    if (may_fork) {
        unless(to, BPF_JEQ, SYS_clone, 4);
        load(to, offsetof(struct seccomp_data, args[0]));
        unless(to, BPF_JSET, NAMESPACE_FLAGS, 1);
        answer(to, SECCOMP_RET_ERRNO | EPERM);
        answer(to, SECCOMP_RET_ALLOW);
    } else {
        rules[count++] = (struct rule){ SYS_clone, SECCOMP_RET_ERRNO | EAGAIN };
#if defined(__x86_64__)
        rules[count++] = (struct rule){ SYS_fork, SECCOMP_RET_ERRNO | EAGAIN };
        rules[count++] = (struct rule){ SYS_vfork, SECCOMP_RET_ERRNO | EAGAIN };
#endif
    }
    qsort(rules, (size_t)count, sizeof *rules, by_number);
    decide(to, rules, count);
}

void prepare_confinement(void)
{
    for (int may_fork = 0; may_fork < 2; may_fork++)
        write_program(&programs[may_fork], may_fork);
    to_drop_count = 0;
    for (int capability = 0; capability < CAPABILITIES; capability++)
        if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1)
            to_drop[to_drop_count++] = capability;
}

/* Where all of a user's processes count, a bound that only a fork bomb reaches. */
#define MANY_PROCESSES 4096

static int limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit value = { soft, hard };
    return setrlimit(what, &value);
}

const char *confine(const struct limits *limits, uint32_t own_processes)
{
    const rlim_t processes = own_processes ? limits->processes + own_processes : MANY_PROCESSES;
    if (limit(RLIMIT_CPU, limits->cpu_s, limits->cpu_s + 1) ||
        limit(RLIMIT_AS, limits->memory, limits->memory) ||
        limit(RLIMIT_FSIZE, limits->file_size, limits->file_size) ||
        limit(RLIMIT_NPROC, processes, processes) ||
        limit(RLIMIT_STACK, 8u << 20, 8u << 20) || limit(RLIMIT_CORE, 1, 1) ||  /* 1: also no core_pattern helper */
        limit(RLIMIT_NOFILE, 128, 128) || limit(RLIMIT_MEMLOCK, 0, 0) ||
        limit(RLIMIT_MSGQUEUE, 0, 0))
        return "setrlimit";
    for (int i = 0; i < to_drop_count; i++)
        prctl(PR_CAPBSET_DROP, to_drop[i], 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2] = { { 0 } };
    if (syscall(SYS_capset, &header, none))
        return "capset";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return "no_new_privs";
    const struct program *program = &programs[limits->processes > 1];
    if (program->len == 0 || program->len >= FILTER_MAX)
        return "system-call filter";
    struct sock_fprog filter = { program->len, (struct sock_filter *)program->code };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) ? "seccomp" : NULL;
}
