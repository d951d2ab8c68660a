/*
 * Keeps the zygotes of one launcher: at most ZYGOTES_MAX, the one unused for longest goes first.
 *
 * A zygote that is to have read something is forked from one that has read all of it but the last
 * part. No zygote reads what an answer wrote. They stay outside all jobs, with the launcher's
 * capabilities, which they need to fork into a process namespace; each fork loses them, and is
 * confined like any other step, before it reads on.
 */
#define _GNU_SOURCE
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define ZYGOTES_MAX 64
#define START_S 20   /* how long a zygote may take to get ready */

struct zygote {
    /* how its program is started and what it has read, part by part, each with its length */
    struct text definition;
    pid_t pid;
    int socket;          /* -1: it could not be started or died, and is not tried again */
    uint64_t used;
};

static const char missing[] = "there is no such zygote";
static struct zygote zygotes[ZYGOTES_MAX];
static unsigned count;
static uint64_t uses;

unsigned zygote_count(void) { return count; }

static void stop(struct zygote *zygote)
{
    if (zygote->socket < 0)
        return;
    close(zygote->socket);
    zygote->socket = -1;
    kill(zygote->pid, SIGKILL);
    while (waitpid(zygote->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

void end_zygotes(void)
{
    for (unsigned i = 0; i < count; i++)
        stop(&zygotes[i]);
}

static int send_order(int socket, const struct zygote_order *order, const int fds[ORDER_FDS])
{
    union { char bytes[CMSG_SPACE(ORDER_FDS * sizeof(int))]; struct cmsghdr aligned; } control = { 0 };
    struct iovec part = { (void *)order, sizeof *order };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                              .msg_controllen = sizeof control.bytes };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(ORDER_FDS * sizeof(int));
    memcpy(CMSG_DATA(head), fds, ORDER_FDS * sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)sizeof *order ? 0 : -1;
}

/* The process that came of an order, or -1. */
static pid_t ask(const struct zygote *zygote, const struct zygote_order *order,
                 const int fds[ORDER_FDS])
{
    pid_t pid = -1;
    if (zygote->socket < 0 || send_order(zygote->socket, order, fds) ||
        recv(zygote->socket, &pid, sizeof pid, 0) != (ssize_t)sizeof pid)
        return -1;
    return pid;
}

static void become(struct text part, int socket)
{
    struct program program;
    if (!get_program(part, &program))
        _exit(126);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int first = memory_file(program.input.data, program.input.len);
    if (nothing < 0 || first < 0)
        _exit(126);
    /* away from the numbers that are about to be taken */
    first = fcntl(first, F_DUPFD, 10), socket = fcntl(socket, F_DUPFD, 10);
    for (int fd = 0; fd < 3; fd++)
        dup2(nothing, fd);
    if (dup2(socket, ZYGOTE_SOCKET) < 0 || dup2(first, ZYGOTE_MAIN) < 0)
        _exit(126);
    syscall(SYS_close_range, ZYGOTE_MAIN + 1, ~0u, 0);
    /* as every step has it: a compiler asks for as much stack as it may have */
    struct rlimit stack = { 0, 8u << 20 }, given;
    if (!getrlimit(RLIMIT_STACK, &given) && given.rlim_max < stack.rlim_max)
        stack.rlim_max = given.rlim_max;
    stack.rlim_cur = stack.rlim_max;
    setrlimit(RLIMIT_STACK, &stack);
    signal(SIGPIPE, SIG_DFL);
    execve(program.argv[0], program.argv, program.env);
    _exit(127);
}

static void start(struct zygote *zygote, const struct zygote *base, struct text part)
{
    int ends[2];
    zygote->socket = -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        return;
    if (base) {
        int text = memory_file(part.data, part.len);
        const struct zygote_order order = { .kind = ZYGOTE };
        const int fds[ORDER_FDS] = { [SOURCE_FD] = text, [SOCKET_FD] = ends[1], text, text };
        zygote->pid = text < 0 ? -1 : ask(base, &order, fds);
        close(text);
    } else {
        zygote->pid = fork();
        if (zygote->pid == 0)
            become(part, ends[1]);
    }
    close(ends[1]);
    if (zygote->pid < 0) {
        close(ends[0]);
        return;
    }
    struct timeval patience = { START_S, 0 };
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    zygote->socket = ends[0];
}

/* Room for one more: that of the zygote unused for longest, once there are enough. */
static struct zygote *make_room(void)
{
    if (count < ZYGOTES_MAX)
        return &zygotes[count++];
    struct zygote *oldest = &zygotes[0];
    for (unsigned i = 1; i < count; i++)
        if (zygotes[i].used < oldest->used)
            oldest = &zygotes[i];
    stop(oldest);
    free((void *)oldest->definition.data);
    return oldest;
}

/* The zygote of this program that has read these parts; it is started if it is not there. */
static struct zygote *find(const uint8_t *definition, const struct text *parts, int last)
{
    uint32_t len = (uint32_t)(parts[last].data + parts[last].len - definition);
    for (unsigned i = 0; i < count; i++)
        if (zygotes[i].definition.len == len && !memcmp(zygotes[i].definition.data, definition, len)) {
            zygotes[i].used = ++uses;
            return &zygotes[i];
        }
    const struct zygote *base = last ? find(definition, parts, last - 1) : NULL;
    struct zygote *zygote = make_room();   /* never the base, which was used just now */
    uint8_t *copy = allocate(len);
    memcpy(copy, definition, len);
    *zygote = (struct zygote){ .definition = { copy, len }, .used = ++uses };
    start(zygote, base, parts[last]);
    return zygote;
}

/* Reads all of a result whose writer has ended; NULL if it is larger than the cap. */
static uint8_t *whole(int fd, uint64_t cap, size_t *len)
{
    off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0 || (uint64_t)size > cap || lseek(fd, 0, SEEK_SET))
        return NULL;
    *len = (size_t)size;
    uint8_t *data = allocate(*len);
    if (!read_all(fd, data, *len) && lseek(fd, 0, SEEK_SET) == 0)
        return data;
    free(data);
    return NULL;
}

/* One fork, from `source` to `result`. */
static const char *run_fork(const struct zygote_request *request, int source, int result,
                            int caller, struct writer *out, int *succeeded)
{
    const struct zygote_order order = { FORK, request->limits };
    struct pipes pipes;
    const char *failed = open_pipes(&pipes, REPORT);
    if (failed)
        return failed;
    const int fds[ORDER_FDS] = { [SOURCE_FD] = source, [RESULT_FD] = result,
                                 [OUTPUT_FD] = pipes.given[OUTPUT],
                                 [ERRORS_FD] = pipes.given[ERRORS] };
    struct zygote *zygote = find(request->definition, request->parts, (int)request->part_count - 1);
    pid_t pid = ask(zygote, &order, fds);
    close_given(&pipes);
    if (pid < 0) {
        stop(zygote);
        for (int i = 0; i < STREAMS; i++)
            close(pipes.read[i]);
        return missing;
    }
    return watch(pid, &pipes, &order.limits, caller, out, succeeded);
}

/* Adds the result to those of the chain; 0 if it is too large for the next fork, or for us. */
static int keep(int result, uint64_t cap, struct writer *results)
{
    size_t len = 0;
    uint8_t *data = whole(result, cap, &len);
    put_u32(results, data ? TAKEN : TOO_BIG);
    put_bytes(results, data, len);
    free(data);
    return data != NULL;
}

int run_chain(const struct chain_request *chain, int caller, struct writer *out)
{
    uint32_t ran = 0, kept = 0;
    int source = memory_file(chain->source.data, chain->source.len), succeeded = 1;
    const char *failed = source < 0 ? "source" : NULL;
    struct writer steps = { 0 }, results = { 0 };
    while (!failed && succeeded && ran < chain->zygote_count) {
        int result = memfd_create("result", MFD_CLOEXEC);
        failed = result < 0 ? "result"
                            : run_fork(&chain->zygotes[ran], source, result, caller, &steps,
                                       &succeeded);
        close(source);
        source = result;
        ran++;
        if (!failed && succeeded) {
            succeeded = keep(result, chain->cap, &results);
            kept++;
        }
    }
    close(source);
    put_u32(out, failed == missing ? NO_ZYGOTE : failed ? FAILED : DONE);
    if (failed) {
        put_bytes(out, failed, strlen(failed));
    } else {
        put_u32(out, ran);
        put_raw(out, steps.data, steps.len);
        put_u32(out, kept);
        put_raw(out, results.data, results.len);
    }
    free(steps.data);
    free(results.data);
    return failed == gone ? -1 : 0;
}
