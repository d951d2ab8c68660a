#include <string.h>

#include "packrat.h"

static const char *const kinds[4] = { "file", "folder", "link", "note" };

/* Relative, and does not lead upwards.  */
int
name_is_safe (const char *name)
{
  if (name[0] == '/' || name[0] == '\0')
    return 0;
  return strncmp (name, "../", 3) != 0;
}

/* Where NAME goes below DIR.  PATH has PATH_ROOM bytes.  */
int
path_below (const char *dir, const char *name, char *path)
{
  if (strlen (dir) > 255)
    return -1;
  strcpy (path, dir);
  strcat (path, "/");
  strcat (path, name);
  return 0;
}

const char *
kind_name (unsigned kind)
{
  if (kind < 4)
    return kinds[kind];
  return "unknown";
}
