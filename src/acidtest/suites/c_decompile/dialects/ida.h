/* IDA (Hex-Rays): types, calling conventions and helper macros of its pseudocode.

   Written from the public description of these names. One line is one definition; see common.h. */

/* Types. __int64 is a macro, so that unsigned __int64 is a type too. */
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
typedef unsigned char _BYTE;
typedef unsigned short _WORD;
typedef unsigned int _DWORD;
typedef unsigned long long _QWORD;
typedef unsigned __int128 _OWORD;
typedef long double _TBYTE;
typedef char _UNKNOWN;
typedef signed char _BOOL1;
typedef short _BOOL2;
typedef int _BOOL4;
typedef long long _BOOL8;
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;

/* Words between a type and a name that change nothing here. */
#define __fastcall
#define __cdecl
#define __stdcall
#define __thiscall
#define __usercall
#define __userpurge
#define __vectorcall
#define __pascal
#define __noreturn
#define __unaligned
#define __hidden
#define __ptr32
#define __ptr64
#define __high
#define __pure
#define __return_ptr
#define __struct_ptr

/* Parts of a variable, to read and to write. LOBYTE is the byte of least value; BYTE1 is the second
   in memory, whatever the byte order. */
#define IDA_PART(type, v, at) (*(type __attribute__((may_alias)) *)((char *)&(v) + (at)))
#define IDA_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#define IDA_LOW(type, v) IDA_PART(type, v, IDA_BIG ? sizeof(v) - sizeof(type) : 0)
#define IDA_HIGH(type, v) IDA_PART(type, v, IDA_BIG ? 0 : sizeof(v) - sizeof(type))
#define LOBYTE(v) IDA_LOW(unsigned char, v)
#define LOWORD(v) IDA_LOW(unsigned short, v)
#define LODWORD(v) IDA_LOW(unsigned int, v)
#define LOQWORD(v) IDA_LOW(unsigned long long, v)
#define HIBYTE(v) IDA_HIGH(unsigned char, v)
#define HIWORD(v) IDA_HIGH(unsigned short, v)
#define HIDWORD(v) IDA_HIGH(unsigned int, v)
#define HIQWORD(v) IDA_HIGH(unsigned long long, v)
#define SLOBYTE(v) IDA_LOW(signed char, v)
#define SLOWORD(v) IDA_LOW(short, v)
#define SLODWORD(v) IDA_LOW(int, v)
#define SHIBYTE(v) IDA_HIGH(signed char, v)
#define SHIWORD(v) IDA_HIGH(short, v)
#define SHIDWORD(v) IDA_HIGH(int, v)
#define BYTE1(v) IDA_PART(unsigned char, v, 1)
#define BYTE2(v) IDA_PART(unsigned char, v, 2)
#define BYTE3(v) IDA_PART(unsigned char, v, 3)
#define BYTE4(v) IDA_PART(unsigned char, v, 4)
#define BYTE5(v) IDA_PART(unsigned char, v, 5)
#define BYTE6(v) IDA_PART(unsigned char, v, 6)
#define BYTE7(v) IDA_PART(unsigned char, v, 7)
#define BYTE8(v) IDA_PART(unsigned char, v, 8)
#define BYTE9(v) IDA_PART(unsigned char, v, 9)
#define BYTE10(v) IDA_PART(unsigned char, v, 10)
#define BYTE11(v) IDA_PART(unsigned char, v, 11)
#define BYTE12(v) IDA_PART(unsigned char, v, 12)
#define BYTE13(v) IDA_PART(unsigned char, v, 13)
#define BYTE14(v) IDA_PART(unsigned char, v, 14)
#define BYTE15(v) IDA_PART(unsigned char, v, 15)
#define SBYTE1(v) IDA_PART(signed char, v, 1)
#define SBYTE2(v) IDA_PART(signed char, v, 2)
#define SBYTE3(v) IDA_PART(signed char, v, 3)
#define SBYTE4(v) IDA_PART(signed char, v, 4)
#define SBYTE5(v) IDA_PART(signed char, v, 5)
#define SBYTE6(v) IDA_PART(signed char, v, 6)
#define SBYTE7(v) IDA_PART(signed char, v, 7)
#define SBYTE8(v) IDA_PART(signed char, v, 8)
#define SBYTE9(v) IDA_PART(signed char, v, 9)
#define SBYTE10(v) IDA_PART(signed char, v, 10)
#define SBYTE11(v) IDA_PART(signed char, v, 11)
#define SBYTE12(v) IDA_PART(signed char, v, 12)
#define SBYTE13(v) IDA_PART(signed char, v, 13)
#define SBYTE14(v) IDA_PART(signed char, v, 14)
#define SBYTE15(v) IDA_PART(signed char, v, 15)
#define WORD1(v) IDA_PART(unsigned short, v, 2)
#define WORD2(v) IDA_PART(unsigned short, v, 4)
#define WORD3(v) IDA_PART(unsigned short, v, 6)
#define WORD4(v) IDA_PART(unsigned short, v, 8)
#define WORD5(v) IDA_PART(unsigned short, v, 10)
#define WORD6(v) IDA_PART(unsigned short, v, 12)
#define WORD7(v) IDA_PART(unsigned short, v, 14)
#define SWORD1(v) IDA_PART(short, v, 2)
#define SWORD2(v) IDA_PART(short, v, 4)
#define SWORD3(v) IDA_PART(short, v, 6)
#define SWORD4(v) IDA_PART(short, v, 8)
#define SWORD5(v) IDA_PART(short, v, 10)
#define SWORD6(v) IDA_PART(short, v, 12)
#define SWORD7(v) IDA_PART(short, v, 14)
#define DWORD1(v) IDA_PART(unsigned int, v, 4)
#define DWORD2(v) IDA_PART(unsigned int, v, 8)
#define DWORD3(v) IDA_PART(unsigned int, v, 12)
#define SDWORD1(v) IDA_PART(int, v, 4)
#define SDWORD2(v) IDA_PART(int, v, 8)
#define SDWORD3(v) IDA_PART(int, v, 12)

