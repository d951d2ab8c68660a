/* Ghidra: types and p-code operators that its C shows.

   Sizes in names are bytes. Ghidra does not convert between numbers and bits: a float given to
   CONCAT44 is its four bytes. One line is one definition; see common.h. */

/* Data of no known type, and integers of odd sizes. */
typedef unsigned char undefined;
typedef unsigned char undefined1;
typedef unsigned short undefined2;
typedef unsigned int undefined3;
typedef unsigned int undefined4;
typedef __UINT64_TYPE__ undefined5;
typedef __UINT64_TYPE__ undefined6;
typedef __UINT64_TYPE__ undefined7;
typedef __UINT64_TYPE__ undefined8;
typedef unsigned __int128 undefined9;
typedef unsigned __int128 undefined10;
typedef unsigned __int128 undefined11;
typedef unsigned __int128 undefined12;
typedef unsigned __int128 undefined13;
typedef unsigned __int128 undefined14;
typedef unsigned __int128 undefined15;
typedef unsigned __int128 undefined16;
typedef unsigned int uint3;
typedef __UINT64_TYPE__ uint5;
typedef __UINT64_TYPE__ uint6;
typedef __UINT64_TYPE__ uint7;
typedef unsigned __int128 uint9;
typedef unsigned __int128 uint10;
typedef unsigned __int128 uint11;
typedef unsigned __int128 uint12;
typedef unsigned __int128 uint13;
typedef unsigned __int128 uint14;
typedef unsigned __int128 uint15;
typedef int int3;
typedef __INT64_TYPE__ int5;
typedef __INT64_TYPE__ int6;
typedef __INT64_TYPE__ int7;
typedef __int128 int9;
typedef __int128 int10;
typedef __int128 int11;
typedef __int128 int12;
typedef __int128 int13;
typedef __int128 int14;
typedef __int128 int15;
typedef unsigned char unkuint1;
typedef unsigned short unkuint2;
typedef unsigned int unkuint3;
typedef unsigned int unkuint4;
typedef __UINT64_TYPE__ unkuint5;
typedef __UINT64_TYPE__ unkuint6;
typedef __UINT64_TYPE__ unkuint7;
typedef __UINT64_TYPE__ unkuint8;
typedef unsigned __int128 unkuint9;
typedef unsigned __int128 unkuint10;
typedef unsigned __int128 unkuint11;
typedef unsigned __int128 unkuint12;
typedef unsigned __int128 unkuint13;
typedef unsigned __int128 unkuint14;
typedef unsigned __int128 unkuint15;
typedef unsigned __int128 unkuint16;
typedef signed char unkint1;
typedef short unkint2;
typedef int unkint3;
typedef int unkint4;
typedef __INT64_TYPE__ unkint5;
typedef __INT64_TYPE__ unkint6;
typedef __INT64_TYPE__ unkint7;
typedef __INT64_TYPE__ unkint8;
typedef __int128 unkint9;
typedef __int128 unkint10;
typedef __int128 unkint11;
typedef __int128 unkint12;
typedef __int128 unkint13;
typedef __int128 unkint14;
typedef __int128 unkint15;
typedef __int128 unkint16;
typedef unsigned char unkbyte1;
typedef unsigned short unkbyte2;
typedef unsigned int unkbyte3;
typedef unsigned int unkbyte4;
typedef __UINT64_TYPE__ unkbyte5;
typedef __UINT64_TYPE__ unkbyte6;
typedef __UINT64_TYPE__ unkbyte7;
typedef __UINT64_TYPE__ unkbyte8;
typedef unsigned __int128 unkbyte9;
typedef unsigned __int128 unkbyte10;
typedef unsigned __int128 unkbyte11;
typedef unsigned __int128 unkbyte12;
typedef unsigned __int128 unkbyte13;
typedef unsigned __int128 unkbyte14;
typedef unsigned __int128 unkbyte15;
typedef unsigned __int128 unkbyte16;

/* Plain types under short names. */
typedef unsigned char byte;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned short word;
typedef unsigned int uint;
typedef unsigned int dword;
typedef unsigned long ulong;
typedef __UINT64_TYPE__ qword;
typedef signed char sbyte;
typedef signed char schar;
typedef short sword;
typedef int sdword;
typedef __INT64_TYPE__ sqword;
typedef long long longlong;
typedef unsigned long long ulonglong;
typedef float float4;
typedef double float8;
typedef long double float10;
typedef long double longdouble;
typedef long double unkfloat10;
typedef unsigned __int128 uint16_16;
typedef __int128 int16_16;

/* Code at an address, as in (*(code *)f)(x). What it returns is in the return register. */
typedef long code();
#define __noreturn
#define processEntry
#define halt_baddata() __builtin_trap()

/* The thread's base, where the stack guard is. */
#define in_FS_OFFSET ((long)dialect_thread_base)
#define in_GS_OFFSET ((long)dialect_thread_base)

/* Floating point. A NAN without parentheses is the number. ROUND breaks ties to even, as the
   instructions do that Ghidra shows so. */
#undef NAN
static const float NAN = __builtin_nanf("");
#define NAN(v) ((_Bool)__builtin_isnan(v))
#define ABS(v) _Generic((v), float: dialect_fabs_f, double: dialect_fabs_d, long double: dialect_fabs_l, default: dialect_abs)(v)
#define SQRT(v) DIALECT_REAL(dialect_sqrt, v)
#define FLOOR(v) DIALECT_REAL(dialect_floor, v)
#define CEIL(v) DIALECT_REAL(dialect_ceil, v)
#define ROUND(v) DIALECT_REAL(dialect_rint, v)

/* Bits. The width is that of the operand's type. */
#define POPCOUNT(v) dialect_ones(DIALECT_ZERO(v, sizeof(v)))
#define LZCOUNT(v) dialect_leading_zeros(DIALECT_ZERO(v, sizeof(v)), sizeof(v))

