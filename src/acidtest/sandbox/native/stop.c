/*
 * Preloaded into a compiler or an assembler, makes a zygote of it: a process that has done all
 * that is the same for every input, stops where it would open the input, and from there on is
 * forked for each. The fork goes on as if it had opened a file.
 *
 * ACID_STOP names the file at whose opening it stops; ACID_HEAD a file that it reads before (it is
 * at ZYGOTE_HEAD); ACID_RESULT the file it writes, which each fork gets anew. Nothing is opened
 * under these names: there is no folder that a zygote or its forks could write to.
 */
#define _GNU_SOURCE
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
#include <sys/syscall.h>
#include <unistd.h>

static int forked;            /* in a fork every name is a plain name again */
static int result_fd = -1;

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

/* The fork: takes its descriptors, is confined, and returns the one to read from. */
static int take_over(const struct zygote_order *order, const int fds[ORDER_FDS])
{
    forked = 1;
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(fds[OUTPUT_FD], 1) < 0 ||
        dup2(fds[ERRORS_FD], 2) < 0 || dup2(fds[RESULT_FD], result_fd) < 0)
        _exit(126);
    close(nothing), close(fds[OUTPUT_FD]), close(fds[ERRORS_FD]), close(fds[RESULT_FD]);
    close(ZYGOTE_SOCKET), close(ZYGOTE_HEAD);
    const char *failed = confine(&order->limits, 0);
    if (failed) {
        dprintf(2, "acidtest: cannot confine this step: %s\n", failed);
        _exit(125);
    }
    return fds[SOURCE_FD];
}

/* Returns in forks only. */
static int serve(void)
{
    /* what was written before would be missing from every result */
    if (result_fd < 0 || lseek(result_fd, 0, SEEK_CUR) != 0)
        _exit(1);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    /* gcc puts this off until the first function; once here is cheaper than once a fork */
    void (*initialize_rtl)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "_Z14initialize_rtlv");
    if (initialize_rtl)
        initialize_rtl();
    for (;;) {
        struct zygote_order order;
        int fds[ORDER_FDS];
        if (receive(&order, fds))
            _exit(0);
        /* the launcher's child, not ours: it waits for it and limits its time */
        pid_t pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0)
            return take_over(&order, fds);
        for (int i = 0; i < ORDER_FDS; i++)
            close(fds[i]);
        if (send(ZYGOTE_SOCKET, &pid, sizeof pid, MSG_NOSIGNAL) != (ssize_t)sizeof pid)
            _exit(0);
    }
}

/* The descriptor for a name that has a meaning here, or -1 for any other. */
static int special(const char *path)
{
    if (is(path, "ACID_STOP"))
        return serve();
    if (is(path, "ACID_HEAD"))
        return dup(ZYGOTE_HEAD);
    if (is(path, "ACID_RESULT"))
        return result_fd = memfd_create("result", 0);
    return -1;
}

static int opened(const char *function, const char *path, int flags, mode_t mode)
{
    int fd = special(path);
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, function);
    return fd >= 0 ? fd : real(path, flags, mode);
}

static FILE *stream(const char *function, const char *path, const char *how)
{
    int fd = special(path);
    FILE *(*real)(const char *, const char *) =
        (FILE * (*)(const char *, const char *))dlsym(RTLD_NEXT, function);
    return fd >= 0 ? fdopen(fd, how) : real(path, how);
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return opened("open64", path, flags, mode);
}

FILE *fopen(const char *path, const char *how) { return stream("fopen", path, how); }
FILE *fopen64(const char *path, const char *how) { return stream("fopen64", path, how); }
