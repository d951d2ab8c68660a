// task: comma_rescan
// topic: goto
// exercises: loop by backward gotos with two entry points, quoted parts, fields counted, column limit
// why: plain, empty and quoted fields, doubled quotes, an open quote, text after a closing quote and the limit are asserted
// ---- function ----
int func0(const char *s, int limit)
{
    int fields = 0, width = 0, widest = 0;

field:
    fields++;
    width = 0;
    if (*s == '\'') {
        s++;
        goto quoted;
    }
plain:
    if (*s == ',' || *s == 0)
        goto finish;
    if (*s++ == '\'')
        return -1;
    width++;
    goto plain;
quoted:
    if (*s == 0)
        return -2;
    if (*s++ != '\'' || *s++ == '\'') {
        width++;
        goto quoted;
    }
    s--;
    if (*s != ',' && *s != 0)
        return -3;
finish:
    if (width > widest)
        widest = width;
    if (widest > limit)
        return -100 - fields;
    if (*s++ == ',')
        goto field;
    return fields * 100 + widest;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", 9) == 100);
    assert(func0("abc", 9) == 103 && func0("a,bcd", 9) == 203);
    assert(func0("abc,d,", 9) == 303 && func0(",,", 9) == 300);
    assert(func0("'a,b'", 9) == 103 && func0("'a,b',cd", 9) == 203);
    assert(func0("''", 9) == 100 && func0("'',x", 9) == 201);
    assert(func0("'it''s'", 9) == 104 && func0("''''", 9) == 101 && func0("'''',''''''", 9) == 202);
    assert(func0("ab'c", 9) == -1 && func0("x,y'", 9) == -1);
    assert(func0("'abc", 9) == -2 && func0("'", 9) == -2 && func0("'a'',b", 9) == -2);
    assert(func0("'a'b", 9) == -3 && func0("x,'a' ,b", 9) == -3);
    assert(func0("abc", 3) == 103 && func0("abc", 2) == -101 && func0("a,bb,ccc,d", 2) == -103);
    assert(func0("'abc',abcd", 3) == -102 && func0("a,b", 0) == -101 && func0(",'',", 0) == 300);
    assert(func0("'a''b''c',d", 9) == 205);
    return 0;
}