/* CARRYn: unsigned a + b does not fit n bytes. SCARRYn, SBORROWn: signed a + b, a - b do not. */
#define CARRY1(a, b) DIALECT_CARRY(a, b, 1)
#define CARRY2(a, b) DIALECT_CARRY(a, b, 2)
#define CARRY4(a, b) DIALECT_CARRY(a, b, 4)
#define CARRY8(a, b) DIALECT_CARRY(a, b, 8)
#define CARRY16(a, b) DIALECT_CARRY(a, b, 16)
#define SCARRY1(a, b) DIALECT_ADD_OVERFLOWS(a, b, 1)
#define SCARRY2(a, b) DIALECT_ADD_OVERFLOWS(a, b, 2)
#define SCARRY4(a, b) DIALECT_ADD_OVERFLOWS(a, b, 4)
#define SCARRY8(a, b) DIALECT_ADD_OVERFLOWS(a, b, 8)
#define SCARRY16(a, b) DIALECT_ADD_OVERFLOWS(a, b, 16)
#define SBORROW1(a, b) DIALECT_SUB_OVERFLOWS(a, b, 1)
#define SBORROW2(a, b) DIALECT_SUB_OVERFLOWS(a, b, 2)
#define SBORROW4(a, b) DIALECT_SUB_OVERFLOWS(a, b, 4)
#define SBORROW8(a, b) DIALECT_SUB_OVERFLOWS(a, b, 8)
#define SBORROW16(a, b) DIALECT_SUB_OVERFLOWS(a, b, 16)

/* CONCATxy(high, low): x bytes above y bytes. CONCAT111 to CONCAT115 can be read in two ways; they
   are taken for one byte above 11 to 15. */