/* __PAIR64__(high, low): two halves put together; with S the result is signed. */
#define IDA_PAIR(half, high, low) (DIALECT_ZERO(high, half) << 8 * half | DIALECT_ZERO(low, half))
#define __PAIR16__(high, low) ((unsigned short)IDA_PAIR(1, high, low))
#define __PAIR32__(high, low) ((unsigned int)IDA_PAIR(2, high, low))
#define __PAIR64__(high, low) ((unsigned long long)IDA_PAIR(4, high, low))
#define __PAIR128__(high, low) ((unsigned __int128)IDA_PAIR(8, high, low))
#define __SPAIR16__(high, low) ((short)IDA_PAIR(1, high, low))
#define __SPAIR32__(high, low) ((int)IDA_PAIR(2, high, low))
#define __SPAIR64__(high, low) ((long long)IDA_PAIR(4, high, low))
#define __SPAIR128__(high, low) ((__int128)IDA_PAIR(8, high, low))

/* The same bits as another type. */
static inline float ida_float(unsigned v) { float r; __builtin_memcpy(&r, &v, 4); return r; }
static inline double ida_double(__UINT64_TYPE__ v) { double r; __builtin_memcpy(&r, &v, 8); return r; }
#define COERCE_FLOAT(v) ida_float(DIALECT_ZERO(v, 4))
#define COERCE_DOUBLE(v) ida_double(DIALECT_ZERO(v, 8))
#define COERCE_INT(v) ((int)DIALECT_SIGN(v, 4))
#define COERCE_UNSIGNED_INT(v) ((unsigned int)DIALECT_ZERO(v, 4))
#define COERCE_INT64(v) ((long long)DIALECT_SIGN(v, 8))
#define COERCE__INT64(v) ((long long)DIALECT_SIGN(v, 8))
#define COERCE_UNSIGNED_INT64(v) ((unsigned long long)DIALECT_ZERO(v, 8))

