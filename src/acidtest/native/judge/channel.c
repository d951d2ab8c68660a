#define _GNU_SOURCE
#include "channel.h"

#include <string.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
__asm__(".text\n.globl gate\n.hidden gate\ngate:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n  syscall\n"
        ".globl gate_after\n.hidden gate_after\ngate_after:\n  ret\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl gate\n.hidden gate\ngate:\n"
        "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n  mov x3, x4\n  svc 0\n"
        ".globl gate_after\n.hidden gate_after\ngate_after:\n  ret\n");
#else
#error "the acidtest runner knows x86-64 and aarch64 only"
#endif

static const void *report;
static uint32_t report_size;

void set_report(const void *data, uint32_t size)
{
    report = data;
    report_size = size;
}

void send_verdict(enum verdict_kind kind, int32_t value, const char *text)
{
    struct verdict_record message;
    memset(&message, 0, sizeof message);
    message.kind = (int32_t)kind;
    message.value = value;
    if (text)
        strncpy((char *)message.why, text, sizeof message.why - 1);
    gate(SYS_read, 0, (long)message.secret, sizeof message.secret, 0);
    gate(SYS_write, VERDICT_FD, (long)&message, sizeof message, 0);
    if (report && kind == RETURNED)
        gate(SYS_write, VERDICT_FD, (long)report, report_size, 0);
    gate(SYS_exit_group, 0, 0, 0, 0);
    __builtin_trap();
}

/* Stands in front of libc's: the test's failed assertions arrive here. */
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)expression, (void)file, (void)function;
    send_verdict(ASSERTION, (int32_t)line, NULL);
}
