// task: retry_link
// topic: state-machine
// exercises: event characters fed to a connection automaton, growing delay with a ceiling, result of states and totals in a struct by value
// why: success at once, grown delays, the ceiling, giving up, drops after success and ignored events are asserted
// ---- types ----
struct link_log { char state; int waited, tries; };
// ---- function ----
struct link_log func0(const char *events)
{
    enum { OFF, DIAL, UP, DEAD } st = OFF;
    struct link_log log = {0, 0, 0};
    int delay = 1, fails = 0;

    for (; *events && st != DEAD; events++) {
        switch (st) {
        case OFF:
            if (*events == 'd') {
                st = DIAL;
                log.tries++;
            }
            break;
        case DIAL:
            if (*events == 'k') {
                st = UP;
                delay = 1;
                fails = 0;
            } else if (*events == 'f') {
                log.waited += delay;
                delay += delay / 2 + 1;
                if (delay > 10)
                    delay = 10;
                if (++fails == 6)
                    st = DEAD;
                else
                    log.tries++;
            }
            break;
        default:
            if (*events == 'f')
                st = OFF;
            else if (*events == 'd')
                log.waited--;
        }
    }
    log.state = "odu!"[st];
    return log;
}
// ---- test ----
#include <assert.h>
static int is(struct link_log l, char state, int waited, int tries)
{
    return l.state == state && l.waited == waited && l.tries == tries;
}
int main(void)
{
    assert(is(func0(""), 'o', 0, 0));
    assert(is(func0("kfx"), 'o', 0, 0));
    assert(is(func0("d"), 'd', 0, 1));
    assert(is(func0("dk"), 'u', 0, 1));
    assert(is(func0("dxdk"), 'u', 0, 1));
    assert(is(func0("df"), 'd', 1, 2));
    assert(is(func0("dff"), 'd', 3, 3));
    assert(is(func0("dffff"), 'd', 14, 5));
    assert(is(func0("dfffff"), 'd', 24, 6));
    assert(is(func0("dffffff"), '!', 34, 6));
    assert(is(func0("dffffffdk"), '!', 34, 6));
    assert(is(func0("dffkd"), 'u', 2, 3));
    assert(is(func0("dffkf"), 'o', 3, 3));
    assert(is(func0("dffkfdfk"), 'u', 4, 5));
    assert(is(func0("dfffffkfdffffff"), '!', 58, 12));
    assert(is(func0("dkkdxd"), 'u', -2, 1));
    return 0;
}
