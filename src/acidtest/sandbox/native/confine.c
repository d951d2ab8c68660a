#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
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
static struct sock_filter filter[FILTER_MAX];
static unsigned short filter_len;

static void emit(struct sock_filter instruction)
{
    if (filter_len < FILTER_MAX)
        filter[filter_len++] = instruction;
}
static void load(uint32_t offset)
{
    emit((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}
static void answer(uint32_t action)
{
    emit((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}
/* If the loaded word equals `value`, give `action`; otherwise go on. */
static void when(uint32_t value, uint32_t action)
{
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    answer(action);
}
static void deny(long number) { when((uint32_t)number, SECCOMP_RET_ERRNO | EPERM); }

#define NAMESPACE_FLAGS \
    (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | \
     0x02000000 /* CLONE_NEWCGROUP */)

static const char *filter_system_calls(int may_fork)
{
    filter_len = 0;
    load(offsetof(struct seccomp_data, arch));
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0));
    answer(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    /* the x32 ABI would reach every call below under another number */
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    answer(SECCOMP_RET_KILL_PROCESS);
#endif
    /* a network namespace does not stop AF_VSOCK, so no socket of any family */
    deny(SYS_socket), deny(SYS_socketpair);
    deny(SYS_ptrace), deny(SYS_process_vm_readv), deny(SYS_process_vm_writev);
    deny(SYS_mount), deny(SYS_umount2), deny(SYS_pivot_root), deny(SYS_chroot);
    deny(SYS_unshare), deny(SYS_setns), deny(SYS_setdomainname), deny(SYS_sethostname);
    deny(SYS_bpf), deny(SYS_perf_event_open), deny(SYS_userfaultfd);
    deny(SYS_keyctl), deny(SYS_add_key), deny(SYS_request_key);
    deny(SYS_init_module), deny(SYS_finit_module), deny(SYS_delete_module);
    deny(SYS_kexec_load), deny(SYS_reboot), deny(SYS_swapon), deny(SYS_swapoff);
    deny(SYS_open_by_handle_at), deny(SYS_name_to_handle_at), deny(SYS_fanotify_init);
    deny(SYS_quotactl), deny(SYS_acct), deny(SYS_settimeofday), deny(SYS_clock_settime);
    deny(SYS_adjtimex), deny(SYS_syslog), deny(SYS_personality), deny(SYS_vhangup);
    deny(SYS_memfd_create), deny(SYS_mknodat), deny(SYS_inotify_init1), deny(SYS_io_setup);
    deny(SYS_msgget), deny(SYS_semget), deny(SYS_shmget), deny(SYS_mq_open);
    deny(425) /* io_uring_setup */, deny(426), deny(427);
    deny(428) /* open_tree */, deny(429) /* move_mount */, deny(430) /* fsopen */;
    deny(438) /* pidfd_getfd */, deny(442) /* mount_setattr */;
#if defined(__x86_64__)
    deny(SYS_mknod), deny(SYS_iopl), deny(SYS_ioperm), deny(SYS_modify_ldt), deny(SYS_uselib);
#endif
    /* the supervisor has the same user: limits of no process but the caller's own */
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4));
    load(offsetof(struct seccomp_data, args[0]));
    emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
    answer(SECCOMP_RET_ERRNO | EPERM);
    answer(SECCOMP_RET_ALLOW);
    when(435 /* clone3: its flags cannot be read by a filter; libc then uses clone */,
         SECCOMP_RET_ERRNO | ENOSYS);
    if (!may_fork) {
#if defined(__x86_64__)
        when(SYS_fork, SECCOMP_RET_ERRNO | EAGAIN);
        when(SYS_vfork, SECCOMP_RET_ERRNO | EAGAIN);
#endif
        when(SYS_clone, SECCOMP_RET_ERRNO | EAGAIN);
    } else {
        emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4));
        load(offsetof(struct seccomp_data, args[0]));
        emit((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACE_FLAGS, 0, 1));
        answer(SECCOMP_RET_ERRNO | EPERM);
        answer(SECCOMP_RET_ALLOW);
    }
    answer(SECCOMP_RET_ALLOW);
    if (filter_len >= FILTER_MAX)
        return "system-call filter too long";
    struct sock_fprog program = { filter_len, filter };
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0))
        return "seccomp";
    return NULL;
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
    for (int capability = 0; capability <= 63; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2] = { { 0 } };
    if (syscall(SYS_capset, &header, none))
        return "capset";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return "no_new_privs";
    return filter_system_calls(limits->processes > 1);
}
