/* corpus: quad-rounds
 * x86_64: assembly/matrix_rows_x86_64.s twin assembly/quad_rounds_x86_64.s
 * aarch64: assembly/matrix_rows_aarch64.s twin assembly/quad_rounds_aarch64.s
 * difficulty: medium
 * clean: Compiled from row operations on a matrix of four columns.
 */
#include <stdint.h>

void schedule(int32_t out[24][4], const int32_t in[24][4], const int32_t m[4][4])
{
    for (int r = 0; r < 24; r++)
        for (int c = 0; c < 4; c++) {
            int32_t sum = 0;
            for (int k = 0; k < 4; k++)
                sum += in[r][k] * m[k][c];
            out[r][c] = sum;
        }
}

void pad(int32_t x[4], int32_t rows[24][4])
{
    for (int i = 0; i < 24; i++)
        for (int k = 0; k < 4; k++)
            if (rows[i][k] > x[k])
                x[k] = rows[i][k];
}
