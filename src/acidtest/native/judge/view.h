/* What the candidate sees of the test's memory, and what it may change there. */
#ifndef ACID_VIEW_H
#define ACID_VIEW_H
#include "places.h"

#if defined(ACID_EMULATED)
/* The candidate has the view in a file that this process does not map: else the candidate could
   have the test read there what nobody has followed. */
void publish(const uint8_t *low, const uint8_t *high, const uint8_t *from);
void fetch(const uint8_t *low, const uint8_t *high, uint8_t *to);
#endif

/* From `low` up to `high`. */
struct extent { uint8_t *low, *high; };

/* Makes room; returns the view, which the candidate shares or gets through a file. */
uint8_t *open_view(void);
/* Allows changes, as a recording made them. */
void allow_changes(const uint8_t *recorded, size_t size);
/* A function of the sanitizer's library, under which the test gets it. */
void *sanitizer_function(const char *name);
/* Where the test's constants and variables lie, once it is loaded. */
void know_test(struct extent constants, struct extent variables);
/* A call begins: fills the view with what the pointers among `words` lead to; `open` has a bit for
   each that leads to what the candidate may change as it likes. */
void show(const uintptr_t *words, size_t count, uint8_t *stack_pointer, uint8_t *frame,
          unsigned open);
/* Whether all that an argument leads to may change where the reference changes some of it. In C++
   objects are changed as a whole: a string that is moved or appended to has other words in it. */
void change_whole_objects(int yes);
/* A function of the test was called back: shows what it has changed, and what its result leads to. */
void show_again(const uintptr_t *words, size_t count);
/* The call is over: takes over what the candidate has changed, or says why not. */
const char *take_back(int recording);
int is_shown(const uint8_t *at);
/* The test has done with a block: what it next holds is not shown for the block's sake. */
void hide(uint8_t *low, size_t size);
/* Whether the word is an address of the test's memory that the call did not show, or of the
   runner's own; whether it is one that some call before showed. */
int is_hidden(uintptr_t word);
int was_shown(uintptr_t word);
/* The changes recorded so far, merged until they fit `room`; returns their size. */
uint32_t recorded_changes(void *to, uint32_t room);
#endif
