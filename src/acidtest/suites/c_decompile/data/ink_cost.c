// task: ink_cost
// topic: switch
// exercises: dense character switch with fallthrough arms, early return in a case, pointer advanced inside the switch
// why: each arm alone, both fallthroughs, the early return on either side of its border and the skip at the end of text are asserted
// ---- function ----
int func0(const char *s)
{
    int ink = 0, scale = 1;

    for (; *s; s++) {
        switch (*s) {
        case 'a':
            ink += 3;
            /* fallthrough */
        case 'b': ink += scale; break;
        case 'c': ink -= 2; break;
        case 'd': scale++; break;
        case 'e':
            scale = 1;
            /* fallthrough */
        case 'f': ink ^= 5; break;
        case 'g': ink *= 2; break;
        case 'h':
            if (ink > 20)
                return ink;
            ink += 7;
            break;
        case 'i': ink = -ink; break;
        case 'j':
            if (*++s == '\0')
                return -100;
            break;
        case 'k': ink /= 3; break;
        default: ink--; break;
        }
    }
    return ink * 10 + scale;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 1);
    assert(func0("a") == 41);
    assert(func0("b") == 11);
    assert(func0("c") == -19);
    assert(func0("d") == 2);
    assert(func0("ddb") == 33);
    assert(func0("dda") == 63);
    assert(func0("ddeb") == 61);
    assert(func0("df") == 52);
    assert(func0("ag") == 81);
    assert(func0("hhhgh") == 42);
    assert(func0("hhhc") == 191);
    assert(func0("hhhcbh") == 271);
    assert(func0("hhhh") == 21);
    assert(func0("ai") == -39);
    assert(func0("jab") == 11 && func0("aj") == -100 && func0("jj") == 1);
    assert(func0("hk") == 21 && func0("hik") == -19);
    assert(func0("?l`") == -29);
    return 0;
}