#define GHIDRA_CONCAT(x, y, z, high, low) ((DIALECT_U##z)(DIALECT_ZERO(high, x) << 8 * y | DIALECT_ZERO(low, y)))
#define CONCAT11(high, low) GHIDRA_CONCAT(1, 1, 2, high, low)
#define CONCAT12(high, low) GHIDRA_CONCAT(1, 2, 3, high, low)
#define CONCAT13(high, low) GHIDRA_CONCAT(1, 3, 4, high, low)
#define CONCAT14(high, low) GHIDRA_CONCAT(1, 4, 5, high, low)
#define CONCAT15(high, low) GHIDRA_CONCAT(1, 5, 6, high, low)
#define CONCAT16(high, low) GHIDRA_CONCAT(1, 6, 7, high, low)
#define CONCAT17(high, low) GHIDRA_CONCAT(1, 7, 8, high, low)
#define CONCAT18(high, low) GHIDRA_CONCAT(1, 8, 9, high, low)
#define CONCAT19(high, low) GHIDRA_CONCAT(1, 9, 10, high, low)
#define CONCAT110(high, low) GHIDRA_CONCAT(1, 10, 11, high, low)
#define CONCAT111(high, low) GHIDRA_CONCAT(1, 11, 12, high, low)
#define CONCAT112(high, low) GHIDRA_CONCAT(1, 12, 13, high, low)
#define CONCAT113(high, low) GHIDRA_CONCAT(1, 13, 14, high, low)
#define CONCAT114(high, low) GHIDRA_CONCAT(1, 14, 15, high, low)
#define CONCAT115(high, low) GHIDRA_CONCAT(1, 15, 16, high, low)
#define CONCAT21(high, low) GHIDRA_CONCAT(2, 1, 3, high, low)
#define CONCAT22(high, low) GHIDRA_CONCAT(2, 2, 4, high, low)
#define CONCAT23(high, low) GHIDRA_CONCAT(2, 3, 5, high, low)
#define CONCAT24(high, low) GHIDRA_CONCAT(2, 4, 6, high, low)
#define CONCAT25(high, low) GHIDRA_CONCAT(2, 5, 7, high, low)
#define CONCAT26(high, low) GHIDRA_CONCAT(2, 6, 8, high, low)
#define CONCAT27(high, low) GHIDRA_CONCAT(2, 7, 9, high, low)
#define CONCAT28(high, low) GHIDRA_CONCAT(2, 8, 10, high, low)
#define CONCAT29(high, low) GHIDRA_CONCAT(2, 9, 11, high, low)
#define CONCAT210(high, low) GHIDRA_CONCAT(2, 10, 12, high, low)
#define CONCAT211(high, low) GHIDRA_CONCAT(2, 11, 13, high, low)
#define CONCAT212(high, low) GHIDRA_CONCAT(2, 12, 14, high, low)
#define CONCAT213(high, low) GHIDRA_CONCAT(2, 13, 15, high, low)
#define CONCAT214(high, low) GHIDRA_CONCAT(2, 14, 16, high, low)
#define CONCAT31(high, low) GHIDRA_CONCAT(3, 1, 4, high, low)
#define CONCAT32(high, low) GHIDRA_CONCAT(3, 2, 5, high, low)
#define CONCAT33(high, low) GHIDRA_CONCAT(3, 3, 6, high, low)
#define CONCAT34(high, low) GHIDRA_CONCAT(3, 4, 7, high, low)
#define CONCAT35(high, low) GHIDRA_CONCAT(3, 5, 8, high, low)
#define CONCAT36(high, low) GHIDRA_CONCAT(3, 6, 9, high, low)
#define CONCAT37(high, low) GHIDRA_CONCAT(3, 7, 10, high, low)
#define CONCAT38(high, low) GHIDRA_CONCAT(3, 8, 11, high, low)
#define CONCAT39(high, low) GHIDRA_CONCAT(3, 9, 12, high, low)
#define CONCAT310(high, low) GHIDRA_CONCAT(3, 10, 13, high, low)
#define CONCAT311(high, low) GHIDRA_CONCAT(3, 11, 14, high, low)
#define CONCAT312(high, low) GHIDRA_CONCAT(3, 12, 15, high, low)
#define CONCAT313(high, low) GHIDRA_CONCAT(3, 13, 16, high, low)
#define CONCAT41(high, low) GHIDRA_CONCAT(4, 1, 5, high, low)
#define CONCAT42(high, low) GHIDRA_CONCAT(4, 2, 6, high, low)
#define CONCAT43(high, low) GHIDRA_CONCAT(4, 3, 7, high, low)
#define CONCAT44(high, low) GHIDRA_CONCAT(4, 4, 8, high, low)
#define CONCAT45(high, low) GHIDRA_CONCAT(4, 5, 9, high, low)
#define CONCAT46(high, low) GHIDRA_CONCAT(4, 6, 10, high, low)
#define CONCAT47(high, low) GHIDRA_CONCAT(4, 7, 11, high, low)
#define CONCAT48(high, low) GHIDRA_CONCAT(4, 8, 12, high, low)
#define CONCAT49(high, low) GHIDRA_CONCAT(4, 9, 13, high, low)
#define CONCAT410(high, low) GHIDRA_CONCAT(4, 10, 14, high, low)
#define CONCAT411(high, low) GHIDRA_CONCAT(4, 11, 15, high, low)
#define CONCAT412(high, low) GHIDRA_CONCAT(4, 12, 16, high, low)
#define CONCAT51(high, low) GHIDRA_CONCAT(5, 1, 6, high, low)
#define CONCAT52(high, low) GHIDRA_CONCAT(5, 2, 7, high, low)
#define CONCAT53(high, low) GHIDRA_CONCAT(5, 3, 8, high, low)
#define CONCAT54(high, low) GHIDRA_CONCAT(5, 4, 9, high, low)
#define CONCAT55(high, low) GHIDRA_CONCAT(5, 5, 10, high, low)
#define CONCAT56(high, low) GHIDRA_CONCAT(5, 6, 11, high, low)
#define CONCAT57(high, low) GHIDRA_CONCAT(5, 7, 12, high, low)
#define CONCAT58(high, low) GHIDRA_CONCAT(5, 8, 13, high, low)
#define CONCAT59(high, low) GHIDRA_CONCAT(5, 9, 14, high, low)
#define CONCAT510(high, low) GHIDRA_CONCAT(5, 10, 15, high, low)
#define CONCAT511(high, low) GHIDRA_CONCAT(5, 11, 16, high, low)
#define CONCAT61(high, low) GHIDRA_CONCAT(6, 1, 7, high, low)
#define CONCAT62(high, low) GHIDRA_CONCAT(6, 2, 8, high, low)
#define CONCAT63(high, low) GHIDRA_CONCAT(6, 3, 9, high, low)
#define CONCAT64(high, low) GHIDRA_CONCAT(6, 4, 10, high, low)
#define CONCAT65(high, low) GHIDRA_CONCAT(6, 5, 11, high, low)
#define CONCAT66(high, low) GHIDRA_CONCAT(6, 6, 12, high, low)
#define CONCAT67(high, low) GHIDRA_CONCAT(6, 7, 13, high, low)
#define CONCAT68(high, low) GHIDRA_CONCAT(6, 8, 14, high, low)
#define CONCAT69(high, low) GHIDRA_CONCAT(6, 9, 15, high, low)
#define CONCAT610(high, low) GHIDRA_CONCAT(6, 10, 16, high, low)
#define CONCAT71(high, low) GHIDRA_CONCAT(7, 1, 8, high, low)
#define CONCAT72(high, low) GHIDRA_CONCAT(7, 2, 9, high, low)
#define CONCAT73(high, low) GHIDRA_CONCAT(7, 3, 10, high, low)
#define CONCAT74(high, low) GHIDRA_CONCAT(7, 4, 11, high, low)
#define CONCAT75(high, low) GHIDRA_CONCAT(7, 5, 12, high, low)
#define CONCAT76(high, low) GHIDRA_CONCAT(7, 6, 13, high, low)
#define CONCAT77(high, low) GHIDRA_CONCAT(7, 7, 14, high, low)
#define CONCAT78(high, low) GHIDRA_CONCAT(7, 8, 15, high, low)
#define CONCAT79(high, low) GHIDRA_CONCAT(7, 9, 16, high, low)
#define CONCAT81(high, low) GHIDRA_CONCAT(8, 1, 9, high, low)
#define CONCAT82(high, low) GHIDRA_CONCAT(8, 2, 10, high, low)
#define CONCAT83(high, low) GHIDRA_CONCAT(8, 3, 11, high, low)
#define CONCAT84(high, low) GHIDRA_CONCAT(8, 4, 12, high, low)
#define CONCAT85(high, low) GHIDRA_CONCAT(8, 5, 13, high, low)
#define CONCAT86(high, low) GHIDRA_CONCAT(8, 6, 14, high, low)
#define CONCAT87(high, low) GHIDRA_CONCAT(8, 7, 15, high, low)
#define CONCAT88(high, low) GHIDRA_CONCAT(8, 8, 16, high, low)
#define CONCAT91(high, low) GHIDRA_CONCAT(9, 1, 10, high, low)
#define CONCAT92(high, low) GHIDRA_CONCAT(9, 2, 11, high, low)
#define CONCAT93(high, low) GHIDRA_CONCAT(9, 3, 12, high, low)
#define CONCAT94(high, low) GHIDRA_CONCAT(9, 4, 13, high, low)
#define CONCAT95(high, low) GHIDRA_CONCAT(9, 5, 14, high, low)
#define CONCAT96(high, low) GHIDRA_CONCAT(9, 6, 15, high, low)
#define CONCAT97(high, low) GHIDRA_CONCAT(9, 7, 16, high, low)
#define CONCAT101(high, low) GHIDRA_CONCAT(10, 1, 11, high, low)
#define CONCAT102(high, low) GHIDRA_CONCAT(10, 2, 12, high, low)
#define CONCAT103(high, low) GHIDRA_CONCAT(10, 3, 13, high, low)
#define CONCAT104(high, low) GHIDRA_CONCAT(10, 4, 14, high, low)
#define CONCAT105(high, low) GHIDRA_CONCAT(10, 5, 15, high, low)
#define CONCAT106(high, low) GHIDRA_CONCAT(10, 6, 16, high, low)
#define CONCAT121(high, low) GHIDRA_CONCAT(12, 1, 13, high, low)
#define CONCAT122(high, low) GHIDRA_CONCAT(12, 2, 14, high, low)
#define CONCAT123(high, low) GHIDRA_CONCAT(12, 3, 15, high, low)
#define CONCAT124(high, low) GHIDRA_CONCAT(12, 4, 16, high, low)
#define CONCAT131(high, low) GHIDRA_CONCAT(13, 1, 14, high, low)
#define CONCAT132(high, low) GHIDRA_CONCAT(13, 2, 15, high, low)
#define CONCAT133(high, low) GHIDRA_CONCAT(13, 3, 16, high, low)
#define CONCAT141(high, low) GHIDRA_CONCAT(14, 1, 15, high, low)
#define CONCAT142(high, low) GHIDRA_CONCAT(14, 2, 16, high, low)
#define CONCAT151(high, low) GHIDRA_CONCAT(15, 1, 16, high, low)

