/*
 * Runs a test and a candidate for another machine, each under an emulator in a process of its own,
 * and tells the verdict. Both stop at a system call that only this process lets them go on from
 * (emulated.h): the candidate never runs while the test does. Once its memory is in place, each can
 * only compute: what it asks of the system then is refused.
 *
 * Arguments: the test's program, the candidate's, and the emulator's command.
 */
#define _GNU_SOURCE
#include "channel.h"
#include "emulated.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif

enum { TEST_SIDE, ANSWER_SIDE, SIDES };
/* An emulator reserves addresses, all of a 32-bit machine's; what it writes to is bounded here. */
enum { MOST_ARGUMENTS = 16, REPORT_BYTES = 8192 };
static const rlim_t data_room = 768u << 20;
static const off_t memory_room = 160 << 20;

struct side { pid_t pid; int listener, ready; uint64_t stopped; unsigned what; int value; };
static struct side sides[SIDES];
static int32_t *listeners;
static const char *report;

/* Ends both sides first: the time that they took counts as this process' own. */
static void finish(enum verdict_kind kind, int value, const char *why) __attribute__((noreturn));
static void finish(enum verdict_kind kind, int value, const char *why)
{
    for (int i = 0; i < SIDES; i++)
        if (sides[i].pid > 0)
            kill(sides[i].pid, SIGKILL);
    for (int i = 0; i < SIDES; i++)
        while (sides[i].pid > 0 && waitpid(sides[i].pid, NULL, 0) < 0 && errno == EINTR)
            ;
    send_verdict(kind, value, why);
}

static void give_up(const char *why) __attribute__((noreturn));
static void give_up(const char *why) { finish(NOT_CONFINED, 0, why); }

static void say_how_it_ended(struct side *side) __attribute__((noreturn));
static void say_how_it_ended(struct side *side)
{
    int status = 0;
    while (waitpid(side->pid, &status, 0) < 0 && errno == EINTR)
        ;
    side->pid = 0;
    if (!side->ready && side == &sides[TEST_SIDE])
        give_up("the emulated test ended before it began");
    if (!side->ready && !WIFSIGNALED(status))   /* it may be too large; the caller knows */
        finish(NOT_LOADED, 0, "its program ended before it began");
    if (side == &sides[TEST_SIDE])
        finish(TEST_DIED, WIFSIGNALED(status) ? WTERMSIG(status) : SIGABRT, NULL);
    if (WIFSIGNALED(status))
        finish(DIED, WTERMSIG(status), NULL);
    finish(ENDED, WEXITSTATUS(status), NULL);
}

static void run_emulator(int which, char **argv) __attribute__((noreturn));
static void run_emulator(int which, char **argv)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int listener = confine_emulator();
    listeners[which] = listener < 0 ? -1 : listener;
    syscall(SYS_futex, &listeners[which], FUTEX_WAKE, 1, NULL, NULL, 0);
    if (listener < 0 || syscall(SYS_close_range, 3, ~0u, CLOSE_RANGE_UNSHARE))
        _exit(1);
    close(0);
    if (open("/dev/null", O_RDONLY))
        _exit(1);
    execv(argv[0], argv);
    _exit(1);
}

/* The child shares this process' descriptors until its listener is among them. */
static void start(int which, char **argv)
{
    const struct timespec moment = { 0, 100000000 };
    struct side *side = &sides[which];
    side->pid = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
    if (side->pid == 0)
        run_emulator(which, argv);
    if (side->pid < 0)
        give_up("cannot fork");
    while (!__atomic_load_n(&listeners[which], __ATOMIC_ACQUIRE)) {
        syscall(SYS_futex, &listeners[which], FUTEX_WAIT, 0, &moment, NULL, 0);
        if (!listeners[which] && waitpid(side->pid, NULL, WNOHANG) == side->pid)
            give_up("an emulator ended before it began");
    }
    side->listener = listeners[which];
    if (side->listener < 0)
        give_up("seccomp cannot stop an emulator");
}

