/* Binary Ninja: types and operators of its Pseudo C and high level IL.

   The letter at the end is a size: B 1, W 2, D 4, Q 8 bytes. One line is one definition; see
   common.h. */

typedef __int128 int128_t;
typedef unsigned __int128 uint128_t;
typedef long double float80_t;
#define __noreturn
#define __pure
#define __convention(name)
#define __fastcall
#define __cdecl
#define __stdcall
#define __thiscall

/* The thread's base, where the stack guard is. */
#define fsbase ((void *)dialect_thread_base)
#define gsbase ((void *)dialect_thread_base)

/* Widening with the sign and with zeros, written sx.q(v) and zx.q(v); the argument's type says
   from how many bytes. low and high parts of a value; two values put together. */
#define sx_w(v) ((short)DIALECT_SIGN(v, sizeof(v)))
#define sx_d(v) ((int)DIALECT_SIGN(v, sizeof(v)))
#define sx_q(v) ((__INT64_TYPE__)DIALECT_SIGN(v, sizeof(v)))
#define sx_o(v) ((__int128)DIALECT_SIGN(v, sizeof(v)))
#define zx_w(v) ((unsigned short)DIALECT_ZERO(v, sizeof(v)))
#define zx_d(v) ((unsigned int)DIALECT_ZERO(v, sizeof(v)))
#define zx_q(v) ((__UINT64_TYPE__)DIALECT_ZERO(v, sizeof(v)))
#define zx_o(v) ((unsigned __int128)DIALECT_ZERO(v, sizeof(v)))
#define LOWB(v) ((unsigned char)DIALECT_BITS(v))
#define LOWW(v) ((unsigned short)DIALECT_BITS(v))
#define LOWD(v) ((unsigned int)DIALECT_BITS(v))
#define LOWQ(v) ((__UINT64_TYPE__)DIALECT_BITS(v))
#define HIGHB(v) ((unsigned char)(DIALECT_BITS(v) >> 8))
#define HIGHW(v) ((unsigned short)(DIALECT_BITS(v) >> 16))
#define HIGHD(v) ((unsigned int)(DIALECT_BITS(v) >> 32))
#define HIGHQ(v) ((__UINT64_TYPE__)(DIALECT_BITS(v) >> 64))
#define COMBINE(high, low) (DIALECT_BITS(high) << 8 * sizeof(low) | DIALECT_ZERO(low, sizeof(low)))

/* Turned bits, one bit, and sums and differences with a carry. */
#define ROLB(v, by) DIALECT_ROTATE(v, by, 1)
#define ROLW(v, by) DIALECT_ROTATE(v, by, 2)
#define ROLD(v, by) DIALECT_ROTATE(v, by, 4)
#define ROLQ(v, by) DIALECT_ROTATE(v, by, 8)
#define RORB(v, by) DIALECT_ROTATE(v, -(by), 1)
#define RORW(v, by) DIALECT_ROTATE(v, -(by), 2)
#define RORD(v, by) DIALECT_ROTATE(v, -(by), 4)
#define RORQ(v, by) DIALECT_ROTATE(v, -(by), 8)
#define TEST_BIT(v, n) ((_Bool)(DIALECT_BITS(v) >> (n) & 1))
#define TEST_BITB(v, n) ((_Bool)(DIALECT_BITS(v) >> ((n) & 7) & 1))
#define TEST_BITW(v, n) ((_Bool)(DIALECT_BITS(v) >> ((n) & 15) & 1))
#define TEST_BITD(v, n) ((_Bool)(DIALECT_BITS(v) >> ((n) & 31) & 1))
#define TEST_BITQ(v, n) ((_Bool)(DIALECT_BITS(v) >> ((n) & 63) & 1))
#define ADCB(a, b, c) ((unsigned char)((a) + (b) + (c)))
#define ADCW(a, b, c) ((unsigned short)((a) + (b) + (c)))
#define ADCD(a, b, c) ((unsigned int)((a) + (b) + (c)))
#define ADCQ(a, b, c) ((__UINT64_TYPE__)((a) + (b) + (c)))
#define SBBB(a, b, c) ((unsigned char)((a) - (b) - (c)))
#define SBBW(a, b, c) ((unsigned short)((a) - (b) - (c)))
#define SBBD(a, b, c) ((unsigned int)((a) - (b) - (c)))
#define SBBQ(a, b, c) ((__UINT64_TYPE__)((a) - (b) - (c)))
#define ADD_OVERFLOW(a, b) DIALECT_ADD_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define _bswap(v) ((__typeof__(v))dialect_reversed(DIALECT_ZERO(v, sizeof(v)), sizeof(v)))
#define FCMP_O(a, b) ((_Bool)!__builtin_isunordered(a, b))
#define FCMP_UO(a, b) ((_Bool)__builtin_isunordered(a, b))
