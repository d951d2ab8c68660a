/* Makes a process cheap to fork: its code, and the heap of its collector, in huge pages. */
#ifndef ACID_HUGE_H
#define ACID_HUGE_H

/* In the zygote, before it is forked. Where there are no huge pages, nothing changes. */
void use_huge_pages(void);
/* In a fork, before it goes on: a heap of its own. */
void copy_heap(void);
#endif
