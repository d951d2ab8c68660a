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

/* Filters are written from their end, so that a jump leads to what is there already; `start` is
   the place of the first instruction. */
#define FILTER_MAX 256
#define CAPABILITIES 64
struct program { struct sock_filter code[FILTER_MAX]; int start; };
static struct program programs[2];   /* without and with leave to fork */
static int to_drop[CAPABILITIES], to_drop_count;

static int before(struct program *to, struct sock_filter instruction)
{
    if (to->start > 0)
        to->code[--to->start] = instruction;
    return to->start;
}
static int load(struct program *to, uint32_t offset)
{
    return before(to, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}
static int answer(struct program *to, uint32_t action)
{
    return before(to, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}
/* Goes on at `yes` if the loaded word compares so with `value`, else at `no`. */
static int compare(struct program *to, uint16_t how, uint32_t value, int yes, int no)
{
    const uint8_t over_yes = (uint8_t)(yes - to->start), over_no = (uint8_t)(no - to->start);
    return before(to, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, over_yes, over_no));
}

/* From this number on, up to that of the next range: go on at `to`. */
struct range { uint32_t from; int to; };

static int by_number(const void *a, const void *b)
{
    const struct range *one = a, *other = b;
    return one->from < other->from ? -1 : one->from > other->from;
}

/* A search tree over ranges. The kernel translates a new filter, and tries it on every system call
   there is, so that a list of comparisons would cost more than all else that confines a step. */
static int decide(struct program *to, const struct range *ranges, int count)
{
    if (count == 1)
        return ranges->to;
    const int half = count / 2;
    const int right = decide(to, ranges + half, count - half), left = decide(to, ranges, half);
    return compare(to, BPF_JGE, ranges[half].from, right, left);
}

/* Decides what is listed, each number as it says, and goes on at `otherwise` with all else. */
static int decide_listed(struct program *to, struct range *listed, int count, int otherwise)
{
    struct range ranges[2 * FILTER_MAX] = { { 0, otherwise } };
    int made = 1;
    qsort(listed, (size_t)count, sizeof *listed, by_number);
    for (int i = 0; i < count; i++) {
        const uint32_t end = listed[i].from + 1;
        if (ranges[made - 1].from == listed[i].from)
            made--;
        if (!made || ranges[made - 1].to != listed[i].to)
            ranges[made++] = listed[i];
        ranges[made++] = (struct range){ end, otherwise };
    }
    return decide(to, ranges, made);
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
    struct range listed[sizeof denied / sizeof *denied + 8];
    int count = 0;
    to->start = FILTER_MAX;
    const int kill = answer(to, SECCOMP_RET_KILL_PROCESS);
    const int allow = answer(to, SECCOMP_RET_ALLOW);
    const int refuse = answer(to, SECCOMP_RET_ERRNO | EPERM);
    const int not_now = answer(to, SECCOMP_RET_ERRNO | EAGAIN);
    const int unknown = answer(to, SECCOMP_RET_ERRNO | ENOSYS);
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++)
        listed[count++] = (struct range){ (uint32_t)denied[i], refuse };
    /* clone3: its flags cannot be read by a filter; libc then uses clone */
    listed[count++] = (struct range){ 435, unknown };
    /* the supervisor has the same user: limits of no process but the caller's own */
    compare(to, BPF_JEQ, 0, allow, refuse);
    const int limits = load(to, offsetof(struct seccomp_data, args[0]));
    listed[count++] = (struct range){ SYS_prlimit64, limits };
    if (may_fork) {
        compare(to, BPF_JSET, NAMESPACE_FLAGS, refuse, allow);
        const int flags = load(to, offsetof(struct seccomp_data, args[0]));
        listed[count++] = (struct range){ SYS_clone, flags };
    } else {
        listed[count++] = (struct range){ SYS_clone, not_now };
#if defined(__x86_64__)
        listed[count++] = (struct range){ SYS_fork, not_now };
        listed[count++] = (struct range){ SYS_vfork, not_now };
#endif
    }
    int numbers = decide_listed(to, listed, count, allow);
#if defined(__x86_64__)
    /* the x32 ABI would reach every call above under another number */
    numbers = compare(to, BPF_JGE, 0x40000000, kill, numbers);
#endif
    numbers = load(to, offsetof(struct seccomp_data, nr));
    compare(to, BPF_JEQ, ARCH, numbers, kill);
    load(to, offsetof(struct seccomp_data, arch));
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

/* Never above the limit that acidtest itself was given: raising it is refused. */
static int limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit value;
    if (getrlimit(what, &value))
        return -1;
    if (hard < value.rlim_max)
        value.rlim_max = hard;
    value.rlim_cur = soft < value.rlim_max ? soft : value.rlim_max;
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
    if (program->start <= 0)
        return "system-call filter";
    struct sock_fprog filter = { (unsigned short)(FILTER_MAX - program->start),
                                 (struct sock_filter *)program->code + program->start };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) ? "seccomp" : NULL;
}
