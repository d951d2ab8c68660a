// task: keyword_slot
// topic: hashing
// exercises: perfect hash over first letter, last letter and length, constant table of strings in rodata, length-bounded comparison
// why: every keyword, words that share a slot, prefixes, longer words, wrong inner letters and the empty word are asserted
// ---- types ----
#include <stddef.h>
// ---- function ----
#include <string.h>
static const char *const slots[16] = {
    "knoll", 0, "jolt", "carve", "ember", 0, 0, "grove",
    0, "dusk", "bind", 0, "hinge", 0, "inlet", "flint",
};
int func0(const char *word, size_t len)
{
    unsigned h;

    if (len < 4 || len > 5)
        return -1;
    h = (5u * (unsigned char)word[0] + 3u * (unsigned char)word[len - 1] + (unsigned)len) % 16;
    if (slots[h] == 0)
        return -2;
    if (strlen(slots[h]) != len || memcmp(slots[h], word, len) != 0)
        return -3 - (int)h;
    return (int)h;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("bind", 4) == 10 && func0("carve", 5) == 3);
    assert(func0("dusk", 4) == 9 && func0("ember", 5) == 4);
    assert(func0("flint", 5) == 15 && func0("grove", 5) == 7);
    assert(func0("hinge", 5) == 12 && func0("inlet", 5) == 14);
    assert(func0("jolt", 4) == 2 && func0("knoll", 5) == 0);
    assert(func0("", 0) == -1 && func0("oak", 3) == -1 && func0("bindsx", 6) == -1);
    assert(func0("bind", 5) == -18 && func0("carve", 4) == -2);
    assert(func0("bend", 4) == -13 && func0("flunt", 5) == -18);
    assert(func0("dusky", 4) == 9 && func0("binder", 4) == 10);
    assert(func0("kxxxl", 5) == -3 && func0("jaxt", 4) == -5);
    assert(func0("moor", 4) == -2 && func0("raven", 5) == -12);
    assert(func0("acre", 4) == -2 && func0("acres", 5) == -6);
    assert(func0("r\xe9" "el", 4) == -5 && func0("\xe9toil", 5) == -2);
    return 0;
}
