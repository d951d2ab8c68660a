// task: abacus_glyphs
// topic: switch
// exercises: character switch in a loop with continue, break and return arms, pending multiplier, saturation
// why: each glyph, multipliers before and after, doubled multipliers, the reset, unknown glyphs and saturation are asserted
// ---- function ----
int func0(const char *s)
{
    int sum = 0, times = 1, add;

    for (; *s; s++) {
        switch (*s) {
        case '.': add = 1; break;
        case '-': add = 5; break;
        case '=': add = 10; break;
        case 'o': add = 0; break;
        case '@': add = -sum / 2; break;
        case '^':
            times *= 3;
            if (times > 81)
                return -2;
            continue;
        case 'x':
            if (times == 1)
                return -3;
            times = 1;
            continue;
        case ' ': continue;
        case ';': return sum;
        default: return -1;
        }
        sum += add * times;
        times = 1;
        if (sum > 999)
            sum = 999;
    }
    return times == 1 ? sum : -4;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("") == 0 && func0("o") == 0);
    assert(func0(".") == 1 && func0("-") == 5 && func0("=") == 10);
    assert(func0("=-..") == 17 && func0("= - . .") == 17);
    assert(func0("^.") == 3 && func0("^^-.") == 46);
    assert(func0("^^^^.") == 81 && func0("^^^^^.") == -2);
    assert(func0("=-.@") == 8 && func0("=@@") == 3);
    assert(func0("=-^@") == -6 && func0("=-^@@") == -3);
    assert(func0("^x.") == 1 && func0("x.") == -3 && func0("^xx") == -3);
    assert(func0("=;?") == 10 && func0("=?;") == -1 && func0("^;") == 0);
    assert(func0("^") == -4 && func0("=^ ") == -4 && func0("=^o") == 10);
    assert(func0("^^^^=^^^=") == 999 && func0("^^^^=^^^-^^.") == 954);
    assert(func0("^^^^=^^^-^=^-") == 990 && func0("^^^^=^^^-^=^-^..o-") == 999 && func0("^^^^=^^^-^=^-^-@") == 500);
    return 0;
}
