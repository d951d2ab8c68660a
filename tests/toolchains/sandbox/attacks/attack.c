/*
 * Every run-time attack of tests/toolchains/sandbox/test_box_attacks.py, one function each:
 * `attack NAME [ARGUMENT...]`. Each says what it met, one line a try, `what: ok` or
 * `what: ERRNO`, so that the test can judge what was seen and not how long it took.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <mqueue.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;
static char **arguments;

static void say(const char *what, long result)
{
    printf("%s: %s\n", what, result == -1 ? strerrorname_np(errno) : "ok");
    fflush(stdout);
}
#define TRY(what, call) (errno = 0, say(what, (long)(call)))

static void spin(void) { for (volatile unsigned long i = 0;; i++) ; }

/* ---- processes, processor, memory ---------------------------------------- */

static void fork_bomb(void) { for (;;) fork(); }

static void fork_count(void)
{
    int count = 0;
    pid_t pid;
    while ((pid = fork()) > 0)
        count++;
    if (pid == 0)
        for (;;) pause();
    printf("fork: %s\n", strerrorname_np(errno));
    printf("%d\n", count);
}

static void *sleeper(void *nothing) { pause(); return nothing; }

static void thread_bomb(void)
{
    int count = 0, failed = 0;
    pthread_t thread;
    while (count < 1000 && !(failed = pthread_create(&thread, NULL, sleeper, NULL)))
        count++;
    printf("thread: %s\n%d\n", failed ? strerrorname_np(failed) : "ok", count);
    fflush(stdout);
    _exit(0);
}

static void memory_hog(void)
{
    size_t mib = 0;
    for (char *block; (block = malloc(1 << 20)); mib++)
        memset(block, 1, 1 << 20);
    printf("malloc: %s\n%zu\n", strerrorname_np(errno), mib);
}

static void mapping_hog(void)
{
    size_t mib = 0;
    while (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE,
                -1, 0) != MAP_FAILED)
        mib++;
    printf("mmap: %s\n%zu\n", strerrorname_np(errno), mib);
}

static int deeper(volatile char *above)
{
    volatile char frame[4096];
    frame[0] = above ? *above : 0;
    return deeper(frame) + frame[1];
}
static void stack_overflow(void) { exit(deeper(NULL)); }

static void busy(void) { spin(); }
static void sleep_forever(void) { for (;;) pause(); }

static void ignore_signals(void)
{
    for (int number = 1; number < 65; number++)
        signal(number, SIG_IGN);
}
static void ignore_and_spin(void) { ignore_signals(), spin(); }
static void ignore_and_sleep(void) { ignore_signals(), sleep_forever(); }
static void stop_self(void) { for (;;) raise(SIGSTOP); }

static void raise_limits(void)
{
    const struct { const char *name; int what; } all[] = {
        { "cpu", RLIMIT_CPU }, { "memory", RLIMIT_AS }, { "file", RLIMIT_FSIZE },
        { "processes", RLIMIT_NPROC }, { "files", RLIMIT_NOFILE }, { "locked", RLIMIT_MEMLOCK },
        { "stack", RLIMIT_STACK }, { "core", RLIMIT_CORE },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct rlimit most = { RLIM_INFINITY, RLIM_INFINITY };
        TRY(all[i].name, setrlimit(all[i].what, &most));
    }
}

static void priorities(void)
{
    struct sched_param first = { 1 };
    TRY("realtime", sched_setscheduler(0, SCHED_FIFO, &first));
    TRY("nice", setpriority(PRIO_PROCESS, 0, -20));
    TRY("mlockall", mlockall(MCL_CURRENT | MCL_FUTURE));
}

/* ---- output and files ------------------------------------------------------ */

static void flood(int fd)
{
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    signal(SIGPIPE, SIG_IGN);
    for (;;)
        if (write(fd, block, sizeof block) < 0)
            sched_yield();
}
static void flood_stdout(void) { flood(1); }
static void flood_stderr(void) { flood(2); }
static void flood_report(void) { flood(3); }