/* SUBxy(v, offset): of the x bytes of v, the y bytes that begin at this offset. */
#define GHIDRA_SUB(x, y, v, offset) ((DIALECT_U##y)(DIALECT_ZERO(v, x) >> 8 * (offset) & DIALECT_MASK(y)))
#define SUB21(v, offset) GHIDRA_SUB(2, 1, v, offset)
#define SUB31(v, offset) GHIDRA_SUB(3, 1, v, offset)
#define SUB32(v, offset) GHIDRA_SUB(3, 2, v, offset)
#define SUB41(v, offset) GHIDRA_SUB(4, 1, v, offset)
#define SUB42(v, offset) GHIDRA_SUB(4, 2, v, offset)
#define SUB43(v, offset) GHIDRA_SUB(4, 3, v, offset)
#define SUB51(v, offset) GHIDRA_SUB(5, 1, v, offset)
#define SUB52(v, offset) GHIDRA_SUB(5, 2, v, offset)
#define SUB53(v, offset) GHIDRA_SUB(5, 3, v, offset)
#define SUB54(v, offset) GHIDRA_SUB(5, 4, v, offset)
#define SUB61(v, offset) GHIDRA_SUB(6, 1, v, offset)
#define SUB62(v, offset) GHIDRA_SUB(6, 2, v, offset)
#define SUB63(v, offset) GHIDRA_SUB(6, 3, v, offset)
#define SUB64(v, offset) GHIDRA_SUB(6, 4, v, offset)
#define SUB65(v, offset) GHIDRA_SUB(6, 5, v, offset)
#define SUB71(v, offset) GHIDRA_SUB(7, 1, v, offset)
#define SUB72(v, offset) GHIDRA_SUB(7, 2, v, offset)
#define SUB73(v, offset) GHIDRA_SUB(7, 3, v, offset)
#define SUB74(v, offset) GHIDRA_SUB(7, 4, v, offset)
#define SUB75(v, offset) GHIDRA_SUB(7, 5, v, offset)
#define SUB76(v, offset) GHIDRA_SUB(7, 6, v, offset)
#define SUB81(v, offset) GHIDRA_SUB(8, 1, v, offset)
#define SUB82(v, offset) GHIDRA_SUB(8, 2, v, offset)
#define SUB83(v, offset) GHIDRA_SUB(8, 3, v, offset)
#define SUB84(v, offset) GHIDRA_SUB(8, 4, v, offset)
#define SUB85(v, offset) GHIDRA_SUB(8, 5, v, offset)
#define SUB86(v, offset) GHIDRA_SUB(8, 6, v, offset)
#define SUB87(v, offset) GHIDRA_SUB(8, 7, v, offset)
#define SUB91(v, offset) GHIDRA_SUB(9, 1, v, offset)
#define SUB92(v, offset) GHIDRA_SUB(9, 2, v, offset)
#define SUB93(v, offset) GHIDRA_SUB(9, 3, v, offset)
#define SUB94(v, offset) GHIDRA_SUB(9, 4, v, offset)
#define SUB95(v, offset) GHIDRA_SUB(9, 5, v, offset)
#define SUB96(v, offset) GHIDRA_SUB(9, 6, v, offset)
#define SUB97(v, offset) GHIDRA_SUB(9, 7, v, offset)
#define SUB98(v, offset) GHIDRA_SUB(9, 8, v, offset)
#define SUB101(v, offset) GHIDRA_SUB(10, 1, v, offset)
#define SUB102(v, offset) GHIDRA_SUB(10, 2, v, offset)
#define SUB103(v, offset) GHIDRA_SUB(10, 3, v, offset)
#define SUB104(v, offset) GHIDRA_SUB(10, 4, v, offset)
#define SUB105(v, offset) GHIDRA_SUB(10, 5, v, offset)
#define SUB106(v, offset) GHIDRA_SUB(10, 6, v, offset)
#define SUB107(v, offset) GHIDRA_SUB(10, 7, v, offset)
#define SUB108(v, offset) GHIDRA_SUB(10, 8, v, offset)
#define SUB109(v, offset) GHIDRA_SUB(10, 9, v, offset)
#define SUB111(v, offset) GHIDRA_SUB(11, 1, v, offset)
#define SUB112(v, offset) GHIDRA_SUB(11, 2, v, offset)
#define SUB113(v, offset) GHIDRA_SUB(11, 3, v, offset)
#define SUB114(v, offset) GHIDRA_SUB(11, 4, v, offset)
#define SUB115(v, offset) GHIDRA_SUB(11, 5, v, offset)
#define SUB116(v, offset) GHIDRA_SUB(11, 6, v, offset)
#define SUB117(v, offset) GHIDRA_SUB(11, 7, v, offset)
#define SUB118(v, offset) GHIDRA_SUB(11, 8, v, offset)
#define SUB119(v, offset) GHIDRA_SUB(11, 9, v, offset)
#define SUB1110(v, offset) GHIDRA_SUB(11, 10, v, offset)
#define SUB121(v, offset) GHIDRA_SUB(12, 1, v, offset)
#define SUB122(v, offset) GHIDRA_SUB(12, 2, v, offset)
#define SUB123(v, offset) GHIDRA_SUB(12, 3, v, offset)
#define SUB124(v, offset) GHIDRA_SUB(12, 4, v, offset)
#define SUB125(v, offset) GHIDRA_SUB(12, 5, v, offset)
#define SUB126(v, offset) GHIDRA_SUB(12, 6, v, offset)
#define SUB127(v, offset) GHIDRA_SUB(12, 7, v, offset)
#define SUB128(v, offset) GHIDRA_SUB(12, 8, v, offset)
#define SUB129(v, offset) GHIDRA_SUB(12, 9, v, offset)
#define SUB1210(v, offset) GHIDRA_SUB(12, 10, v, offset)
#define SUB1211(v, offset) GHIDRA_SUB(12, 11, v, offset)
#define SUB131(v, offset) GHIDRA_SUB(13, 1, v, offset)
#define SUB132(v, offset) GHIDRA_SUB(13, 2, v, offset)
#define SUB133(v, offset) GHIDRA_SUB(13, 3, v, offset)
#define SUB134(v, offset) GHIDRA_SUB(13, 4, v, offset)
#define SUB135(v, offset) GHIDRA_SUB(13, 5, v, offset)
#define SUB136(v, offset) GHIDRA_SUB(13, 6, v, offset)
#define SUB137(v, offset) GHIDRA_SUB(13, 7, v, offset)
#define SUB138(v, offset) GHIDRA_SUB(13, 8, v, offset)
#define SUB139(v, offset) GHIDRA_SUB(13, 9, v, offset)
#define SUB1310(v, offset) GHIDRA_SUB(13, 10, v, offset)
#define SUB1311(v, offset) GHIDRA_SUB(13, 11, v, offset)
#define SUB1312(v, offset) GHIDRA_SUB(13, 12, v, offset)
#define SUB141(v, offset) GHIDRA_SUB(14, 1, v, offset)
#define SUB142(v, offset) GHIDRA_SUB(14, 2, v, offset)
#define SUB143(v, offset) GHIDRA_SUB(14, 3, v, offset)
#define SUB144(v, offset) GHIDRA_SUB(14, 4, v, offset)
#define SUB145(v, offset) GHIDRA_SUB(14, 5, v, offset)
#define SUB146(v, offset) GHIDRA_SUB(14, 6, v, offset)
#define SUB147(v, offset) GHIDRA_SUB(14, 7, v, offset)
#define SUB148(v, offset) GHIDRA_SUB(14, 8, v, offset)
#define SUB149(v, offset) GHIDRA_SUB(14, 9, v, offset)
#define SUB1410(v, offset) GHIDRA_SUB(14, 10, v, offset)
#define SUB1411(v, offset) GHIDRA_SUB(14, 11, v, offset)
#define SUB1412(v, offset) GHIDRA_SUB(14, 12, v, offset)
#define SUB1413(v, offset) GHIDRA_SUB(14, 13, v, offset)
#define SUB151(v, offset) GHIDRA_SUB(15, 1, v, offset)
#define SUB152(v, offset) GHIDRA_SUB(15, 2, v, offset)
#define SUB153(v, offset) GHIDRA_SUB(15, 3, v, offset)
#define SUB154(v, offset) GHIDRA_SUB(15, 4, v, offset)
#define SUB155(v, offset) GHIDRA_SUB(15, 5, v, offset)
#define SUB156(v, offset) GHIDRA_SUB(15, 6, v, offset)
#define SUB157(v, offset) GHIDRA_SUB(15, 7, v, offset)
#define SUB158(v, offset) GHIDRA_SUB(15, 8, v, offset)
#define SUB159(v, offset) GHIDRA_SUB(15, 9, v, offset)
#define SUB1510(v, offset) GHIDRA_SUB(15, 10, v, offset)
#define SUB1511(v, offset) GHIDRA_SUB(15, 11, v, offset)
#define SUB1512(v, offset) GHIDRA_SUB(15, 12, v, offset)
#define SUB1513(v, offset) GHIDRA_SUB(15, 13, v, offset)
#define SUB1514(v, offset) GHIDRA_SUB(15, 14, v, offset)
#define SUB161(v, offset) GHIDRA_SUB(16, 1, v, offset)
#define SUB162(v, offset) GHIDRA_SUB(16, 2, v, offset)
#define SUB163(v, offset) GHIDRA_SUB(16, 3, v, offset)
#define SUB164(v, offset) GHIDRA_SUB(16, 4, v, offset)
#define SUB165(v, offset) GHIDRA_SUB(16, 5, v, offset)
#define SUB166(v, offset) GHIDRA_SUB(16, 6, v, offset)
#define SUB167(v, offset) GHIDRA_SUB(16, 7, v, offset)
#define SUB168(v, offset) GHIDRA_SUB(16, 8, v, offset)
#define SUB169(v, offset) GHIDRA_SUB(16, 9, v, offset)
#define SUB1610(v, offset) GHIDRA_SUB(16, 10, v, offset)
#define SUB1611(v, offset) GHIDRA_SUB(16, 11, v, offset)
#define SUB1612(v, offset) GHIDRA_SUB(16, 12, v, offset)
#define SUB1613(v, offset) GHIDRA_SUB(16, 13, v, offset)
#define SUB1614(v, offset) GHIDRA_SUB(16, 14, v, offset)
#define SUB1615(v, offset) GHIDRA_SUB(16, 15, v, offset)

