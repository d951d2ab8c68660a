#include <fcntl.h>
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
  int fd, rc;

  if (!name_is_safe (e->name) || path_below (dir, e->name, path))
    return -1;
  if (lstat (path, &old) == 0 && !S_ISREG (old.st_mode))
    return -1;
  fd = open (path, O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0600);
  out = fd < 0 ? NULL : fdopen (fd, "wb");
  if (!out)
    return -1;
  if (fwrite (e->data, 1, e->size, out) != e->size)
    {
      fclose (out);
      return -1;
    }
  rc = fchmod (fd, e->mode & 0755);
  fclose (out);
  return rc;
}

/* A list of what was unpacked.  */
int
write_index (const char *dir, const struct archive *a)
{
  char path[PATH_ROOM];
  const struct entry *e = a->current ? a->current : a->first;
  FILE *list;

  if (path_below (dir, "INDEX", path))
    return -1;
  list = fopen (path, "wb");
  if (!list)
    return -1;
  for (; e; e = e->next)
    fprintf (list, "%s %s\n", kind_name (e->kind), e->name);
  fclose (list);
  return 0;
}

/* Tell a program of the user's choice which folder is ready.  */
int
run_hook (const char *hook, const char *dir)
{
  char line[1024];

  if (strlen (hook) + strlen (dir) > 1000 || strchr (dir, '"'))
    return -1;
  snprintf (line, sizeof line, "%s \"%s\"", hook, dir);
  return system (line);
}
