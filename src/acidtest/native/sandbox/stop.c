/*
 * Preloaded into a compiler, an assembler or a linker, makes a zygote of it: a process that has done all
 * that is the same for every input, stops where it would open the input, and from there on is
 * forked for each. The fork goes on as if it had opened a file.
 *
 * Three names have a meaning, and no file is opened under them: ACID_MAIN is read first and is at
 * ZYGOTE_MAIN; at ACID_STOP it stops, to be forked for each input, or into a zygote that reads on
 * and stops when it opens that name again; ACID_RESULT is written, and each fork has its own. There
 * is no folder that a zygote or its forks could write to.
 */
#define _GNU_SOURCE
#include "confine.h"
#include "huge.h"
#include "zygote.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KEPT_MAX 64

static int forked;            /* in a fork every name is a plain name again */
static int result_fd = -1;
static char *kept[KEPT_MAX];  /* the file that a descriptor was opened on before the stop */

static int is(const char *path, const char *variable)
{
    const char *name = forked ? NULL : getenv(variable);
    return name && !strcmp(path, name);
}

static int receive(struct zygote_order *order, int fds[ORDER_FDS])
{
    union { char bytes[CMSG_SPACE(ORDER_FDS * sizeof(int))]; struct cmsghdr aligned; } control;
    struct iovec part = { order, sizeof *order };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes };
    if (recvmsg(ZYGOTE_SOCKET, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof *order)
        return -1;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_len != CMSG_LEN(ORDER_FDS * sizeof(int)))
        return -1;
    memcpy(fds, CMSG_DATA(head), ORDER_FDS * sizeof(int));
    return 0;
}

static void remember(int fd, const char *path)
{
    if (forked || fd < 0 || fd >= KEPT_MAX)
        return;
    free(kept[fd]);
    kept[fd] = strdup(path);
}

/* A linker has files open at its stop. Forks share their place in them, so each opens them anew. */
static void reopen(void)
{
    for (int fd = 0; fd < KEPT_MAX; fd++) {
        struct stat before, now;
        off_t place = kept[fd] ? lseek(fd, 0, SEEK_CUR) : -1;
        if (place < 0 || fstat(fd, &before))
            continue;
        int again = open(kept[fd], O_RDONLY | O_CLOEXEC);
        if (again < 0 || fstat(again, &now))
            _exit(126);
        if (before.st_dev == now.st_dev && before.st_ino == now.st_ino &&
            (lseek(again, place, SEEK_SET) != place || dup2(again, fd) < 0))
            _exit(126);
        close(again);
    }
}

/* Instead of all that a program does at its end for the sake of tidiness. */
static void leave(int status, void *unused)
{
    (void)unused;
    fflush(NULL);
    _exit(status);
}

/* The fork: takes its descriptors, is confined, and returns the one to read from. */
static int take_over(const struct zygote_order *order, const int fds[ORDER_FDS])
{
    forked = 1;
    copy_heap();
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(fds[OUTPUT_FD], 1) < 0 ||
        dup2(fds[ERRORS_FD], 2) < 0 || dup2(fds[RESULT_FD], result_fd) < 0)
        _exit(126);
    close(nothing), close(fds[OUTPUT_FD]), close(fds[ERRORS_FD]), close(fds[RESULT_FD]);
    close(ZYGOTE_SOCKET), close(ZYGOTE_MAIN);
    reopen();
    setpgid(0, 0);   /* a signal to its group must not reach the zygotes */
    const char *failed = confine(&order->limits, 0);
    if (failed) {
        dprintf(2, "acidtest: cannot confine this step: %s\n", failed);
        _exit(125);
    }
    on_exit(leave, NULL);
    return fds[SOURCE_FD];
}

/* A zygote that reads on: takes its socket, and returns what to read. */
static int read_on(const int fds[ORDER_FDS])
{
    copy_heap();
    if (dup2(fds[SOCKET_FD], ZYGOTE_SOCKET) < 0)
        _exit(126);
    for (int i = SOCKET_FD; i < ORDER_FDS; i++)
        close(fds[i]);
    return fds[SOURCE_FD];
}

/* Once, at the first stop: what is the same for all that will be forked from here. */
static void prepare(void)
{
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prepare_confinement();
    use_huge_pages();
    /* gcc puts this off until the first function; once here is cheaper than once a fork */
    void (*initialize_rtl)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "_Z14initialize_rtlv");
    if (initialize_rtl)
        initialize_rtl();
}

/* Returns in new processes only, with what to read. All are children of the launcher, which waits
   for them and limits their time. */
static int serve(void)
{
    static int prepared;
    if (!prepared++)
        prepare();
    /* what was written before would be missing from every result */
    if (result_fd < 0 || lseek(result_fd, 0, SEEK_CUR) != 0)
        _exit(1);
    for (;;) {
        struct zygote_order order;
        int fds[ORDER_FDS];
        if (receive(&order, fds))
            _exit(0);
        int apart = order.kind == FORK ? CLONE_NEWPID : 0;
        pid_t pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | apart | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0)
            return order.kind == FORK ? take_over(&order, fds) : read_on(fds);
        for (int i = 0; i < ORDER_FDS; i++)
            close(fds[i]);
        if (send(ZYGOTE_SOCKET, &pid, sizeof pid, MSG_NOSIGNAL) != (ssize_t)sizeof pid)
            _exit(0);
    }
}

/* The descriptor for a name that has a meaning here, or -1 for any other. */
static int special(const char *path)
{
    if (is(path, "ACID_MAIN"))
        return dup(ZYGOTE_MAIN);
    if (is(path, "ACID_STOP"))
        return serve();
    if (is(path, "ACID_RESULT"))
        return result_fd = memfd_create("result", 0);
    return -1;
}

/* libc's own function of this name, looked up once: the first call is the zygote's. */
static void *next(void **found, const char *name)
{
    if (!*found)
        *found = dlsym(RTLD_NEXT, name);
    return *found;
}

typedef int open_function(const char *, int, ...);
typedef FILE *fopen_function(const char *, const char *);

static int opened(open_function *real, const char *path, int flags, va_list arguments)
{
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    int fd = special(path);
    if (fd < 0)
        remember(fd = real(path, flags, mode), path);
    return fd;
}

static FILE *stream(fopen_function *real, const char *path, const char *how)
{
    int fd = special(path);
    if (fd >= 0)
        return fdopen(fd, how);
    FILE *file = real(path, how);
    if (file)
        remember(fileno(file), path);
    return file;
}

#define OPEN(name)                                                          \
    int name(const char *path, int flags, ...)                              \
    {                                                                       \
        static void *real;                                                  \
        va_list arguments;                                                  \
        va_start(arguments, flags);                                         \
        int fd = opened((open_function *)next(&real, #name), path, flags, arguments); \
        va_end(arguments);                                                  \
        return fd;                                                          \
    }
#define FOPEN(name)                                                         \
    FILE *name(const char *path, const char *how)                           \
    {                                                                       \
        static void *real;                                                  \
        return stream((fopen_function *)next(&real, #name), path, how);     \
    }
OPEN(open)
OPEN(open64)
FOPEN(fopen)
FOPEN(fopen64)