/* Whether an emulator that is past its start may still do this: end itself by a signal. */
static int is_harmless(const struct side *side, const struct seccomp_data *data)
{
    const int number = data->nr;
    return (number == SYS_kill || number == SYS_tkill || number == SYS_tgkill) &&
           data->args[0] == (uint64_t)side->pid;
}

static void reply(const struct side *side, uint64_t id, int error, uint32_t flags)
{
    struct seccomp_notif_resp response = { .id = id, .error = error, .flags = flags };
    ioctl(side->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

/* Takes one message; 1 if the side has stopped, -1 if it is gone. */
static int take_message(struct side *side)
{
    struct seccomp_notif message = { 0 };
    if (ioctl(side->listener, SECCOMP_IOCTL_NOTIF_RECV, &message))
        return errno == ENOENT || errno == EINTR ? 0 : -1;
    if (message.data.nr == TELL_CALL) {
        side->stopped = message.id;
        side->what = (unsigned)message.data.args[0];
        side->value = (int)message.data.args[1];
        return 1;
    }
    if (!side->ready || is_harmless(side, &message.data))
        reply(side, message.id, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
    else
        reply(side, message.id, -EPERM, 0);
    return 0;
}

static void resume(struct side *side)
{
    reply(side, side->stopped, 0, 0);
    side->stopped = 0;
}

/* Waits until every one of these sides that runs has stopped; ends with a verdict if one is gone. */
static void await(int first, int last)
{
    for (;;) {
        struct pollfd ready[SIDES];
        struct side *of[SIDES];
        nfds_t count = 0;
        for (int i = first; i <= last; i++)
            if (!sides[i].stopped) {
                of[count] = &sides[i];
                ready[count++] = (struct pollfd){ sides[i].listener, POLLIN, 0 };
            }
        if (!count)
            return;
        if (poll(ready, count, -1) < 0)
            continue;
        for (nfds_t i = 0; i < count; i++)
            if (ready[i].revents &&
                (!(ready[i].revents & POLLIN) || take_message(of[i]) < 0))
                say_how_it_ended(of[i]);
    }
}

static void make_files(void)
{
    int memory = open(MEMORY_FILE, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int said = open(REPORT_FILE, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (memory < 0 || said < 0 || ftruncate(memory, memory_room) || ftruncate(said, REPORT_BYTES))
        give_up("no room for the shared memory");
    report = mmap(NULL, REPORT_BYTES, PROT_READ, MAP_SHARED, said, 0);
    listeners = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED || listeners == MAP_FAILED)
        give_up("no room for the shared memory");
}

int main(int argc, char **argv)
{
    char *command[MOST_ARGUMENTS + 2] = { NULL };
    const int words = argc - 3;
    if (words < 1 || words > MOST_ARGUMENTS)
        return 2;
    for (int i = 0; i < words; i++)
        command[i] = argv[3 + i];
    const struct rlimit data = { data_room, data_room };
    if (setrlimit(RLIMIT_DATA, &data))
        give_up("setrlimit");
    make_files();
    struct side *test = &sides[TEST_SIDE], *answer = &sides[ANSWER_SIDE];
    for (int i = 0; i < SIDES; i++) {
        command[words] = argv[1 + i];
        if (chmod(argv[1 + i], 0700))   /* an emulator looks whether it may be run */
            give_up("a program is missing");
        start(i, command);
    }
    await(TEST_SIDE, ANSWER_SIDE);
    test->ready = answer->ready = 1;
    if (test->what != READY || answer->what != READY)
        give_up("an emulated program did not begin as it should");
    resume(answer);
    for (;;) {
        await(ANSWER_SIDE, ANSWER_SIDE);
        resume(test);
        await(TEST_SIDE, TEST_SIDE);
        if (test->what != CALLS)
            break;
        resume(answer);
    }
    if (test->what <= SAYS)
        give_up("the test said nothing");
    finish((enum verdict_kind)(test->what - SAYS), test->value, report);
}
