/*
 * The candidate has a copy of the test's memory at the same addresses. Before a call it gets what
 * the arguments lead to: whole variables, texts and blocks, found by following everything that
 * looks like a pointer. All else in the copy is poison. After the call the copy is compared with
 * what it was; changes go over to the test's own memory only where the reference makes some too.
 */
#define _GNU_SOURCE
#include "view.h"

#include "callback.h"
#include "given.h"
#include "heap.h"
#include "load.h"
#include "mapped.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HIDDEN, READABLE, WRITABLE, SHOWN_ONCE };
/* The sanitizer marks eight bytes with one; changes are noted as coarsely. */
enum { WORD = sizeof(void *), GRAIN = 8 };

/* `root` is the number of the word that led there first. */
enum { NO_ROOT = 63 };
struct piece { uint8_t *low, *high; uintptr_t frame; unsigned root; };
struct pieces { struct piece *list; size_t count, room; };

static uint8_t *view, *before;        /* the copy, and what it held when the call began */
static uint8_t *state, *changes;      /* of each byte: how it is shown; whether it may change */
static struct pieces shown, earlier, foreign;
static uint8_t *stack, *frame_at, *deepest = TEST_END, *heap_dressed = TEST_HEAP;
static struct extent constants, variables;
static unsigned root = NO_ROOT, open_roots;
static int whole_objects;

uint8_t *open_view(void)
{
    before = own_memory(TEST_ROOM, MAP_PRIVATE);
    state = own_memory(TEST_ROOM, MAP_PRIVATE);
    changes = own_memory(TEST_ROOM, MAP_PRIVATE);
    return view = own_memory(TEST_ROOM, MAP_SHARED);
}

static void add(struct pieces *to, uint8_t *low, uint8_t *high, uintptr_t frame)
{
    if (to->count == to->room) {
        to->room = to->room ? 2 * to->room : 256;
        to->list = realloc(to->list, to->room * sizeof *to->list);
        if (!to->list)
            abort();
    }
    to->list[to->count++] = (struct piece){ low, high, frame, root };
}

/* ---- what is shown ------------------------------------------------------------- */

/* The test's variables on the stack stand between bytes that the sanitizer marks. */
static int stack_extent(uint8_t *at, uint8_t **low, uint8_t **high)
{
    uint8_t *from = (uint8_t *)((uintptr_t)at & ~(uintptr_t)(GRAIN - 1)), *to = from;
    if (at < stack + GRAIN || (*SHADOW_OF(from) && at - from >= (int8_t)*SHADOW_OF(from)))
        return 0;
    while (from > stack + GRAIN && !*SHADOW_OF(from - GRAIN))
        from -= GRAIN;
    while (to < TEST_END && !*SHADOW_OF(to))
        to += GRAIN;
    if (to < TEST_END && *SHADOW_OF(to) < GRAIN)
        to += GRAIN;   /* the variable's last bytes */
    *low = from;
    *high = to;
    return 1;
}

/* Which function's frame a variable on the stack is in: the sanitizer notes that at the lower end.
   Another function's variable may come to lie just where this one was. */
static uintptr_t frame_around(uint8_t *at)
{
    enum { LEFT_END = 0xf1, MAGIC = 0x41b58ab3 };
    if (at < TEST_STACK)
        return 0;
    while (at > stack + GRAIN && *SHADOW_OF(at) != LEFT_END)
        at -= GRAIN;
    while (at > stack + GRAIN && *SHADOW_OF(at - GRAIN) == LEFT_END)
        at -= GRAIN;
    uintptr_t noted[3];   /* the magic number, a description, the function */
    memcpy(noted, at, sizeof noted);
    return noted[0] == MAGIC ? noted[2] : 0;
}

/* What the sanitizer's library does for arrays of variable length: it marks what is around one,
   and clears all marks between two addresses. */