/* ZEXTxy, SEXTxy: x bytes widened to y, with zeros and with the sign. */
#define GHIDRA_ZEXT(x, y, v) ((DIALECT_U##y)DIALECT_ZERO(v, x))
#define GHIDRA_SEXT(x, y, v) ((DIALECT_S##y)DIALECT_SIGN(v, x))
#define ZEXT12(v) GHIDRA_ZEXT(1, 2, v)
#define ZEXT13(v) GHIDRA_ZEXT(1, 3, v)
#define ZEXT14(v) GHIDRA_ZEXT(1, 4, v)
#define ZEXT15(v) GHIDRA_ZEXT(1, 5, v)
#define ZEXT16(v) GHIDRA_ZEXT(1, 6, v)
#define ZEXT17(v) GHIDRA_ZEXT(1, 7, v)
#define ZEXT18(v) GHIDRA_ZEXT(1, 8, v)
#define ZEXT19(v) GHIDRA_ZEXT(1, 9, v)
#define ZEXT110(v) GHIDRA_ZEXT(1, 10, v)
#define ZEXT111(v) GHIDRA_ZEXT(1, 11, v)
#define ZEXT112(v) GHIDRA_ZEXT(1, 12, v)
#define ZEXT113(v) GHIDRA_ZEXT(1, 13, v)
#define ZEXT114(v) GHIDRA_ZEXT(1, 14, v)
#define ZEXT115(v) GHIDRA_ZEXT(1, 15, v)
#define ZEXT116(v) GHIDRA_ZEXT(1, 16, v)
#define ZEXT23(v) GHIDRA_ZEXT(2, 3, v)
#define ZEXT24(v) GHIDRA_ZEXT(2, 4, v)
#define ZEXT25(v) GHIDRA_ZEXT(2, 5, v)
#define ZEXT26(v) GHIDRA_ZEXT(2, 6, v)
#define ZEXT27(v) GHIDRA_ZEXT(2, 7, v)
#define ZEXT28(v) GHIDRA_ZEXT(2, 8, v)
#define ZEXT29(v) GHIDRA_ZEXT(2, 9, v)
#define ZEXT210(v) GHIDRA_ZEXT(2, 10, v)
#define ZEXT211(v) GHIDRA_ZEXT(2, 11, v)
#define ZEXT212(v) GHIDRA_ZEXT(2, 12, v)
#define ZEXT213(v) GHIDRA_ZEXT(2, 13, v)
#define ZEXT214(v) GHIDRA_ZEXT(2, 14, v)
#define ZEXT215(v) GHIDRA_ZEXT(2, 15, v)
#define ZEXT216(v) GHIDRA_ZEXT(2, 16, v)
#define ZEXT34(v) GHIDRA_ZEXT(3, 4, v)
#define ZEXT35(v) GHIDRA_ZEXT(3, 5, v)
#define ZEXT36(v) GHIDRA_ZEXT(3, 6, v)
#define ZEXT37(v) GHIDRA_ZEXT(3, 7, v)
#define ZEXT38(v) GHIDRA_ZEXT(3, 8, v)
#define ZEXT39(v) GHIDRA_ZEXT(3, 9, v)
#define ZEXT310(v) GHIDRA_ZEXT(3, 10, v)
#define ZEXT311(v) GHIDRA_ZEXT(3, 11, v)
#define ZEXT312(v) GHIDRA_ZEXT(3, 12, v)
#define ZEXT313(v) GHIDRA_ZEXT(3, 13, v)
#define ZEXT314(v) GHIDRA_ZEXT(3, 14, v)
#define ZEXT315(v) GHIDRA_ZEXT(3, 15, v)
#define ZEXT316(v) GHIDRA_ZEXT(3, 16, v)
#define ZEXT45(v) GHIDRA_ZEXT(4, 5, v)
#define ZEXT46(v) GHIDRA_ZEXT(4, 6, v)
#define ZEXT47(v) GHIDRA_ZEXT(4, 7, v)
#define ZEXT48(v) GHIDRA_ZEXT(4, 8, v)
#define ZEXT49(v) GHIDRA_ZEXT(4, 9, v)
#define ZEXT410(v) GHIDRA_ZEXT(4, 10, v)
#define ZEXT411(v) GHIDRA_ZEXT(4, 11, v)
#define ZEXT412(v) GHIDRA_ZEXT(4, 12, v)
#define ZEXT413(v) GHIDRA_ZEXT(4, 13, v)
#define ZEXT414(v) GHIDRA_ZEXT(4, 14, v)
#define ZEXT415(v) GHIDRA_ZEXT(4, 15, v)
#define ZEXT416(v) GHIDRA_ZEXT(4, 16, v)
#define ZEXT56(v) GHIDRA_ZEXT(5, 6, v)
#define ZEXT57(v) GHIDRA_ZEXT(5, 7, v)
#define ZEXT58(v) GHIDRA_ZEXT(5, 8, v)
#define ZEXT59(v) GHIDRA_ZEXT(5, 9, v)
#define ZEXT510(v) GHIDRA_ZEXT(5, 10, v)
#define ZEXT511(v) GHIDRA_ZEXT(5, 11, v)
#define ZEXT512(v) GHIDRA_ZEXT(5, 12, v)
#define ZEXT513(v) GHIDRA_ZEXT(5, 13, v)
#define ZEXT514(v) GHIDRA_ZEXT(5, 14, v)
#define ZEXT515(v) GHIDRA_ZEXT(5, 15, v)
#define ZEXT516(v) GHIDRA_ZEXT(5, 16, v)
#define ZEXT67(v) GHIDRA_ZEXT(6, 7, v)
#define ZEXT68(v) GHIDRA_ZEXT(6, 8, v)
#define ZEXT69(v) GHIDRA_ZEXT(6, 9, v)
#define ZEXT610(v) GHIDRA_ZEXT(6, 10, v)
#define ZEXT611(v) GHIDRA_ZEXT(6, 11, v)
#define ZEXT612(v) GHIDRA_ZEXT(6, 12, v)
#define ZEXT613(v) GHIDRA_ZEXT(6, 13, v)
#define ZEXT614(v) GHIDRA_ZEXT(6, 14, v)
#define ZEXT615(v) GHIDRA_ZEXT(6, 15, v)
#define ZEXT616(v) GHIDRA_ZEXT(6, 16, v)
#define ZEXT78(v) GHIDRA_ZEXT(7, 8, v)
#define ZEXT79(v) GHIDRA_ZEXT(7, 9, v)
#define ZEXT710(v) GHIDRA_ZEXT(7, 10, v)
#define ZEXT711(v) GHIDRA_ZEXT(7, 11, v)
#define ZEXT712(v) GHIDRA_ZEXT(7, 12, v)
#define ZEXT713(v) GHIDRA_ZEXT(7, 13, v)
#define ZEXT714(v) GHIDRA_ZEXT(7, 14, v)
#define ZEXT715(v) GHIDRA_ZEXT(7, 15, v)
#define ZEXT716(v) GHIDRA_ZEXT(7, 16, v)
#define ZEXT89(v) GHIDRA_ZEXT(8, 9, v)
#define ZEXT810(v) GHIDRA_ZEXT(8, 10, v)
#define ZEXT811(v) GHIDRA_ZEXT(8, 11, v)
#define ZEXT812(v) GHIDRA_ZEXT(8, 12, v)
#define ZEXT813(v) GHIDRA_ZEXT(8, 13, v)
#define ZEXT814(v) GHIDRA_ZEXT(8, 14, v)
#define ZEXT815(v) GHIDRA_ZEXT(8, 15, v)
#define ZEXT816(v) GHIDRA_ZEXT(8, 16, v)
#define ZEXT910(v) GHIDRA_ZEXT(9, 10, v)
#define ZEXT911(v) GHIDRA_ZEXT(9, 11, v)
#define ZEXT912(v) GHIDRA_ZEXT(9, 12, v)
#define ZEXT913(v) GHIDRA_ZEXT(9, 13, v)
#define ZEXT914(v) GHIDRA_ZEXT(9, 14, v)
#define ZEXT915(v) GHIDRA_ZEXT(9, 15, v)
#define ZEXT916(v) GHIDRA_ZEXT(9, 16, v)
#define ZEXT1011(v) GHIDRA_ZEXT(10, 11, v)
#define ZEXT1012(v) GHIDRA_ZEXT(10, 12, v)
#define ZEXT1013(v) GHIDRA_ZEXT(10, 13, v)
#define ZEXT1014(v) GHIDRA_ZEXT(10, 14, v)
#define ZEXT1015(v) GHIDRA_ZEXT(10, 15, v)
#define ZEXT1016(v) GHIDRA_ZEXT(10, 16, v)
#define ZEXT1112(v) GHIDRA_ZEXT(11, 12, v)
#define ZEXT1113(v) GHIDRA_ZEXT(11, 13, v)
#define ZEXT1114(v) GHIDRA_ZEXT(11, 14, v)
#define ZEXT1115(v) GHIDRA_ZEXT(11, 15, v)
#define ZEXT1116(v) GHIDRA_ZEXT(11, 16, v)
#define ZEXT1213(v) GHIDRA_ZEXT(12, 13, v)
#define ZEXT1214(v) GHIDRA_ZEXT(12, 14, v)
#define ZEXT1215(v) GHIDRA_ZEXT(12, 15, v)
#define ZEXT1216(v) GHIDRA_ZEXT(12, 16, v)
#define ZEXT1314(v) GHIDRA_ZEXT(13, 14, v)
#define ZEXT1315(v) GHIDRA_ZEXT(13, 15, v)
#define ZEXT1316(v) GHIDRA_ZEXT(13, 16, v)
#define ZEXT1415(v) GHIDRA_ZEXT(14, 15, v)
#define ZEXT1416(v) GHIDRA_ZEXT(14, 16, v)
#define ZEXT1516(v) GHIDRA_ZEXT(15, 16, v)
#define SEXT12(v) GHIDRA_SEXT(1, 2, v)
#define SEXT13(v) GHIDRA_SEXT(1, 3, v)
#define SEXT14(v) GHIDRA_SEXT(1, 4, v)
#define SEXT15(v) GHIDRA_SEXT(1, 5, v)
#define SEXT16(v) GHIDRA_SEXT(1, 6, v)
#define SEXT17(v) GHIDRA_SEXT(1, 7, v)
#define SEXT18(v) GHIDRA_SEXT(1, 8, v)
#define SEXT19(v) GHIDRA_SEXT(1, 9, v)
#define SEXT110(v) GHIDRA_SEXT(1, 10, v)
#define SEXT111(v) GHIDRA_SEXT(1, 11, v)
#define SEXT112(v) GHIDRA_SEXT(1, 12, v)
#define SEXT113(v) GHIDRA_SEXT(1, 13, v)
#define SEXT114(v) GHIDRA_SEXT(1, 14, v)
#define SEXT115(v) GHIDRA_SEXT(1, 15, v)
#define SEXT116(v) GHIDRA_SEXT(1, 16, v)
#define SEXT23(v) GHIDRA_SEXT(2, 3, v)
#define SEXT24(v) GHIDRA_SEXT(2, 4, v)
#define SEXT25(v) GHIDRA_SEXT(2, 5, v)
#define SEXT26(v) GHIDRA_SEXT(2, 6, v)
#define SEXT27(v) GHIDRA_SEXT(2, 7, v)
#define SEXT28(v) GHIDRA_SEXT(2, 8, v)
#define SEXT29(v) GHIDRA_SEXT(2, 9, v)
#define SEXT210(v) GHIDRA_SEXT(2, 10, v)
#define SEXT211(v) GHIDRA_SEXT(2, 11, v)
#define SEXT212(v) GHIDRA_SEXT(2, 12, v)
#define SEXT213(v) GHIDRA_SEXT(2, 13, v)
#define SEXT214(v) GHIDRA_SEXT(2, 14, v)
#define SEXT215(v) GHIDRA_SEXT(2, 15, v)
#define SEXT216(v) GHIDRA_SEXT(2, 16, v)
#define SEXT34(v) GHIDRA_SEXT(3, 4, v)
#define SEXT35(v) GHIDRA_SEXT(3, 5, v)
#define SEXT36(v) GHIDRA_SEXT(3, 6, v)
#define SEXT37(v) GHIDRA_SEXT(3, 7, v)
#define SEXT38(v) GHIDRA_SEXT(3, 8, v)
#define SEXT39(v) GHIDRA_SEXT(3, 9, v)
#define SEXT310(v) GHIDRA_SEXT(3, 10, v)
#define SEXT311(v) GHIDRA_SEXT(3, 11, v)
#define SEXT312(v) GHIDRA_SEXT(3, 12, v)
#define SEXT313(v) GHIDRA_SEXT(3, 13, v)
#define SEXT314(v) GHIDRA_SEXT(3, 14, v)
#define SEXT315(v) GHIDRA_SEXT(3, 15, v)
#define SEXT316(v) GHIDRA_SEXT(3, 16, v)
#define SEXT45(v) GHIDRA_SEXT(4, 5, v)
#define SEXT46(v) GHIDRA_SEXT(4, 6, v)
#define SEXT47(v) GHIDRA_SEXT(4, 7, v)
#define SEXT48(v) GHIDRA_SEXT(4, 8, v)
#define SEXT49(v) GHIDRA_SEXT(4, 9, v)
#define SEXT410(v) GHIDRA_SEXT(4, 10, v)
#define SEXT411(v) GHIDRA_SEXT(4, 11, v)
#define SEXT412(v) GHIDRA_SEXT(4, 12, v)
#define SEXT413(v) GHIDRA_SEXT(4, 13, v)
#define SEXT414(v) GHIDRA_SEXT(4, 14, v)
#define SEXT415(v) GHIDRA_SEXT(4, 15, v)
#define SEXT416(v) GHIDRA_SEXT(4, 16, v)
#define SEXT56(v) GHIDRA_SEXT(5, 6, v)
#define SEXT57(v) GHIDRA_SEXT(5, 7, v)
#define SEXT58(v) GHIDRA_SEXT(5, 8, v)
#define SEXT59(v) GHIDRA_SEXT(5, 9, v)
#define SEXT510(v) GHIDRA_SEXT(5, 10, v)
#define SEXT511(v) GHIDRA_SEXT(5, 11, v)
#define SEXT512(v) GHIDRA_SEXT(5, 12, v)
#define SEXT513(v) GHIDRA_SEXT(5, 13, v)
#define SEXT514(v) GHIDRA_SEXT(5, 14, v)
#define SEXT515(v) GHIDRA_SEXT(5, 15, v)
#define SEXT516(v) GHIDRA_SEXT(5, 16, v)
#define SEXT67(v) GHIDRA_SEXT(6, 7, v)
#define SEXT68(v) GHIDRA_SEXT(6, 8, v)
#define SEXT69(v) GHIDRA_SEXT(6, 9, v)
#define SEXT610(v) GHIDRA_SEXT(6, 10, v)
#define SEXT611(v) GHIDRA_SEXT(6, 11, v)
#define SEXT612(v) GHIDRA_SEXT(6, 12, v)
#define SEXT613(v) GHIDRA_SEXT(6, 13, v)
#define SEXT614(v) GHIDRA_SEXT(6, 14, v)
#define SEXT615(v) GHIDRA_SEXT(6, 15, v)
#define SEXT616(v) GHIDRA_SEXT(6, 16, v)
#define SEXT78(v) GHIDRA_SEXT(7, 8, v)
#define SEXT79(v) GHIDRA_SEXT(7, 9, v)
#define SEXT710(v) GHIDRA_SEXT(7, 10, v)
#define SEXT711(v) GHIDRA_SEXT(7, 11, v)
#define SEXT712(v) GHIDRA_SEXT(7, 12, v)
#define SEXT713(v) GHIDRA_SEXT(7, 13, v)
#define SEXT714(v) GHIDRA_SEXT(7, 14, v)
#define SEXT715(v) GHIDRA_SEXT(7, 15, v)
#define SEXT716(v) GHIDRA_SEXT(7, 16, v)
#define SEXT89(v) GHIDRA_SEXT(8, 9, v)
#define SEXT810(v) GHIDRA_SEXT(8, 10, v)
#define SEXT811(v) GHIDRA_SEXT(8, 11, v)
#define SEXT812(v) GHIDRA_SEXT(8, 12, v)
#define SEXT813(v) GHIDRA_SEXT(8, 13, v)
#define SEXT814(v) GHIDRA_SEXT(8, 14, v)
#define SEXT815(v) GHIDRA_SEXT(8, 15, v)
#define SEXT816(v) GHIDRA_SEXT(8, 16, v)
#define SEXT910(v) GHIDRA_SEXT(9, 10, v)
#define SEXT911(v) GHIDRA_SEXT(9, 11, v)
#define SEXT912(v) GHIDRA_SEXT(9, 12, v)
#define SEXT913(v) GHIDRA_SEXT(9, 13, v)
#define SEXT914(v) GHIDRA_SEXT(9, 14, v)
#define SEXT915(v) GHIDRA_SEXT(9, 15, v)
#define SEXT916(v) GHIDRA_SEXT(9, 16, v)
#define SEXT1011(v) GHIDRA_SEXT(10, 11, v)
#define SEXT1012(v) GHIDRA_SEXT(10, 12, v)
#define SEXT1013(v) GHIDRA_SEXT(10, 13, v)
#define SEXT1014(v) GHIDRA_SEXT(10, 14, v)
#define SEXT1015(v) GHIDRA_SEXT(10, 15, v)
#define SEXT1016(v) GHIDRA_SEXT(10, 16, v)
#define SEXT1112(v) GHIDRA_SEXT(11, 12, v)
#define SEXT1113(v) GHIDRA_SEXT(11, 13, v)
#define SEXT1114(v) GHIDRA_SEXT(11, 14, v)
#define SEXT1115(v) GHIDRA_SEXT(11, 15, v)
#define SEXT1116(v) GHIDRA_SEXT(11, 16, v)
#define SEXT1213(v) GHIDRA_SEXT(12, 13, v)
#define SEXT1214(v) GHIDRA_SEXT(12, 14, v)
#define SEXT1215(v) GHIDRA_SEXT(12, 15, v)
#define SEXT1216(v) GHIDRA_SEXT(12, 16, v)
#define SEXT1314(v) GHIDRA_SEXT(13, 14, v)
#define SEXT1315(v) GHIDRA_SEXT(13, 15, v)
#define SEXT1316(v) GHIDRA_SEXT(13, 16, v)
#define SEXT1415(v) GHIDRA_SEXT(14, 15, v)
#define SEXT1416(v) GHIDRA_SEXT(14, 16, v)
#define SEXT1516(v) GHIDRA_SEXT(15, 16, v)

/* The n bytes at offset o of a variable, to read and to write; Ghidra writes v._o_n_. */
#define GHIDRA_PART(v, o, n) (((struct { DIALECT_U##n part : 8 * n; } __attribute__((packed, may_alias)) *)((char *)&(v) + (o)))->part)
typedef __attribute__((aligned(1), may_alias)) unsigned char ghidra_loose1;
typedef __attribute__((aligned(1), may_alias)) unsigned short ghidra_loose2;
typedef __attribute__((aligned(1), may_alias)) unsigned int ghidra_loose4;
typedef __attribute__((aligned(1), may_alias)) __UINT64_TYPE__ ghidra_loose8;
typedef __attribute__((aligned(1), may_alias)) unsigned __int128 ghidra_loose16;
