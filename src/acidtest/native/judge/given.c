/*
 * A table that the candidate returns could hold addresses of the test's own expectations. So what
 * the test is given is followed through the candidate's memory, after every call anew, since the
 * candidate can change it later.
 *
 * Nothing there tells for certain where a table ends: the candidate can forge the header of a
 * block. As far as a header says, no address of hidden memory may stand there. Behind it, and in
 * what was given earlier, one may that was shown once: what honest code has left lying about.
 */
#define _GNU_SOURCE
#include "given.h"

#include "heap.h"
#include "places.h"
#include "view.h"

#include <string.h>
#include <sys/mman.h>

enum { WORD = sizeof(void *), AT_LEAST = 512, MOST_GIVEN = 256, MOST_STEPS = 1 << 16 };

static const char NOT_SHOWN[] = "it gave the test an address of memory that it was not shown";
static uint8_t *image_low, *image_high, *marks;
static uintptr_t fresh[MOST_STEPS], given[MOST_GIVEN], ahead[MOST_STEPS];
static size_t fresh_count, given_count, ahead_count;   /* given: by earlier calls, the last ones */

void know_answer(uint8_t *low, uint8_t *high)
{
    image_low = low;
    image_high = high;
    marks = own_memory((size_t)(ANSWER_STACK_END - ANSWER_AT) / 8, MAP_PRIVATE);
}

int mark(const uint8_t *at)
{
    size_t bit = (size_t)(at - ANSWER_AT);
    if (marks[bit / 8] >> bit % 8 & 1)
        return 0;
    marks[bit / 8] |= (uint8_t)(1u << bit % 8);
    return 1;
}

void unmark(const uint8_t *at)
{
    size_t bit = (size_t)(at - ANSWER_AT);
    marks[bit / 8] &= (uint8_t)~(1u << bit % 8);
}

/* The end of the candidate's memory around `at`, if the test can read there; else NULL. */
static uint8_t *end_around(const uint8_t *at)
{
    if (at >= ANSWER_HEAP && at < ANSWER_END)
        return ANSWER_END;
    if (at >= ANSWER_STACK && at < ANSWER_STACK_END)
        return ANSWER_STACK_END;
    return at >= image_low && at < image_high ? image_high : NULL;
}

static void push(uintptr_t word)
{
    const uint8_t *at = (const uint8_t *)word;
    if (end_around(at) && ahead_count < MOST_STEPS && mark(at))
        ahead[ahead_count++] = word;
}

/* Where the test may read on from there. */
static uint8_t *end_of_reading(uint8_t *at, int certain)
{
    uint8_t *end = end_around(at);
    size_t size = heap_size(at, ANSWER_HEAP, ANSWER_END);
    if (!size || (!certain && size < AT_LEAST))
        size = AT_LEAST;
    return size < (size_t)(end - at) ? at + size : end;
}

static const char *follow_ahead(int certain)
{
    for (size_t next = 0; next < ahead_count; next++) {
        uint8_t *at = (uint8_t *)ahead[next], *end = end_of_reading(at, certain);
        for (; at + WORD <= end; at += WORD) {
            uintptr_t word;
            memcpy(&word, at, sizeof word);
            if (is_hidden(word) && (certain || !was_shown(word)))
                return NOT_SHOWN;
            push(word);
        }
    }
    if (certain && (ahead_count == MOST_STEPS || fresh_count == MOST_STEPS))
        return "it gave the test more addresses than can be followed";
    return NULL;
}

const char *give(uintptr_t word)
{
    if (is_hidden(word))
        return NOT_SHOWN;
    if (end_around((const uint8_t *)word) && fresh_count < MOST_STEPS)
        fresh[fresh_count++] = word;
    return NULL;
}

const char *give_perhaps(uintptr_t word)
{
    return was_shown(word) ? NULL : give(word);
}

const char *misleading(void)
{
    const char *why = NULL;
    for (int certain = 1; certain >= 0 && !why; certain--) {
        for (size_t i = 0; i < fresh_count; i++)
            push(fresh[i]);
        for (size_t i = 0; i < given_count && i < MOST_GIVEN && !certain; i++)
            push(given[i]);
        why = follow_ahead(certain);
        for (size_t i = 0; i < ahead_count; i++)
            unmark((const uint8_t *)ahead[i]);
        ahead_count = 0;
    }
    for (size_t i = 0; i < fresh_count; i++)
        given[given_count++ % MOST_GIVEN] = fresh[i];
    fresh_count = 0;
    return why;
}
