/* packrat: unpacks PRAT archives below a folder.  */
#ifndef PACKRAT_H
#define PACKRAT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define NAME_ROOM 256
#define PATH_ROOM 640

struct entry
{
  struct entry *next;
  int refs;
  unsigned kind;
  mode_t mode;
  uint32_t size;
  char name[NAME_ROOM];
  unsigned char *data;
};

struct archive
{
  struct entry *first;
  struct entry *current;
  size_t count;
};

/* names.c */
int name_is_safe (const char *name);
int path_below (const char *dir, const char *name, char *path);
const char *kind_name (unsigned kind);

/* parse.c */
struct entry *entry_ref (struct entry *e);
void entry_unref (struct entry *e);
struct entry *parse_entry (const unsigned char *p, size_t have, size_t *used);
int parse_archive (const unsigned char *p, size_t have, struct archive *a);
void archive_clear (struct archive *a);
uint32_t archive_step (struct archive *a);
int expand_runs (const unsigned char *in, size_t have, unsigned char *out, size_t room);

/* write.c */
int write_entry (const char *dir, const struct entry *e);
int write_index (const char *dir, const struct archive *a);
int run_hook (const char *hook, const char *dir);

#endif
