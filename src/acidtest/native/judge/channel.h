/* The verdict's way out: nothing that the answer does can look like it. */
#ifndef ACID_CHANNEL_H
#define ACID_CHANNEL_H
#include "layout.h"

enum { VERDICT_FD = 3 };

/* The one instruction from which the filter allows every system call. */
extern long gate(long number, long a, long b, long c, long d) __attribute__((visibility("hidden")));
extern const char gate_after[] __attribute__((visibility("hidden")));

/* Sends the verdict with the secret from standard input, and what `report` holds if it is
   RETURNED. Ends the process. */
void send_verdict(enum verdict_kind kind, int32_t value, const char *text) __attribute__((noreturn));
void set_report(const void *data, uint32_t size);
#endif