static int fill(const char *name, size_t most)
{
    static char block[1 << 16];
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    ssize_t put = 0;
    for (size_t done = 0; fd >= 0 && done < most && put >= 0; done += sizeof block)
        put = write(fd, block, sizeof block);
    int failed = fd < 0 || put < 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    return failed;
}

static void huge_file(void) { printf("%s\n", strerrorname_np(fill("huge", SIZE_MAX / 2))); }

static void huge_file_quietly(void)
{
    signal(SIGXFSZ, SIG_IGN);
    printf("write: %s\n", strerrorname_np(fill("huge", SIZE_MAX / 2)));
    struct stat info;
    stat("huge", &info);
    printf("%lld\n", (long long)info.st_size);
}

static void sparse_file(void)
{
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("sparse", O_CREAT | O_RDWR, 0600);
    TRY("truncate", ftruncate(fd, 1ll << 40));
    TRY("seek", lseek(fd, 1ll << 40, SEEK_SET));
    TRY("write", write(fd, "x", 1));
    TRY("allocate", fallocate(fd, 0, 0, 1ll << 40));
}

static void grow_stdin(void)
{
    signal(SIGXFSZ, SIG_IGN);
    TRY("truncate", ftruncate(0, 1ll << 40));
}

static void many_files(void)
{
    char name[32];
    int count = 0, fd;
    for (;; count++) {
        snprintf(name, sizeof name, "f%d", count);
        if ((fd = open(name, O_CREAT | O_WRONLY, 0600)) < 0)
            break;
        close(fd);
    }
    printf("open: %s\n%d\n", strerrorname_np(errno), count);
}

static void many_descriptors(void)
{
    int count = 0;
    while (open("/dev/null", O_RDONLY) >= 0)
        count++;
    printf("open: %s\n%d\n", strerrorname_np(errno), count);
}

static void disk_fill(void)
{
    char name[32];
    for (int count = 0;; count++) {
        snprintf(name, sizeof name, "f%d", count);
        int failed = fill(name, 1 << 20);
        if (failed) {
            printf("write: %s\n%d\n", strerrorname_np(failed), count);
            return;
        }
    }
}

static void read_files(void)
{
    for (char **path = arguments; *path; path++) {
        char text[4096];
        int fd;
        TRY(*path, fd = open(*path, O_RDONLY));
        ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text);
        if (got > 0)
            fwrite(text, 1, (size_t)got, stdout);
    }
}

static void write_files(void)
{
    for (char **path = arguments; *path; path++)
        TRY(*path, open(*path, O_WRONLY | O_CREAT, 0600));
}

static void change_system(void)
{
    TRY("unlink", unlink("/acid/attack"));
    TRY("rename", rename("/usr/bin/gcc", "/usr/bin/gcc2"));
    TRY("chmod", chmod("/acid/attack", 0777));
    TRY("rmdir", rmdir("/box"));
    TRY("symlink", symlink("/box", "/usr/lib/x"));
    TRY("link", link("/usr/bin/env", "env"));
    TRY("null", chmod("/dev/null", 0));
    TRY("truncate", truncate("/usr/bin/env", 0));
}

static void list_folders(void)
{
    for (char **path = arguments; *path; path++) {
        DIR *folder = opendir(*path);
        printf("%s:", *path);
        for (struct dirent *entry; folder && (entry = readdir(folder));)
            if (entry->d_name[0] != '.')
                printf(" %s", entry->d_name);
        puts("");
    }
}

static void devices(void)
{
    arguments = (char *[]){ "/dev", NULL };
    list_folders();
    TRY("mknod", mknod("zero", S_IFCHR | 0600, 0x105));
    TRY("mknodat", mknodat(AT_FDCWD, "mem", S_IFCHR | 0600, 0x101));
    TRY("disk", mknod("disk", S_IFBLK | 0600, 0x800));
    TRY("fifo", mkfifo("fifo", 0600));
    TRY("tty", open("/dev/tty", O_RDWR));
    TRY("ptmx", open("/dev/ptmx", O_RDWR));
    TRY("kmsg", open("/dev/kmsg", O_RDWR));
    TRY("mem", open("/dev/mem", O_RDWR));
    TRY("kvm", open("/dev/kvm", O_RDWR));
    TRY("fuse", open("/dev/fuse", O_RDWR));
    TRY("shm", open("/dev/shm", O_RDONLY));
}

