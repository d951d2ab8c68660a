/* The candidate's process: it waits for a call, makes it, and stops again. */
#define _GNU_SOURCE
#include "strict.h"

#include "channel.h"
#include "filter.h"
#include "heap.h"
#include "load.h"
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif

#if defined(__x86_64__)
/* Loads the registers and the stack of the call, calls, and notes what came back. The offsets are
   those of struct call. */
uint8_t *const answer_stack_end __attribute__((visibility("hidden"))) = ANSWER_STACK_END;
void invoke(struct call *call) __attribute__((visibility("hidden")));
__asm__(".text\n.hidden invoke\ninvoke:\n"
        "  push %rbx\n  push %rbp\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"
        "  mov %rsp, stack_before(%rip)\n  mov %rdi, call_before(%rip)\n  mov %rdi, %r11\n"
        "  mov answer_stack_end(%rip), %rsp\n  sub $576, %rsp\n"
        "  lea 256(%r11), %rsi\n  mov %rsp, %rdi\n  mov $512, %ecx\n  cld\n  rep movsb\n"
        "  movups 64(%r11), %xmm0\n  movups 80(%r11), %xmm1\n  movups 96(%r11), %xmm2\n"
        "  movups 112(%r11), %xmm3\n  movups 128(%r11), %xmm4\n  movups 144(%r11), %xmm5\n"
        "  movups 160(%r11), %xmm6\n  movups 176(%r11), %xmm7\n"
        "  mov 0(%r11), %rdi\n  mov 8(%r11), %rsi\n  mov 16(%r11), %rdx\n  mov 24(%r11), %rcx\n"
        "  mov 32(%r11), %r8\n  mov 40(%r11), %r9\n  mov 48(%r11), %rax\n"
        "  mov 56(%r11), %r10\n  xor %ebp, %ebp\n  xor %ebx, %ebx\n  xor %r11d, %r11d\n"
        "  xor %r12d, %r12d\n  xor %r13d, %r13d\n  xor %r14d, %r14d\n  xor %r15d, %r15d\n"
        "  call *%r10\n.globl invoked\n.hidden invoked\ninvoked:\n  cld\n"
        "  mov stack_before(%rip), %rsp\n  mov call_before(%rip), %r11\n"
        "  cmpq $0, 784(%r11)\n  je 1f\n  fstpt 768(%r11)\n1:\n"
        "  mov %rax, 192(%r11)\n  mov %rdx, 200(%r11)\n"
        "  movups %xmm0, 208(%r11)\n  movups %xmm1, 224(%r11)\n"
        "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbp\n  pop %rbx\n  ret\n"
        ".local stack_before\n.comm stack_before, 8, 8\n.local call_before\n.comm call_before, 8, 8\n");
_Static_assert(offsetof(struct call, floats) == 64 && offsetof(struct call, result) == 192 &&
               offsetof(struct call, float_result) == 208 && offsetof(struct call, stack) == 256 &&
               offsetof(struct call, long_result) == 768 &&
               offsetof(struct call, returns_long) == 784,
               "the offsets above");
#else
const char invoked[1];
static void invoke(struct call *call) { (void)call; }
#endif

static struct call *calls;

static void note_freed(void *block)
{
    if (calls->freed_count < MOST_FREED)   /* what does not fit is merely never used again */
        calls->freed[calls->freed_count++] = block;
}

#if defined(__x86_64__)
/* The test's code is not in this process: a call there is passed over to the test's. Any other
   fault happens again, and ends the process because its signal is blocked here. */
static void on_fault(int number, siginfo_t *fault, void *context)
{
    mcontext_t *at = &((ucontext_t *)context)->uc_mcontext;
    static const int integers[6] = { REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9 };
    uint8_t *target = (uint8_t *)at->gregs[REG_RIP];
    if (number != SIGSEGV || target < TEST_AT || target >= TEST_HEAP || fault->si_addr != target)
        *(volatile int *)8 = 0;
    for (int i = 0; i < 6; i++)
        calls->integers[i] = (uint64_t)at->gregs[integers[i]];
    memcpy(calls->floats, at->fpregs->_xmm, sizeof calls->floats);
    calls->callback = (uint64_t)target;
    calls->stack_pointer = (uint64_t)at->gregs[REG_RSP];
    calls->error = errno;
    if (syscall(STOP_CALL))
        _exit(0);
    errno = calls->error;
    at->gregs[REG_RAX] = (greg_t)calls->result[0];
    at->gregs[REG_RDX] = (greg_t)calls->result[1];
    memcpy(at->fpregs->_xmm, calls->float_result, sizeof calls->float_result);
    memcpy(&at->gregs[REG_RIP], (void *)at->gregs[REG_RSP], sizeof(greg_t));
    at->gregs[REG_RSP] += (greg_t)sizeof(greg_t);
}
#else
static void on_fault(int number, siginfo_t *fault, void *context)
{
    (void)number, (void)fault, (void)context;
}
#endif

static void catch_calls(void)
{
    static char room[1 << 16];
    const stack_t second = { .ss_sp = room, .ss_size = sizeof room };
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    sigaltstack(&second, NULL);
    sigaction(SIGSEGV, &action, NULL);
}

void __attribute__((noinline)) poison_below(void)
{
    enum { PAGE = 4096 };
    char area[1 << 16];
    __asm__ volatile("" : : "r"(area) : "memory");
    for (char *page = area; page < area + sizeof area; page += PAGE)
        if (*page != POISON || memcmp(page, page + 1, PAGE - 1))
            memset(page, POISON, PAGE);
    __asm__ volatile("" : : "r"(area) : "memory");
}

void serve_calls(struct call *call, uint8_t *view, const struct image *answer)
{
    calls = call;
    heap = (struct heap){
        .base = ANSWER_HEAP, .top = ANSWER_HEAP, .end = ANSWER_END,
        .other_base = TEST_HEAP, .other_end = TEST_STACK, .free_other = note_freed,
    };
    int listener = -1;
    catch_calls();
    if (mremap(view, TEST_ROOM, TEST_ROOM, MREMAP_MAYMOVE | MREMAP_FIXED, TEST_AT) == TEST_AT)
        listener = confine_answer(getpid());
    call->listener = listener < 0 ? -1 : listener;
    syscall(SYS_futex, &call->listener, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    if (listener < 0 || syscall(SYS_close_range, 3, ~0u, CLOSE_RANGE_UNSHARE))
        _exit(1);
    syscall(SYS_close_range, 0, 0, 0);
    register_frames(answer);
    poison_below();
    for (int started = 0; syscall(STOP_CALL) == 0; started = 1) {   /* else the test is gone */
        for (int i = 0; i < answer->constructor_count && !started; i++)
            ((void (*)(void))answer->constructors[i])();
        errno = call->error;
        borrow_streams(call);
        invoke(call);
        hand_streams_back(call);
        call->error = errno;
    }
    _exit(0);
}
