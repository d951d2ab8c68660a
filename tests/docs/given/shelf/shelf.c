#include "shelf.h"

#include <time.h>

int shelf_find(const struct shelf *shelf, int book)
{
    for (size_t i = 0; i < shelf->count; i++)
        if (shelf->books[i] == book)
            return (int)i;
    return -1;
}

long shelf_opened(void)
{
    return (long)time(NULL);
}
