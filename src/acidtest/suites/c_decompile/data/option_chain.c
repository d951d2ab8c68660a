// task: option_chain
// topic: structs
// exercises: bit-fields of signed and unsigned kind, chain of parent pointers, first set field wins, result struct returned by value
// why: own, inherited and absent fields, sealed parents, negative levels and default values are asserted
// ---- types ----
struct option {
    unsigned has_level : 1, has_mode : 1, sealed : 1;
    signed level : 5;
    unsigned mode : 3;
    const struct option *parent;
};
struct choice { short level; unsigned char mode, depth; };
// ---- function ----
struct choice func0(const struct option *o)
{
    struct choice c = {0, 99, 0};
    int level_set = 0, mode_set = 0;

    for (; o; o = o->parent) {
        c.depth++;
        if (!level_set && o->has_level) {
            c.level = o->level;
            level_set = 1;
        }
        if (!mode_set && o->has_mode) {
            c.mode = o->mode;
            mode_set = 1;
        }
        if (o->sealed || (level_set && mode_set))
            break;
    }
    if (!level_set && mode_set)
        c.level = c.mode * 2;
    return c;
}
// ---- test ----
#include <assert.h>
static int is(struct choice c, int level, int mode, int depth)
{
    return c.level == level && c.mode == mode && c.depth == depth;
}
int main(void)
{
    struct option root = {1, 1, 0, -16, 7, 0}, mid = {0, 1, 0, 9, 3, &root}, leaf = {1, 0, 0, 15, 1, &mid};
    struct option bare = {0, 0, 0, 4, 4, &root}, shut = {0, 0, 1, 4, 4, &root}, half = {0, 1, 1, 4, 5, &root};
    struct option top = {1, 0, 0, -1, 6, 0}, low = {1, 0, 0, 2, 0, &half}, far = {0, 0, 0, 0, 0, &bare};
    struct option zero = {1, 1, 0, 0, 0, &top}, deep = {0, 0, 0, 0, 0, &shut};
    assert(is(func0(0), 0, 99, 0));
    assert(is(func0(&root), -16, 7, 1));
    assert(is(func0(&mid), -16, 3, 2));
    assert(is(func0(&leaf), 15, 3, 2));
    assert(is(func0(&bare), -16, 7, 2));
    assert(is(func0(&shut), 0, 99, 1));
    assert(is(func0(&half), 10, 5, 1));
    assert(is(func0(&top), -1, 99, 1));
    assert(is(func0(&low), 2, 5, 2));
    assert(is(func0(&far), -16, 7, 3));
    assert(is(func0(&zero), 0, 0, 1));
    assert(is(func0(&deep), 0, 99, 2));
    return 0;
}
