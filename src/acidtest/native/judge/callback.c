/*
 * The candidate may be given functions of the test. It holds none of the test's code, so a call
 * there stops it (candidate.c), and the function runs here, on the test's stack. Only one whose
 * address it was shown can be called; what it is given must not lead to hidden memory, and the
 * candidate gets back the registers that carry a result and no others.
 */
#define _GNU_SOURCE
#include "callback.h"

#include "channel.h"
#include "given.h"
#include "heap.h"
#include "object.h"
#include "strict.h"
#include "view.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#if defined(__x86_64__)
static struct { uint64_t address; struct passed how; int known; } functions[MOST_CALLBACKS];
static int function_count, running;

static uint64_t function_called(const char *name)
{
    for (int i = 0; i < object_count; i++)
        for (size_t k = 0; k < objects[i].symbol_count; k++) {
            const Elf64_Sym *symbol = &objects[i].symbols[k];
            if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
                !strcmp(name_of(&objects[i], symbol->st_name), name))
                return defined_at(&objects[i], k);
        }
    return 0;
}

int know_callbacks(struct object_file names)
{
    const char *name = (const char *)names.data, *end = name + names.size;
    if (!names.size)
        return 1;
    if (!name || end[-1])
        return 0;
    for (; name + sizeof(struct passed) < end && function_count < MOST_CALLBACKS;
         name += strlen(name) + 1) {
        memcpy(&functions[function_count].how, name, sizeof(struct passed));
        name += sizeof(struct passed);
        if (!(functions[function_count++].address = function_called(name)))
            return 0;
    }
    return 1;
}

static int place_of(uint64_t word)
{
    for (int i = 0; i < function_count; i++)
        if (functions[i].address == word)
            return i;
    return -1;
}

int meet_function(uintptr_t word)
{
    int i = word - (uint64_t)TEST_AT < IMAGE_ROOM ? place_of(word) : -1;
    if (i >= 0)
        functions[i].known = 1;
    return i >= 0;
}

int may_be_called(uintptr_t word)
{
    int i = place_of(word);
    return i >= 0 && functions[i].known;
}

/* Calls a function with these registers on another stack, and notes what it returns. */
struct back {
    uint64_t integers[6];
    uint8_t floats[8][16];
    uint64_t result[2];
    uint8_t float_result[2][16];
};
extern void enter(struct back *back, uint64_t function, uint8_t *stack)
    __attribute__((visibility("hidden")));
__asm__(".text\n.hidden enter\nenter:\n"
        "  push %rbp\n  push %rbx\n  push %r12\n  mov %rsp, %rbx\n  mov %rdi, %r12\n"
        "  mov %rsi, %r11\n  mov %rdx, %rsp\n  xor %ebp, %ebp\n"
        "  movups 48(%r12), %xmm0\n  movups 64(%r12), %xmm1\n  movups 80(%r12), %xmm2\n"
        "  movups 96(%r12), %xmm3\n  movups 112(%r12), %xmm4\n  movups 128(%r12), %xmm5\n"
        "  movups 144(%r12), %xmm6\n  movups 160(%r12), %xmm7\n"
        "  mov 0(%r12), %rdi\n  mov 8(%r12), %rsi\n  mov 16(%r12), %rdx\n  mov 24(%r12), %rcx\n"
        "  mov 32(%r12), %r8\n  mov 40(%r12), %r9\n  mov $8, %eax\n  call *%r11\n"
        "  mov %rax, 176(%r12)\n  mov %rdx, 184(%r12)\n"
        "  movups %xmm0, 192(%r12)\n  movups %xmm1, 208(%r12)\n"
        "  mov %rbx, %rsp\n  pop %r12\n  pop %rbx\n  pop %rbp\n  ret\n");
_Static_assert(offsetof(struct back, floats) == 48 && offsetof(struct back, result) == 176 &&
               offsetof(struct back, float_result) == 192, "the offsets above");

static void refuse(const char *why) __attribute__((noreturn));
static void refuse(const char *why) { send_verdict(TRESPASSED, 0, why); }

/* What the candidate passes: poison in registers that carry no argument. */
static void take_arguments(const struct call *call, const struct passed *how, struct back *back)
{
    memset(back, POISON, sizeof *back);
    for (int i = 0; i < 6; i++)
        if (how->integers >> i & 1) {
            back->integers[i] = call->integers[i];
            const char *why = give(back->integers[i]);
            if (why)
                refuse(why);
        }
    for (int i = 0; i < 8; i++)
        if (how->floats >> i & 1)
            memcpy(back->floats[i], call->floats[i], sizeof back->floats[i]);
}

/* What the candidate gets back, in the place of its own result; its words lead on. */
static void give_result(struct call *call, const struct passed *how, const struct back *back)
{
    uint64_t words[2] = { 0 };
    memset(call->result, POISON, sizeof call->result);
    memset(call->float_result, POISON, sizeof call->float_result);
    for (int i = 0; i < 2; i++) {
        if (how->returned >> i & IN_RAX)
            call->result[i] = words[i] = back->result[i];
        if (how->returned >> i & IN_XMM0)
            memcpy(call->float_result[i], back->float_result[i], 16);
    }
    show_again(words, 2);
}

void call_back(struct call *call, uint8_t *stack, int recording)
{
    enum { RED_ZONE = 128, ARGUMENTS = 64 };
    const uint64_t wanted = call->callback, from = call->stack_pointer + 8;
    const int i = may_be_called(wanted) ? place_of(wanted) : -1;
    if (i < 0)
        send_verdict(DIED, SIGSEGV, NULL);   /* as a jump to what is no function */
    const char *why = take_back(recording);
    if (why)
        refuse(why);
    struct back back;
    take_arguments(call, &functions[i].how, &back);
    uint64_t pushed[ARGUMENTS / 8];
    memset(pushed, POISON, sizeof pushed);
    if (from >= (uint64_t)ANSWER_STACK && from + ARGUMENTS <= (uint64_t)ANSWER_STACK_END)
        memcpy(pushed, (const void *)from, sizeof pushed);
    for (size_t k = 0; k < ARGUMENTS / 8 && !why; k++)
        why = give_perhaps(pushed[k]);
    why = why ? why : misleading();
    if (why)
        refuse(why);
    uint8_t *top = (uint8_t *)((uintptr_t)(stack - RED_ZONE - ARGUMENTS) & ~(uintptr_t)15);
    memcpy(top, pushed, sizeof pushed);
    errno = call->error;
    running = 1;
    enter(&back, wanted, top);
    running = 0;
    give_result(call, &functions[i].how, &back);
    call->error = errno;
}

int called_back(void) { return running; }
#else
int know_callbacks(struct object_file names) { return !names.size; }
int meet_function(uintptr_t word) { (void)word; return 0; }
int may_be_called(uintptr_t word) { (void)word; return 0; }
void call_back(struct call *call, uint8_t *stack, int recording)
{
    (void)call, (void)stack, (void)recording;
}
int called_back(void) { return 0; }
#endif
