/* What the candidate sees of the test's memory, and what it may change there. */
#ifndef ACID_VIEW_H
#define ACID_VIEW_H
#include "strict.h"

/* Makes room; returns the view to be mapped in the candidate. */
uint8_t *open_view(void);
/* Allows changes, as a recording made them. */
void allow_changes(const uint8_t *recorded, size_t size);
/* A function of the sanitizer's library, under which the test gets it. */
void *sanitizer_function(const char *name);
/* A call begins: fills the view with what the pointers among `words` lead to. */
void show(const uint64_t *words, size_t count, uint8_t *stack_pointer, uint8_t *frame,
          size_t image_size, size_t constants_end);
/* A function of the test was called back: shows what it has changed, and what its result leads to. */
void show_again(const uint64_t *words, size_t count);
/* The call is over: takes over what the candidate has changed, or says why not. */
const char *take_back(int recording);
int is_shown(const uint8_t *at);
/* The test has done with a block: what it next holds is not shown for the block's sake. */
void hide(uint8_t *low, size_t size);
/* Whether the word is an address of the test's memory that the call did not show, or of the
   runner's own; whether it is one that some call before showed. */
int is_hidden(uint64_t word);
int was_shown(uint64_t word);
/* The changes recorded so far, merged until they fit `room`; returns their size. */
uint32_t recorded_changes(void *to, uint32_t room);
#endif
