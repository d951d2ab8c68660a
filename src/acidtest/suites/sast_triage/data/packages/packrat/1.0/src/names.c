#include <string.h>

#include "packrat.h"

static const char *const kinds[4] = { "file", "folder", "link", "note" };

/* Relative, and no part of it leads upwards.  */
int
name_is_safe (const char *name)
{
  const char *part = name;

  if (name[0] == '/' || name[0] == '\0')
    return 0;
  while (part)
    {
      if (strncmp (part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
        return 0;
      part = strchr (part, '/');
      if (part)
        part++;
    }
  return 1;
}

/* PATH has PATH_ROOM bytes.  */
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
  if (kind <= 4)
    return kinds[kind];
  return "unknown";
}