/* Flags: OF and CF of an addition, a subtraction and a shift; the parity flag of a - b. */
#define __OFADD__(a, b) DIALECT_ADD_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define __OFSUB__(a, b) DIALECT_SUB_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define __CFADD__(a, b) DIALECT_CARRY(a, b, DIALECT_WIDER(a, b))
#define __CFSUB__(a, b) DIALECT_BORROW(a, b, DIALECT_WIDER(a, b))
#define __CFSHL__(v, by) ((_Bool)(DIALECT_ZERO(v, sizeof(v)) >> (8 * sizeof(v) - (by)) & 1))
#define __CFSHR__(v, by) ((_Bool)(DIALECT_ZERO(v, sizeof(v)) >> ((by) - 1) & 1))
#define __SETP__(a, b) ((_Bool)(~dialect_ones(((a) - (b)) & 255) & 1))
#define __SETS__(v) ((_Bool)(DIALECT_SIGN(v, sizeof(v)) < 0))
#define is_mul_ok(a, b) (!__builtin_mul_overflow_p(DIALECT_ZERO(a, 8), DIALECT_ZERO(b, 8), (__UINT64_TYPE__)0))

/* Turned, reversed and counted bits. */
#define __ROL1__(v, by) DIALECT_ROTATE(v, by, 1)
#define __ROL2__(v, by) DIALECT_ROTATE(v, by, 2)
#define __ROL4__(v, by) DIALECT_ROTATE(v, by, 4)
#define __ROL8__(v, by) DIALECT_ROTATE(v, by, 8)
#define __ROR1__(v, by) DIALECT_ROTATE(v, -(by), 1)
#define __ROR2__(v, by) DIALECT_ROTATE(v, -(by), 2)
#define __ROR4__(v, by) DIALECT_ROTATE(v, -(by), 4)
#define __ROR8__(v, by) DIALECT_ROTATE(v, -(by), 8)
#define _rotl(v, by) DIALECT_ROTATE(v, by, 4)
#define _rotr(v, by) DIALECT_ROTATE(v, -(by), 4)
#define _rotl64(v, by) DIALECT_ROTATE(v, by, 8)
#define _rotr64(v, by) DIALECT_ROTATE(v, -(by), 8)
#define _byteswap_ushort(v) ((unsigned short)dialect_reversed(DIALECT_ZERO(v, 2), 2))
#define _byteswap_ulong(v) ((unsigned int)dialect_reversed(DIALECT_ZERO(v, 4), 4))
#define _byteswap_uint64(v) ((unsigned long long)dialect_reversed(DIALECT_ZERO(v, 8), 8))
#define bswap32(v) ((unsigned int)dialect_reversed(DIALECT_ZERO(v, 4), 4))
#define bswap64(v) ((unsigned long long)dialect_reversed(DIALECT_ZERO(v, 8), 8))
#define __popcnt(v) dialect_ones(DIALECT_ZERO(v, 4))
#define __popcnt64(v) dialect_ones(DIALECT_ZERO(v, 8))
#define __lzcnt(v) dialect_leading_zeros(DIALECT_ZERO(v, 4), 4)
#define __lzcnt64(v) dialect_leading_zeros(DIALECT_ZERO(v, 8), 8)
static inline unsigned char ida_scan_low(unsigned *at, __UINT64_TYPE__ v, int n) { if (v) *at = dialect_trailing_zeros(v, n); return v != 0; }
static inline unsigned char ida_scan_high(unsigned *at, __UINT64_TYPE__ v, int n) { if (v) *at = 8 * n - 1 - dialect_leading_zeros(v, n); return v != 0; }
#define _BitScanForward(at, v) ida_scan_low((unsigned *)(at), DIALECT_ZERO(v, 4), 4)
#define _BitScanForward64(at, v) ida_scan_low((unsigned *)(at), DIALECT_ZERO(v, 8), 8)
#define _BitScanReverse(at, v) ida_scan_high((unsigned *)(at), DIALECT_ZERO(v, 4), 4)
#define _BitScanReverse64(at, v) ida_scan_high((unsigned *)(at), DIALECT_ZERO(v, 8), 8)

