#include <stddef.h>

struct shelf {
    int *books;
    size_t count;
};

int shelf_find(const struct shelf *shelf, int book);
