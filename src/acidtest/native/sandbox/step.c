#define _GNU_SOURCE
#include "step.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define REPORT_MAX 4096

const char gone[] = "acidtest is gone";

static uint64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static uint64_t micros(struct timeval t) { return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_usec; }

int memory_file(const void *data, size_t len)
{
    int fd = memfd_create("acidtest", MFD_CLOEXEC);
    if (fd >= 0 && (write_all(fd, data, len) || lseek(fd, 0, SEEK_SET))) {
        close(fd);
        return -1;
    }
    return fd;
}

const char *open_pipes(struct pipes *pipes, int count)
{
    for (int i = 0; i < STREAMS; i++) {
        int fds[2] = { -1, -1 };
        if (i < count && pipe2(fds, O_CLOEXEC))
            return "pipe";
        pipes->read[i] = fds[0];
        pipes->given[i] = fds[1];
        if (i < count)
            fcntl(fds[0], F_SETFL, O_NONBLOCK);
    }
    return NULL;
}

void close_given(const struct pipes *pipes)
{
    for (int i = 0; i < STREAMS; i++)
        if (pipes->given[i] >= 0)
            close(pipes->given[i]);
}

/* Reads what is there; returns 0 once the stream has ended. */
static int drain(int fd, struct writer *text, size_t cap)
{
    uint8_t chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN;
        if (got == 0)
            return 0;
        size_t room = text->len < cap ? cap - text->len : 0;
        put_raw(text, chunk, (size_t)got < room ? (size_t)got : room);
        if ((size_t)got > room)
            return 1;
        if ((size_t)got < sizeof chunk)
            return 1;
    }
}

const char *watch(pid_t pid, struct pipes *pipes, const struct limits *limits, int caller,
                  struct writer *out, int *succeeded)
{
    uint64_t start = now_us();
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pidfd < 0) {
        kill(pid, SIGKILL);
        return "pidfd_open";
    }
    enum ending ending = EXITED;
    const char *failed = NULL;
    uint64_t deadline = start + (uint64_t)limits->wall_ms * 1000u;
    const size_t caps[STREAMS] = { limits->output, limits->output, REPORT_MAX };
    struct writer texts[STREAMS] = { { 0 } };
    struct pollfd polls[STREAMS + 2];
    for (int i = 0; i < STREAMS; i++)
        polls[i] = (struct pollfd){ pipes->read[i], POLLIN, 0 };
    struct pollfd *ended = &polls[STREAMS], *hung_up = &polls[STREAMS + 1];
    *ended = (struct pollfd){ pidfd, POLLIN, 0 };
    *hung_up = (struct pollfd){ caller, 0, 0 };
    while (!ended->revents) {
        uint64_t at = now_us();
        if (at >= deadline) {
            ending = TOO_LONG;
            break;
        }
        if (poll(polls, STREAMS + 2, (int)((deadline - at) / 1000u) + 1) < 0 && errno != EINTR) {
            failed = "poll";
            break;
        }
        if (hung_up->revents) {
            failed = gone;
            break;
        }
        for (int i = 0; i < STREAMS; i++)
            if (polls[i].revents && !drain(pipes->read[i], &texts[i], caps[i]))
                polls[i].fd = -1;
        if (texts[OUTPUT].len + texts[ERRORS].len >= limits->output) {
            ending = TOO_MUCH_OUTPUT;
            break;
        }
    }
    if (ending != EXITED || failed)
        kill(pid, SIGKILL);
    int status = 0;
    struct rusage usage = { 0 };
    while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    uint64_t cpu = micros(usage.ru_utime) + micros(usage.ru_stime);
    for (int i = 0; i < STREAMS; i++) {
        if (polls[i].fd >= 0)
            drain(pipes->read[i], &texts[i], caps[i]);
        close(pipes->read[i]);
    }
    close(pidfd);
    int value = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (ending == EXITED && WIFSIGNALED(status)) {
        ending = SIGNALLED;
        /* a fork is the first process of its namespace, and ignores what comes before SIGKILL */
        if (caller >= 0 && value == SIGKILL && cpu >= (uint64_t)limits->cpu_s * 1000000u)
            value = SIGXCPU;
    }
    const struct step_record record = {
        .ending = ending, .value = (uint32_t)value, .cpu_us = cpu, .wall_us = now_us() - start,
        .max_rss_kib = (uint64_t)usage.ru_maxrss,
    };
    put_raw(out, &record, sizeof record);
    for (int i = 0; i < STREAMS; i++) {
        put_bytes(out, texts[i].data, texts[i].len);
        free(texts[i].data);
    }
    *succeeded = ending == EXITED && value == 0;
    return failed;
}
