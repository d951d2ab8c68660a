#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "packrat.h"

int
write_entry (const char *dir, const struct entry *e)
{
  char path[PATH_ROOM];
  struct stat old;
  FILE *out;

  if (!name_is_safe (e->name) || path_below (dir, e->name, path))
    return -1;
  if (lstat (path, &old) == 0 && !S_ISREG (old.st_mode))
    return -1;
  out = fopen (path, "wb");
  if (!out)
    return -1;
  if (fwrite (e->data, 1, e->size, out) != e->size)
    {
      fclose (out);
      return -1;
    }
  fclose (out);
  return chmod (path, e->mode);
}

/* A list of what was unpacked.  */
int
write_index (const char *dir, const struct archive *a)
{
  char path[PATH_ROOM];
  const struct entry *e;
  FILE *list;

  if (path_below (dir, "INDEX", path))
    return -1;
  list = fopen (path, "wb");
  for (e = a->first; e; e = e->next)
    fprintf (list, "%s %s\n", kind_name (e->kind), e->name);
  fclose (list);
  return 0;
}

/* Tell a program of the user's choice which folder is ready.  */
int
run_hook (const char *hook, const char *dir)
{
  char line[1024];

  if (strlen (hook) + strlen (dir) > 1000)
    return -1;
  snprintf (line, sizeof line, "%s '%s'", hook, dir);
  return system (line);
}