/* Leaves something else than a file under the names that will be collected. */
static void odd_names(void)
{
    TRY("absolute", symlink("/usr/bin/env", "absolute"));
    TRY("relative", symlink("real", "relative"));
    TRY("loop", symlink("loop", "loop"));
    TRY("dangling", symlink("/etc/passwd", "dangling"));
    TRY("folder", mkdir("folder", 0700));
    TRY("fifo", mkfifo("fifo", 0600));
    TRY("socket", mknod("socket", S_IFSOCK | 0600, 0));
    int fd = open("real", O_CREAT | O_WRONLY, 0600);
    TRY("real", write(fd, "real", 4));
    TRY("shut", mkdir("shut", 0));
    TRY("unreadable", open("unreadable", O_CREAT | O_WRONLY, 0));
    fd = open("big", O_CREAT | O_WRONLY, 0600);
    TRY("big", ftruncate(fd, 4 << 20));
}

/* ---- network ---------------------------------------------------------------- */

static void sockets(void)
{
    TRY("tcp", socket(AF_INET, SOCK_STREAM, 0));
    TRY("tcp6", socket(AF_INET6, SOCK_STREAM, 0));
    TRY("udp", socket(AF_INET, SOCK_DGRAM, 0));
    TRY("icmp", socket(AF_INET, SOCK_DGRAM, 1));
    TRY("raw", socket(AF_INET, SOCK_RAW, 255));
    TRY("packet", socket(AF_PACKET, SOCK_RAW, 0));
    TRY("unix", socket(AF_UNIX, SOCK_STREAM, 0));
    TRY("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
    TRY("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
    TRY("alg", socket(AF_ALG, SOCK_SEQPACKET, 0));
    int pair[2];
    TRY("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

static void name_lookup(void)
{
    struct addrinfo *found = NULL;
    printf("lookup: %s\n", getaddrinfo("example.com", "80", NULL, &found) ? "failed" : "ok");
    printf("localhost: %s\n", getaddrinfo("10.0.0.1", "80", NULL, &found) ? "failed" : "ok");
    TRY("connect", connect(1, (struct sockaddr *)&(struct sockaddr){ AF_INET, { 0 } }, 16));
}

/* ---- other processes --------------------------------------------------------- */

static void trace_others(void)
{
    char byte;
    struct iovec mine = { &byte, 1 }, theirs = { (void *)0x400000, 1 };
    TRY("attach", ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    TRY("seize", ptrace(PTRACE_SEIZE, 1, 0, 0));
    TRY("traceme", ptrace(PTRACE_TRACEME, 0, 0, 0));
    TRY("readv", process_vm_readv(1, &mine, 1, &theirs, 1, 0));
    TRY("writev", process_vm_writev(1, &mine, 1, &theirs, 1, 0));
    int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
    TRY("getfd", syscall(438 /* pidfd_getfd */, pidfd, 0, 0));
}

static void kill_all(void)
{
    TRY("everyone", kill(-1, SIGKILL));
    puts("alive");
}

/* The first process of the namespace is the one that watches this step. */
static void kill_supervisor(void)
{
    printf("parent: %d\n", getppid());
    for (int number = 1; number < 65; number++)
        kill(1, number), kill(getppid(), number);
    kill(0, SIGCONT);
    puts("alive");
}

static void kill_numbers(void)
{
    int reached = 0;
    for (int pid = 2; pid < 70000; pid++)
        if (pid != getpid() && kill(pid, SIGKILL) == 0)
            reached++;
    printf("%d\n", reached);
}

static void others(void) { TRY("others", kill(-1, 0)); }

/* A grandchild in a session of its own that holds standard output, and tries to stay. */
static void daemonise(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            ignore_signals();
            setsid();
            for (int fd = open("heartbeat", O_CREAT | O_WRONLY, 0600);; usleep(1000))
                dprintf(fd, "x");
        }
        _exit(0);
    }
    wait(NULL);
    for (struct stat info; stat("heartbeat", &info) || !info.st_size;)
        usleep(1000);
    puts("left");
}

/* Children that keep forking while their parent goes away. */
static void hydra(void)
{
    for (int i = 0; i < 3; i++)
        if (fork() == 0)
            for (;;)
                if (fork() > 0)
                    _exit(0);
    usleep(20000);
    puts("left");
}

static void time_bomb(void)
{
    if (fork() == 0) {
        struct itimerval soon = { { 0, 0 }, { 0, 300000 } };
        signal(SIGALRM, SIG_IGN);
        setitimer(ITIMER_REAL, &soon, NULL);
        usleep(300000);
        kill(-1, SIGKILL);
        unlink("/box/file");
        for (;;) fork();
    }
    puts("armed");
}

/* ---- privileges ---------------------------------------------------------------- */

static int nothing(void *argument) { (void)argument; return 0; }

static void namespaces(void)
{
    static char stack[1 << 16];
    char *top = stack + sizeof stack;
    TRY("unshare-user", unshare(CLONE_NEWUSER));
    TRY("unshare-mount", unshare(CLONE_NEWNS));
    TRY("unshare-net", unshare(CLONE_NEWNET));
    TRY("clone-user", clone(nothing, top, CLONE_NEWUSER | SIGCHLD, NULL));
    TRY("clone-pid", clone(nothing, top, CLONE_NEWPID | SIGCHLD, NULL));
    TRY("clone-cgroup", clone(nothing, top, CLONE_NEWCGROUP | SIGCHLD, NULL));
    uint64_t request[11] = { CLONE_NEWUSER };
    TRY("clone3", syscall(435, request, sizeof request));
    TRY("setns", setns(0, 0));
    int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
    TRY("setns-pidfd", setns(pidfd, CLONE_NEWNS));
}

static void mounts(void)
{
    TRY("mount", mount("none", "/box", "tmpfs", 0, NULL));
    TRY("bind", mount("/usr", "/box", NULL, MS_BIND, NULL));
    TRY("remount", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    TRY("proc", mount("proc", "/box", "proc", 0, NULL));
    TRY("umount", umount2("/box", MNT_DETACH));
    TRY("pivot_root", syscall(SYS_pivot_root, "/box", "/box"));
    TRY("chroot", chroot("/box"));
    TRY("open_tree", syscall(428, AT_FDCWD, "/", 1));
    TRY("move_mount", syscall(429, 0, "", AT_FDCWD, "/box", 4));
    TRY("fsopen", syscall(430, "tmpfs", 0));
    TRY("mount_setattr", syscall(442, AT_FDCWD, "/", 0, NULL, 0));
}

static void become_root(void)
{
    gid_t group = 0;
    TRY("setuid", setuid(0));
    TRY("seteuid", seteuid(0));
    TRY("setgid", setgid(0));
    TRY("setgroups", setgroups(1, &group));
    TRY("setresuid", setresuid(0, 0, 0));
    TRY("setfsuid", setfsuid(0) == 0 ? 0 : (errno = EPERM, -1));
    printf("%d %d\n", getuid() == 0, geteuid() == 0);
}

static void capabilities(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct sets[2];
    syscall(SYS_capget, &header, sets);
    int bounding = 0, ambient = 0;
    for (int number = 0; number < 64; number++) {
        bounding += prctl(PR_CAPBSET_READ, number, 0, 0, 0) == 1;
        ambient += prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, number, 0, 0) == 1;
    }
    printf("%x %x %x %x %x %x\n", sets[0].effective, sets[0].permitted, sets[0].inheritable,
           sets[1].effective, sets[1].permitted, sets[1].inheritable);
    printf("%d %d %d %d\n", bounding, ambient, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0),
           prctl(PR_GET_SECCOMP, 0, 0, 0, 0));
    memset(sets, 0xff, sizeof sets);
    TRY("capset", syscall(SYS_capset, &header, sets));
}

static void kernel_calls(void)
{
    char buffer[256] = { 0 };
    int number = 0;
    TRY("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    TRY("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
    TRY("request_key", syscall(SYS_request_key, "user", "a", "b", -3));
    TRY("bpf", syscall(SYS_bpf, 0, buffer, sizeof buffer));
    TRY("perf_event_open", syscall(SYS_perf_event_open, buffer, 0, -1, -1, 0));
    TRY("io_uring_setup", syscall(425, 1, buffer));
    TRY("io_uring_enter", syscall(426, 0, 0, 0, 0, 0));
    TRY("io_uring_register", syscall(427, 0, 0, 0, 0));
    TRY("userfaultfd", syscall(SYS_userfaultfd, 0));
    TRY("memfd_create", memfd_create("code", 0));
    TRY("fanotify", syscall(SYS_fanotify_init, 0, 0));
    TRY("open_by_handle", syscall(SYS_open_by_handle_at, 0, buffer, 0));
    TRY("name_to_handle", syscall(SYS_name_to_handle_at, 0, "/", buffer, &number, 0));
    TRY("init_module", syscall(SYS_init_module, buffer, 1, ""));
    TRY("finit_module", syscall(SYS_finit_module, 0, "", 0));
    TRY("kexec", syscall(SYS_kexec_load, 0, 0, 0, 0));
    TRY("reboot", syscall(SYS_reboot, 0xfee1dead, 672274793, 0));
    TRY("swapon", syscall(SYS_swapon, "/box/x", 0));
    TRY("syslog", syscall(SYS_syslog, 3, buffer, sizeof buffer));
    TRY("personality", syscall(SYS_personality, 0x0040000));
    TRY("quotactl", syscall(SYS_quotactl, 0, 0, 0, 0));
    TRY("acct", syscall(SYS_acct, "/box/x"));
    TRY("sethostname", sethostname("owned", 5));
    TRY("settimeofday", settimeofday(&(struct timeval){ 1, 0 }, NULL));
    TRY("clock_settime", clock_settime(CLOCK_REALTIME, &(struct timespec){ 1, 0 }));
    TRY("vhangup", syscall(SYS_vhangup));
}

static void shared_memory(void)
{
    TRY("shmget", shmget(1, 4096, IPC_CREAT | 0666));
    TRY("semget", semget(1, 1, IPC_CREAT | 0666));
    TRY("msgget", msgget(1, IPC_CREAT | 0666));
    TRY("mq_open", mq_open("/queue", O_CREAT | O_RDWR, 0600, NULL));
    TRY("shm_open", shm_open("/memory", O_CREAT | O_RDWR, 0600));
    TRY("sem_open", sem_open("/lock", O_CREAT, 0600, 1) == SEM_FAILED ? -1 : 0);
}

static void terminal(void)
{
    char letter = 'x';
    for (int fd = 0; fd < 3; fd++)
        TRY("TIOCSTI", ioctl(fd, TIOCSTI, &letter));
    TRY("TIOCSCTTY", ioctl(0, TIOCSCTTY, 1));
    TRY("TIOCLINUX", ioctl(0, TIOCLINUX, &letter));
}

/* ---- other ways into the kernel; what a program is given ----------------------- */

#if defined(__x86_64__)
static void x32_call(void)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(0x40000000L | 39) : "rcx", "r11", "memory");
    printf("%ld\n", result);
}
static void int80_call(void)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    printf("%ld\n", result);
}
#endif

