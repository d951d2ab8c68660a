/* System-call filters for code that computes. */
#ifndef ACID_FILTER_H
#define ACID_FILTER_H
#include <sys/types.h>

/* A number that the kernel has no call for: an answer in a process of its own stops with it, and
   stays stopped until its listener says otherwise. */
enum { STOP_CALL = 0x3ac1d };

/* For a process that holds the test: memory, printing, ending itself, and all from the gate.
   `loading` allows what dlopen needs, and no writing. 0 if the filter is in force. */
int confine_test(int loading);
/* For a process that holds nothing but the answer. The descriptor that its stops are told on, or
   -1. */
int confine_answer(pid_t self);
/* For an emulator: computing and memory; of every other system call the descriptor tells. */
int confine_emulator(void);
#endif
