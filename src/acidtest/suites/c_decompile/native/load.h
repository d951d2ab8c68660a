/* A loader for relocatable objects: what ld and dlopen would do, without starting either. */
#ifndef ACID_LOAD_H
#define ACID_LOAD_H

enum load_result { LOADED, NOT_RESOLVED, NOT_SUPPORTED };

/* Loads the objects at `paths` together; `*found` becomes the address of `symbol`. `why` gets the
   reason when the result is not LOADED. Names that no object defines are looked for in this
   program and its libraries. No code of the objects runs. */
enum load_result load_objects(const char *const *paths, int count, const char *symbol, void **found,
                              char *why, unsigned why_size);
#endif