/* One bit of what lies at an address, as it was before it is set, cleared or turned. */
static inline unsigned char ida_bit(void *at, long long n, int how) { unsigned char *byte = (unsigned char *)at + (n >> 3), bit = 1 << (n & 7), old = (*byte & bit) != 0; if (how == 1) *byte |= bit; if (how == 2) *byte &= ~bit; if (how == 3) *byte ^= bit; return old; }
#define _bittest(at, n) ida_bit((void *)(at), n, 0)
#define _bittest64(at, n) ida_bit((void *)(at), n, 0)
#define _bittestandset(at, n) ida_bit((void *)(at), n, 1)
#define _bittestandset64(at, n) ida_bit((void *)(at), n, 1)
#define _bittestandreset(at, n) ida_bit((void *)(at), n, 2)
#define _bittestandreset64(at, n) ida_bit((void *)(at), n, 2)
#define _bittestandcomplement(at, n) ida_bit((void *)(at), n, 3)
#define _bittestandcomplement64(at, n) ida_bit((void *)(at), n, 3)

/* Lanes of a vector register, written v.m128_f32[0]. */
#define IDA_LANES(type, v) ((type __attribute__((may_alias)) *)&(v))
#define IDA_LANES_f32(v) IDA_LANES(float, v)
#define IDA_LANES_f64(v) IDA_LANES(double, v)
#define IDA_LANES_i8(v) IDA_LANES(signed char, v)
#define IDA_LANES_i16(v) IDA_LANES(short, v)
#define IDA_LANES_i32(v) IDA_LANES(int, v)
#define IDA_LANES_i64(v) IDA_LANES(long long, v)
#define IDA_LANES_u8(v) IDA_LANES(unsigned char, v)
#define IDA_LANES_u16(v) IDA_LANES(unsigned short, v)
#define IDA_LANES_u32(v) IDA_LANES(unsigned int, v)
#define IDA_LANES_u64(v) IDA_LANES(unsigned long long, v)

/* Where control leaves the function for a place that is not shown, and where it never comes. */
#define JUMPOUT(at) __builtin_trap()
#define BUG() __builtin_trap()
#define __debugbreak() __builtin_trap()
#define __fastfail(why) __builtin_trap()

/* Absolute values and memory. */
#define abs8(v) ((signed char)((v) < 0 ? -(v) : (v)))
#define abs16(v) ((short)((v) < 0 ? -(v) : (v)))
#define abs32(v) ((int)((v) < 0 ? -(v) : (v)))
#define abs64(v) ((long long)((v) < 0 ? -(v) : (v)))
#define qmemcpy(to, from, n) __builtin_memmove((void *)(to), (const void *)(from), n)
#define qmemset(to, v, n) __builtin_memset((void *)(to), v, n)
static inline void *memset16(void *to, unsigned short v, __UINT64_TYPE__ n) { for (__UINT64_TYPE__ i = 0; i < n; i++) __builtin_memcpy((char *)to + 2 * i, &v, 2); return to; }
static inline void *memset32(void *to, unsigned v, __UINT64_TYPE__ n) { for (__UINT64_TYPE__ i = 0; i < n; i++) __builtin_memcpy((char *)to + 4 * i, &v, 4); return to; }
static inline void *memset64(void *to, __UINT64_TYPE__ v, __UINT64_TYPE__ n) { for (__UINT64_TYPE__ i = 0; i < n; i++) __builtin_memcpy((char *)to + 8 * i, &v, 8); return to; }

/* The stack guard: the same at every look. */
#define __readfsqword(at) ((void)(at), (unsigned long long)0)
#define __readfsdword(at) ((void)(at), (unsigned int)0)
#define __readgsqword(at) ((void)(at), (unsigned long long)0)
#define __readgsdword(at) ((void)(at), (unsigned int)0)
