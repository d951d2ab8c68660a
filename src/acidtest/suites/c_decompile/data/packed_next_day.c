// task: packed_next_day
// topic: dates
// exercises: bit-packed 16-bit date split and rebuilt, month length from a bit mask, leap year by mask
// why: ends of long, short and leap months, year end, the last year, and each kind of invalid field are asserted as packed words
// ---- types ----
#include <stdint.h>
// ---- function ----
uint16_t func0(uint16_t packed)
{
    unsigned day = packed & 31, month = packed >> 5 & 15, year = packed >> 9;
    unsigned days = 30 + (0x15aau >> month & 1);

    if (month == 2)
        days = (year & 3) == 0 && year != 120 ? 29 : 28;
    if (day == 0 || day > days || month == 0 || month > 12)
        return 0xffff;
    if (++day > days) {
        day = 1;
        if (++month > 12) {
            month = 1;
            if (++year > 127)
                return 0;
        }
    }
    return (uint16_t)(year << 9 | month << 5 | day);
}
// ---- test ----
#include <assert.h>
#define D(y, m, d) ((uint16_t)(((y) - 1980) << 9 | (m) << 5 | (d)))
int main(void)
{
    assert(func0(D(2024, 3, 14)) == D(2024, 3, 15));
    assert(func0(D(2024, 2, 28)) == D(2024, 2, 29) && func0(D(2024, 2, 29)) == D(2024, 3, 1));
    assert(func0(D(2023, 2, 28)) == D(2023, 3, 1) && func0(D(2023, 2, 29)) == 0xffff);
    assert(func0(D(2100, 2, 28)) == D(2100, 3, 1) && func0(D(2000, 2, 28)) == D(2000, 2, 29));
    assert(func0(D(2021, 1, 31)) == D(2021, 2, 1) && func0(D(2021, 3, 31)) == D(2021, 4, 1));
    assert(func0(D(2021, 5, 31)) == D(2021, 6, 1) && func0(D(2021, 7, 31)) == D(2021, 8, 1));
    assert(func0(D(2021, 8, 31)) == D(2021, 9, 1) && func0(D(2021, 10, 31)) == D(2021, 11, 1));
    assert(func0(D(2021, 4, 30)) == D(2021, 5, 1) && func0(D(2021, 6, 30)) == D(2021, 7, 1));
    assert(func0(D(2021, 9, 30)) == D(2021, 10, 1) && func0(D(2021, 11, 30)) == D(2021, 12, 1));
    assert(func0(D(2021, 4, 31)) == 0xffff && func0(D(2021, 6, 31)) == 0xffff);
    assert(func0(D(1999, 12, 31)) == D(2000, 1, 1) && func0(D(2107, 12, 30)) == D(2107, 12, 31));
    assert(func0(D(2107, 12, 31)) == 0 && func0(D(2106, 12, 31)) == D(2107, 1, 1));
    assert(func0(0) == 0xffff && func0(D(2020, 5, 0)) == 0xffff && func0(D(2020, 0, 5)) == 0xffff);
    assert(func0(D(2020, 13, 5)) == 0xffff && func0(D(2020, 15, 31)) == 0xffff);
    assert(func0(D(1980, 1, 1)) == D(1980, 1, 2) && func0(D(1980, 1, 30)) == D(1980, 1, 31));
    return 0;
}