static void mark_around(uint8_t *array, size_t size)
{
    enum { MARGIN = 32, BEFORE = 0xca, BEHIND = 0xcb };
    uint8_t *end = array + size, *word = (uint8_t *)((uintptr_t)end & ~7ul);
    uint8_t *margin = (uint8_t *)(((uintptr_t)end + MARGIN - 1) & ~(uintptr_t)(MARGIN - 1));
    memset(SHADOW_OF(array - MARGIN), BEFORE, MARGIN / 8);
    memset(SHADOW_OF(word), BEHIND, (size_t)(margin + MARGIN - word) / 8);
    if (word < end)
        *SHADOW_OF(word) = (uint8_t)(end - word);
}
static void clear_marks(uint8_t *low, uint8_t *high)
{
    if (low && low < high)
        memset(SHADOW_OF(low), 0, (size_t)(high - low) / 8);
}
static void do_nothing(void) {}

void *sanitizer_function(const char *name)
{
    if (!strcmp(name, "__asan_alloca_poison"))
        return mark_around;
    if (!strcmp(name, "__asan_allocas_unpoison"))
        return clear_marks;
    return do_nothing;   /* it only lays variables apart */
}

static int extent_of(uint8_t *at, uint8_t **low, uint8_t **high)
{
    if (at >= TEST_STACK)
        return stack_extent(at, low, high);
    if (at >= TEST_HEAP)
        return (*low = heap_block(at, high)) != NULL;
    return loaded_extent(at, (const uint8_t **)low, (const uint8_t **)high);
}

#if !defined(ACID_EMULATED)
static void publish(const uint8_t *low, const uint8_t *high, const uint8_t *from)
{
    (void)low, (void)high, (void)from;   /* the view is shared */
}
static void fetch(const uint8_t *low, const uint8_t *high, uint8_t *to)
{
    (void)low, (void)high, (void)to;
}
#endif

static void copy_over(uint8_t *low, uint8_t *high)
{
    memcpy(view + (low - TEST_AT), low, (size_t)(high - low));
    memcpy(before + (low - TEST_AT), low, (size_t)(high - low));
    publish(low, high, low);
}

int is_shown(const uint8_t *at)
{
    uint8_t how = state[at - TEST_AT];
    return how == READABLE || how == WRITABLE;
}

static void show_at(uint8_t *at)
{
    uint8_t *low, *high;
    if (meet_function((uintptr_t)at))
        return;
    if (at >= ANSWER_HEAP && at < ANSWER_END) {
        size_t size = heap_size(at, ANSWER_HEAP, ANSWER_END);
        if (size && mark(at))
            add(&foreign, at, at + size, 0);
        return;
    }
    if (at < TEST_AT || at >= TEST_END || is_shown(at) || !extent_of(at, &low, &high))
        return;
    int constant = at < constants.high;
    memset(state + (low - TEST_AT), constant ? READABLE : WRITABLE, (size_t)(high - low));
    copy_over(low, high);
    if (root < NO_ROOT && open_roots >> root & 1)
        memset(changes + (low - TEST_AT), 1, (size_t)(high - low));
    if (at >= TEST_HEAP && at < TEST_STACK)   /* its size, for realloc */
        copy_over(low - HEADER, low);
    add(&shown, low, high, frame_around(low));
}

static void follow(const struct piece *piece)
{
    uintptr_t first = ((uintptr_t)piece->low + WORD - 1) & ~(uintptr_t)(WORD - 1);
    root = piece->root;
    for (const uint8_t *at = (const uint8_t *)first; at + WORD <= piece->high; at += WORD) {
        uint8_t *word;
        memcpy(&word, at, sizeof word);
        show_at(word);
    }
}

/* What no call has shown yet reads as poison. */
static void dress(uint8_t *low, uint8_t *high)
{
    memset(view + (low - TEST_AT), POISON, (size_t)(high - low));
    memset(before + (low - TEST_AT), POISON, (size_t)(high - low));
    publish(low, high, view + (low - TEST_AT));
}

/* Everything that is shown leads on. */
static void follow_all(void)
{
    for (size_t i = 0, k = 0; i < shown.count || k < foreign.count;)
        if (i < shown.count) {
            struct piece next = shown.list[i++];
            if (is_shown(next.low))
                follow(&next);
        } else {
            struct piece next = foreign.list[k++];
            follow(&next);
        }
    for (size_t i = 0; i < foreign.count; i++)
        unmark(foreign.list[i].low);
    root = NO_ROOT;
}

