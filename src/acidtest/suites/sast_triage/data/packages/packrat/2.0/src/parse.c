#include <stdlib.h>
#include <string.h>

#include "packrat.h"

static uint32_t
word (const unsigned char *p)
{
  return (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 | (uint32_t) p[2] << 8 | p[3];
}

struct entry *
entry_ref (struct entry *e)
{
  e->refs++;
  return e;
}

void
entry_unref (struct entry *e)
{
  if (--e->refs == 0)
    {
      free (e->data);
      free (e);
    }
}

/* kind, mode (16 bit), name length (16 bit), size (32 bit), name, data.  */
struct entry *
parse_entry (const unsigned char *p, size_t have, size_t *used)
{
  struct entry *e;
  uint16_t length;

  if (have < 9)
    return NULL;
  e = calloc (1, sizeof *e);
  if (!e)
    return NULL;
  e->refs = 1;
  e->kind = p[0];
  e->mode = (mode_t) (p[1] << 8 | p[2]);
  length = (uint16_t) (p[3] << 8 | p[4]);
  e->size = word (p + 5);
  if (length >= NAME_ROOM || have - 9 < length)
    {
      free (e);
      return NULL;
    }
  memcpy (e->name, p + 9, length);
  e->name[length] = '\0';
  e->data = malloc ((size_t) e->size + 1);
  if (!e->data)
    {
      free (e);
      return NULL;
    }
  if (have - 9 - length < e->size)
    e->size = (uint32_t) (have - 9 - length);
  memcpy (e->data, p + 9 + length, e->size);
  e->data[e->size] = '\0';
  *used = 9 + (size_t) length + e->size;
  return e;
}

int
parse_archive (const unsigned char *p, size_t have, struct archive *a)
{
  struct entry **end = &a->first;
  size_t used = 0;

  memset (a, 0, sizeof *a);
  while (have)
    {
      struct entry *e = parse_entry (p, have, &used);

      if (!e)
        return -1;
      *end = e;
      end = &e->next;
      a->count++;
      p += used;
      have -= used;
    }
  a->current = a->first;
  a->first = NULL;
  return 0;
}

void
archive_clear (struct archive *a)
{
  struct entry *e = a->current ? a->current : a->first;

  while (e)
    {
      struct entry *next = e->next;

      entry_unref (e);
      e = next;
    }
  memset (a, 0, sizeof *a);
}

/* Move on to the next entry; the size of the one left behind.  */
uint32_t
archive_step (struct archive *a)
{
  struct entry *gone = a->current;

  if (!gone)
    return 0;
  a->current = gone->next;
  entry_unref (gone);
  return gone->size;
}

/* Pairs of count and byte.  The bytes written, or -1.  */
int
expand_runs (const unsigned char *in, size_t have, unsigned char *out, size_t room)
{
  size_t at = 0;
  size_t i;

  for (i = 0; i + 1 < have; i += 2)
    {
      size_t times = in[i];

      if (times > room - at)
        return -1;
      memset (out + at, in[i + 1], times);
      at += times;
    }
  return (int) at;
}
