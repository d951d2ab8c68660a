/* A loader for relocatable objects: what ld and dlopen would do, without starting either. */
#ifndef ACID_LOAD_H
#define ACID_LOAD_H
#include <stddef.h>
#include <stdint.h>

enum load_result { LOADED, NOT_RESOLVED, NOT_SUPPORTED };
/* Where a section goes: one area a kind, so that each can get its own protection. */
enum area { CODE, CONSTANT, DATA, AREAS, NOWHERE = AREAS };

/* An object file in memory that was mapped for it alone; without `data` it could not be read. */
struct object_file { const char *name; const uint8_t *data; size_t size; };

struct loading {
    const struct object_file *files;     /* the objects, loaded together */
    int count;
    void *(*find)(const char *name);     /* names that no object defines */
    void *at;                            /* NULL: anywhere */
    uint64_t room;                       /* most bytes to take; 0: the loader's own limit */
    int shared;                          /* in memory that a forked process keeps sharing */
    int cpp;                             /* exceptions find their way through it */
    char *why;                           /* gets the reason when the result is not LOADED */
    unsigned why_size;
};
enum { MOST_CONSTRUCTORS = 64 };
/* With the functions of C++ that run before all others, and the table of how its frames are left. */
struct image {
    uint8_t *base;
    uint64_t starts[AREAS + 1];
    void *constructors[MOST_CONSTRUCTORS];
    int constructor_count;
    uint8_t *frames;
};

/* No code of the objects runs. The others below speak of what was loaded last. What was read must
   be forgotten before the next is loaded, also if the result is not LOADED. */
enum load_result load_objects(const struct loading *wanted, struct image *made);
void *loaded_symbol(const char *name);
/* So that exceptions find their way through its code. */
void register_frames(const struct image *image);
/* Bounds of the variable, text or constant at `at`; 0 if nothing was loaded there. */
int loaded_extent(const uint8_t *at, const uint8_t **low, const uint8_t **high);
/* Unmaps the object files, and with them their names; the image stays. */
void forget_objects(void);
#endif