static void dress_heap(void)
{
    uint8_t *heap_end = heap.top + HEADER;   /* as far as the last block's payload goes */
    if (heap_end > heap_dressed) {
        dress(heap_dressed, heap_end);
        heap_dressed = heap_end;
    }
}

void know_test(struct extent of_constants, struct extent of_variables)
{
    constants = of_constants;
    variables = of_variables;
}

void change_whole_objects(int yes) { whole_objects = yes; }

void show(const uintptr_t *words, size_t count, uint8_t *stack_pointer, uint8_t *frame,
          unsigned open)
{
    stack = stack_pointer;
    open_roots = open;
    frame_at = frame;
    if (stack < deepest) {
        dress(stack, deepest);
        deepest = stack;
    }
    dress_heap();
    struct pieces swapped = earlier;
    earlier = shown;
    shown = swapped;
    shown.count = foreign.count = 0;
    for (size_t i = 0; i < earlier.count; i++) {
        struct piece *old = &earlier.list[i];
        size_t size = (size_t)(old->high - old->low);
        if (!is_shown(old->low))
            old->high = old->low;   /* freed since */
        memset(state + (old->low - TEST_AT), SHOWN_ONCE, size);
    }
    for (size_t i = 0; i < count; i++) {
        root = i < NO_ROOT ? (unsigned)i : NO_ROOT;
        show_at((uint8_t *)words[i]);
    }
    root = NO_ROOT;
    for (size_t i = 0; i < earlier.count; i++) {   /* the candidate may have kept its address */
        struct piece *old = &earlier.list[i];
        uint8_t *low, *high;
        /* an array of variable length is in no frame: any other may lie there by now */
        if (extent_of(old->low, &low, &high) && low == old->low && high == old->high &&
            (low < TEST_STACK || (old->frame && frame_around(low) == old->frame)))
            show_at(low);
    }
    follow_all();
}

void show_again(const uintptr_t *words, size_t count)
{
    dress_heap();
    foreign.count = 0;
    for (size_t i = 0; i < shown.count; i++)
        if (is_shown(shown.list[i].low))
            copy_over(shown.list[i].low, shown.list[i].high);
    for (size_t i = 0; i < count; i++)
        show_at((uint8_t *)words[i]);
    follow_all();
}

void hide(uint8_t *low, size_t size) { memset(state + (low - TEST_AT), SHOWN_ONCE, size); }

int was_shown(uintptr_t word)
{
    uint8_t *at = (uint8_t *)word;
    return at >= TEST_AT && at < TEST_END && state[at - TEST_AT] == SHOWN_ONCE;
}

#if defined(ACID_EMULATED)
/* In 32 bits many numbers look like addresses: those of memory that nobody has used are none, nor
   those that emulated_answer.c itself has among its constants. */
static int is_used(const uint8_t *at)
{
    extern const uint8_t _end[];
    if (at >= TEST_STACK)
        return at >= stack;
    if (at == TEST_AT || at == TEST_HEAP)
        return 0;
    return at < TEST_HEAP ? at < _end : at < heap_dressed;
}

/* Elsewhere in this process there is nothing of the test's but what the candidate was shown. */
int is_ours(uintptr_t word) { (void)word; return 0; }
#else
static int is_used(const uint8_t *at) { (void)at; return 1; }
#endif

int is_hidden(uintptr_t word)
{
    uint8_t *at = (uint8_t *)word, *low, *high;
    if (is_ours(word))
        return 1;
    if (at < TEST_AT || at >= TEST_END || is_shown(at) || may_be_called(word) || !is_used(at))
        return 0;
    /* the end of something shown, unless something else begins there */
    return at == TEST_AT || !is_shown(at - 1) || (extent_of(at, &low, &high) && at < high);
}

/* ---- what it changed --------------------------------------------------------- */

