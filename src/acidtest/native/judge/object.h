/* Objects that are loaded, as load.c keeps them; for the loader's own files. */
#ifndef ACID_OBJECT_H
#define ACID_OBJECT_H
#include "load.h"

#include <elf.h>

#pragma GCC visibility push(hidden)   /* the runner exports its names; answers see none of these */

enum { OBJECTS = 4 };

struct object {
    const uint8_t *file;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
    const Elf64_Sym *symbols;
    size_t symbol_count;
    const char *names;
    size_t names_size;
    uint64_t *address;    /* of each section, once placed; 0: nowhere */
    uint64_t *common;     /* of each common symbol */
};

extern struct object objects[OBJECTS];
extern int object_count;

/* Points `object` into the file, with room for addresses. What is wrong with it, or NULL; it is
   to be freed in either case. After this, sections lie inside the file, the symbols' names as
   well, and headers, symbols and relocations are aligned. */
const char *read_object(struct object *object, const struct object_file *from);
void free_object(struct object *object);

/* "" for what has no name, or one that does not end. */
const char *name_of(const struct object *object, uint32_t at);
enum area area_of(const Elf64_Shdr *section);
/* Address of a symbol; 0 if it is not defined here. */
uint64_t defined_at(const struct object *object, size_t index);

#pragma GCC visibility pop
#endif
