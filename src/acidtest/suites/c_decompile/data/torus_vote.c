// task: torus_vote
// topic: matrices
// exercises: byte grid of fixed size, neighbours with wraparound by modulo, result in a second grid, changed cells counted
// why: a single cell at a corner and inside, full and empty grids, stripes and a two by two block are asserted with cells and counts
// ---- types ----
#define ROWS 4
#define COLS 6
// ---- function ----
int func0(const unsigned char in[ROWS][COLS], unsigned char out[ROWS][COLS])
{
    int changed = 0;

    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            int votes = in[(r + 1) % ROWS][c] + in[(r + ROWS - 1) % ROWS][c] * 2;
            votes += in[r][(c + 1) % COLS] * 3 + in[r][(c + COLS - 1) % COLS];
            unsigned char now = in[r][c] ? votes >= 3 : votes > 4;
            changed += now != in[r][c];
            out[r][c] = now;
        }
    return changed;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static unsigned char g[ROWS][COLS], o[ROWS][COLS];
static int run(const char *in, const char *want)
{
    int n;
    for (int i = 0; i < ROWS * COLS; i++)
        g[i / COLS][i % COLS] = in[i] == '#';
    n = func0((const unsigned char (*)[COLS])g, o);
    for (int i = 0; i < ROWS * COLS; i++)
        if (o[i / COLS][i % COLS] != (want[i] == '#'))
            return -1;
    return n;
}
int main(void)
{
    assert(run("........................", "........................") == 0);
    assert(run("########################", "########################") == 0);
    assert(run("#.......................", "........................") == 1);
    assert(run(".........#..............", "........................") == 1);
    assert(run("##......................", "#.......................") == 1);
    assert(run("#....#..................", ".....#..................") == 1);
    assert(run("##....##................", "#.....##................") == 1);
    assert(run("#.....#.....#.....#.....", "#.....#.....#.....#.....") == 0);
    assert(run("#.................#.....", "........................") == 2);
    assert(run("######..................", "######..................") == 0);
    assert(run(".#...#...#.#......#.#...", "#..................#....") == 8);
    assert(run("#.#.#..#.#.##.#.#..#.#.#", ".#.#.##.#.#..#.#.##.#.#.") == 24);
    assert(run("###..##..#.###..#.#.###.", "###.###.#.###..#.#######") == 10);
    assert(run("#....##.......#...##...#", "#....#.....#......#....#") == 4);
    return 0;
}