static const char *place_of(uint8_t *at)
{
    if (at < constants.high)
        return "it wrote to a constant of the test";
    if (at < TEST_HEAP)
        return "it wrote to data of the test that it was not given";
    if (at < TEST_STACK)
        return "it wrote to heap memory of the test that it was not given";
    for (uint8_t *frame = frame_at; frame >= stack && frame + 2 * WORD <= TEST_END;) {
        if (at >= frame && at < frame + 2 * WORD)
            return "it changed a return address or frame of the test";
        uint8_t *next;
        memcpy(&next, frame, sizeof next);
        if (next <= frame)
            break;
        frame = next;
    }
    if (at < stack + WORD)
        return "it changed a return address or frame of the test";
    return "it wrote to the test's stack outside what it was given";
}

/* Notes what the reference changed. */
static void note_change(uint8_t *at)
{
    const size_t grain = (size_t)(at - TEST_AT) / GRAIN * GRAIN;
    memset(changes + grain, 1, GRAIN);
    if (!whole_objects)
        return;
    const struct piece *found = NULL;
    for (size_t i = 0; i < shown.count && !found; i++)
        if (at >= shown.list[i].low && at < shown.list[i].high)
            found = &shown.list[i];
    for (size_t i = 0; i < shown.count && found; i++) {
        const struct piece *piece = &shown.list[i];
        if (piece == found || (piece->root == found->root && found->root != NO_ROOT))
            memset(changes + (piece->low - TEST_AT), 1, (size_t)(piece->high - piece->low));
    }
}

static const char *take_changes(uint8_t *low, uint8_t *high, int recording)
{
    size_t looked_at = SIZE_MAX;
    for (uint8_t *at = low; at < high; at++) {
        size_t i = (size_t)(at - TEST_AT);
        if (view[i] == before[i])
            continue;
        if (state[i] != WRITABLE)
            return place_of(at);
        if (recording)
            note_change(at);
        else if (!changes[i])
            return "it changed memory that the reference leaves as it is";
        *at = before[i] = view[i];
        if (i / WORD != looked_at) {
            looked_at = i / WORD;
            uintptr_t word;
            memcpy(&word, view + looked_at * WORD, sizeof word);
            const char *why = give(word);
            if (why)
                return why;
        }
    }
    return NULL;
}

const char *take_back(int recording)
{
    const struct extent used[] = { constants, variables, { TEST_HEAP, heap_dressed },
                                   { stack, TEST_END } };
    for (size_t k = 0; k < sizeof used / sizeof *used; k++) {
        size_t from = (size_t)(used[k].low - TEST_AT);
        fetch(used[k].low, used[k].high, view + from);
        if (!memcmp(view + from, before + from, (size_t)(used[k].high - used[k].low)))
            continue;
        const char *why = take_changes(used[k].low, used[k].high, recording);
        if (why)
            return why;
    }
    return NULL;
}

/* ---- the reference's changes --------------------------------------------------- */

struct change { uint32_t from, size; };

static uint32_t merged_changes(struct change *to, uint32_t most, uint32_t gap)
{
    const struct extent used[] = { constants, variables, { TEST_HEAP, heap_dressed },
                                   { deepest, TEST_END } };
    uint32_t count = 0;
    for (size_t k = 0; k < sizeof used / sizeof *used; k++)
        for (uint8_t *at = used[k].low; at < used[k].high; at += GRAIN) {
            uint32_t from = (uint32_t)(at - TEST_AT);
            if (!changes[from])
                continue;
            if (count && from - (to[count - 1].from + to[count - 1].size) <= gap)
                to[count - 1].size = from + GRAIN - to[count - 1].from;
            else if (count == most)
                return most + 1;
            else
                to[count++] = (struct change){ from, GRAIN };
        }
    return count;
}

uint32_t recorded_changes(void *to, uint32_t room)
{
    uint32_t most = room / (uint32_t)sizeof(struct change), count = 0;
    for (uint32_t gap = 0; gap < TEST_ROOM; gap = 4 * gap + GRAIN)
        if ((count = merged_changes(to, most, gap)) <= most)
            break;
    return count * (uint32_t)sizeof(struct change);
}

void allow_changes(const uint8_t *recorded, size_t size)
{
    struct change change;
    for (; size >= sizeof change; recorded += sizeof change, size -= sizeof change) {
        memcpy(&change, recorded, sizeof change);
        if (change.from < TEST_ROOM && change.size <= TEST_ROOM - change.from)
            memset(changes + change.from, 1, change.size);
    }
}