/* A program that replaces this one is as confined as this one. */
static void exec_self(void)
{
    int from = open("/acid/attack", O_RDONLY), to = open("copy", O_CREAT | O_WRONLY, 04755);
    char block[1 << 16];
    for (ssize_t got; (got = read(from, block, sizeof block)) > 0;)
        if (write(to, block, (size_t)got) < 0)
            break;
    close(from), close(to);
    TRY("setuid-bit", chmod("copy", 04755));
    execl("./copy", "copy", arguments[0], (char *)NULL);
    perror("exec");
}

static void descriptors(void)
{
    for (int fd = 0; fd < 4096; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf("%d ", fd);
    puts("");
    TRY("read-stdout", read(1, &(char){ 0 }, 1));
    TRY("read-report", read(3, &(char){ 0 }, 1));
}

static void environment(void)
{
    for (char **entry = environ; *entry; entry++)
        puts(*entry);
}

static void report(void)
{
    dprintf(3, "%s", arguments[0]);
    puts("written");
}

static void neighbour(void)
{
    char text[64] = { 0 };
    unsigned long sum = 0;
    for (unsigned long i = 0; i < 100000; i++)
        sum += i * i;
    int fd = open("given", O_RDONLY);
    ssize_t got = read(fd, text, sizeof text - 1);
    int out = open("made", O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (got < 0 || write(out, text, (size_t)got) != got)
        exit(1);
    printf("%lu %s\n", sum, text);
    arguments = (char *[]){ "/box", NULL };
    list_folders();
}

static void kill_group(void)
{
    kill(0, SIGKILL);
    puts("alive");
}

/* The names that had a meaning for the zygote have none for its forks. */
static void names_again(void)
{
    TRY("main", open("main", O_RDONLY));
    TRY("order", open("order", O_RDONLY));
    TRY("made", open("made", O_CREAT | O_WRONLY, 0600));
}

/* `attack forked`, as a zygote: it stops where it opens the order, which is an attack. */
static char **stopped_for_order(void)
{
    static char text[4096], *words[64];
    char unused[64];
    if (open("made", O_CREAT | O_WRONLY, 0600) < 0)
        exit(102);
    int first = open("main", O_RDONLY);
    if (first < 0 || read(first, unused, sizeof unused) <= 0 || close(first))
        exit(103);
    int order = open("order", O_RDONLY);
    if (order < 0 || read(order, text, sizeof text - 1) <= 0)
        exit(104);
    close(order);
    int count = 2;
    for (char *word = strtok(text, "\n"); word && count < 62; word = strtok(NULL, "\n"))
        words[count++ - 1] = word;
    return words;
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } all[] = {
#define ONE(name) { #name, name }
        ONE(fork_bomb), ONE(fork_count), ONE(thread_bomb), ONE(memory_hog), ONE(mapping_hog),
        ONE(stack_overflow), ONE(busy), ONE(sleep_forever), ONE(ignore_and_spin),
        ONE(ignore_and_sleep), ONE(stop_self), ONE(raise_limits), ONE(priorities),
        ONE(flood_stdout), ONE(flood_stderr), ONE(flood_report), ONE(huge_file),
        ONE(huge_file_quietly), ONE(sparse_file), ONE(grow_stdin), ONE(many_files),
        ONE(many_descriptors), ONE(disk_fill), ONE(read_files), ONE(write_files),
        ONE(change_system), ONE(list_folders), ONE(devices), ONE(odd_names), ONE(sockets),
        ONE(name_lookup), ONE(trace_others), ONE(kill_all), ONE(kill_supervisor),
        ONE(kill_numbers), ONE(others), ONE(daemonise), ONE(hydra), ONE(time_bomb),
        ONE(namespaces), ONE(mounts), ONE(become_root), ONE(capabilities), ONE(kernel_calls),
        ONE(shared_memory), ONE(terminal), ONE(exec_self), ONE(descriptors), ONE(environment),
        ONE(report), ONE(neighbour), ONE(kill_group), ONE(names_again),
#if defined(__x86_64__)
        ONE(x32_call), ONE(int80_call),
#endif
    };
    if (argc < 2)
        return 100;
    if (!strcmp(argv[1], "forked"))
        argv = stopped_for_order();
    arguments = argv + 2;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(all[i].name, argv[1])) {
            all[i].run();
            return 0;
        }
    return 101;
}
