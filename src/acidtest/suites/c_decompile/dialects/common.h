/* What the other headers here are made of, and types that belong to no single decompiler.

   One line is one definition: an answer gets the lines whose names it uses, and what those need.

   All of it holds for 32-bit machines and both byte orders, except what has more than 8 bytes: a
   32-bit compiler has no such integer, and reads __int128 as one of 8 (see __init__.py). */

/* The integer that holds n bytes. */
#define DIALECT_U1 unsigned char
#define DIALECT_U2 unsigned short
#define DIALECT_U3 unsigned int
#define DIALECT_U4 unsigned int
#define DIALECT_U5 __UINT64_TYPE__
#define DIALECT_U6 __UINT64_TYPE__
#define DIALECT_U7 __UINT64_TYPE__
#define DIALECT_U8 __UINT64_TYPE__
#define DIALECT_U9 unsigned __int128
#define DIALECT_U10 unsigned __int128
#define DIALECT_U11 unsigned __int128
#define DIALECT_U12 unsigned __int128
#define DIALECT_U13 unsigned __int128
#define DIALECT_U14 unsigned __int128
#define DIALECT_U15 unsigned __int128
#define DIALECT_U16 unsigned __int128
#define DIALECT_S1 signed char
#define DIALECT_S2 short
#define DIALECT_S3 int
#define DIALECT_S4 int
#define DIALECT_S5 __INT64_TYPE__
#define DIALECT_S6 __INT64_TYPE__
#define DIALECT_S7 __INT64_TYPE__
#define DIALECT_S8 __INT64_TYPE__
#define DIALECT_S9 __int128
#define DIALECT_S10 __int128
#define DIALECT_S11 __int128
#define DIALECT_S12 __int128
#define DIALECT_S13 __int128
#define DIALECT_S14 __int128
#define DIALECT_S15 __int128
#define DIALECT_S16 __int128

/* The bits of a value: those of its representation if it is a floating point number. */
static inline unsigned __int128 dialect_integer_bits(unsigned __int128 v) { return v; }
static inline unsigned __int128 dialect_float_bits(float v) { unsigned r; __builtin_memcpy(&r, &v, 4); return r; }
static inline unsigned __int128 dialect_double_bits(double v) { __UINT64_TYPE__ r; __builtin_memcpy(&r, &v, 8); return r; }
static inline unsigned __int128 dialect_long_double_bits(long double v) { unsigned __int128 r = 0; __builtin_memcpy(&r, &v, __LDBL_MANT_DIG__ == 64 && sizeof r > 10 ? 10 : sizeof r < sizeof v ? sizeof r : sizeof v); return r; }
#define DIALECT_BITS(v) _Generic((v), float: dialect_float_bits, double: dialect_double_bits, \
    long double: dialect_long_double_bits, default: dialect_integer_bits)(v)

/* The lowest n bytes of a value, without and with its sign. */
#define DIALECT_AWAY(n) ((n) < sizeof(DIALECT_U16) ? 8 * (sizeof(DIALECT_U16) - (n)) : 0)
#define DIALECT_MASK(n) (~(unsigned __int128)0 >> DIALECT_AWAY(n))
#define DIALECT_ZERO(v, n) (DIALECT_BITS(v) & DIALECT_MASK(n))
#define DIALECT_SIGN(v, n) ((__int128)(DIALECT_BITS(v) << DIALECT_AWAY(n)) >> DIALECT_AWAY(n))

/* Whether a + b and a - b leave the range of n bytes. */
#define DIALECT_CARRY(a, b, n) ((_Bool)(DIALECT_ZERO(b, n) > DIALECT_MASK(n) - DIALECT_ZERO(a, n)))
#define DIALECT_BORROW(a, b, n) ((_Bool)(DIALECT_ZERO(a, n) < DIALECT_ZERO(b, n)))
static inline _Bool dialect_add_overflows(__int128 a, __int128 b, int n) { __int128 r; return __builtin_add_overflow(a, b, &r) || r != DIALECT_SIGN(r, n); }
static inline _Bool dialect_sub_overflows(__int128 a, __int128 b, int n) { __int128 r; return __builtin_sub_overflow(a, b, &r) || r != DIALECT_SIGN(r, n); }
#define DIALECT_ADD_OVERFLOWS(a, b, n) dialect_add_overflows(DIALECT_SIGN(a, n), DIALECT_SIGN(b, n), n)
#define DIALECT_SUB_OVERFLOWS(a, b, n) dialect_sub_overflows(DIALECT_SIGN(a, n), DIALECT_SIGN(b, n), n)

/* Bits of n bytes, counted and turned. */
static inline int dialect_ones(unsigned __int128 v) { int n = 0; for (; v; v &= v - 1) n++; return n; }
static inline int dialect_leading_zeros(unsigned __int128 v, int n) { int r = 8 * n; for (; v; v >>= 1) r--; return r; }
static inline int dialect_trailing_zeros(unsigned __int128 v, int n) { int r = 0; for (; r < 8 * n && !(v & 1); v >>= 1) r++; return r; }
static inline unsigned __int128 dialect_rotate(unsigned __int128 v, int by, int n) { by &= 8 * n - 1; return by ? (v << by | v >> (8 * n - by)) & DIALECT_MASK(n) : v; }
static inline unsigned __int128 dialect_reversed(unsigned __int128 v, int n) { unsigned __int128 r = 0; for (; n--; v >>= 8) r = r << 8 | (v & 255); return r; }
#define DIALECT_ROTATE(v, by, n) ((DIALECT_U##n)dialect_rotate(DIALECT_ZERO(v, n), by, n))
#define DIALECT_WIDER(a, b) (sizeof(a) < sizeof(b) ? sizeof(b) : sizeof(a))

/* A function of floating point numbers, in the type of its argument. */
static inline float dialect_fabs_f(float v) { return __builtin_fabsf(v); }
static inline double dialect_fabs_d(double v) { return __builtin_fabs(v); }
static inline long double dialect_fabs_l(long double v) { return __builtin_fabsl(v); }
static inline __INT64_TYPE__ dialect_abs(__INT64_TYPE__ v) { return v < 0 ? -(__UINT64_TYPE__)v : v; }
static inline float dialect_sqrt_f(float v) { return __builtin_sqrtf(v); }
static inline double dialect_sqrt_d(double v) { return __builtin_sqrt(v); }
static inline long double dialect_sqrt_l(long double v) { return __builtin_sqrtl(v); }
static inline float dialect_floor_f(float v) { return __builtin_floorf(v); }
static inline double dialect_floor_d(double v) { return __builtin_floor(v); }
static inline long double dialect_floor_l(long double v) { return __builtin_floorl(v); }
static inline float dialect_ceil_f(float v) { return __builtin_ceilf(v); }
static inline double dialect_ceil_d(double v) { return __builtin_ceil(v); }
static inline long double dialect_ceil_l(long double v) { return __builtin_ceill(v); }
static inline float dialect_rint_f(float v) { return __builtin_rintf(v); }
static inline double dialect_rint_d(double v) { return __builtin_rint(v); }
static inline long double dialect_rint_l(long double v) { return __builtin_rintl(v); }
#define DIALECT_REAL(name, v) _Generic((v), float: name##_f, long double: name##_l, default: name##_d)(v)

/* What stands at the thread's base register: a stack guard, which is the same at every look. */
static const unsigned long dialect_thread_base[8] = {0};

/* Types, those of Windows with its sizes. */
typedef unsigned char uint8;
typedef unsigned char u8;
typedef unsigned char BYTE;
typedef unsigned char UCHAR;
typedef unsigned short uint16;
typedef unsigned short u16;
typedef unsigned short WORD;
typedef unsigned short USHORT;
typedef unsigned int uint32;
typedef unsigned int u32;
typedef unsigned int DWORD;
typedef unsigned int UINT;
typedef unsigned int ULONG;
typedef unsigned int wchar32;
typedef __UINT64_TYPE__ uint64;
typedef __UINT64_TYPE__ u64;
typedef __UINT64_TYPE__ QWORD;
typedef signed char int8;
typedef signed char int1;
typedef signed char s8;
typedef signed char i8;
typedef short int16;
typedef short int2;
typedef short s16;
typedef short i16;
typedef int int32;
typedef int int4;
typedef int s32;
typedef int i32;
typedef int BOOL;
typedef __INT64_TYPE__ int64;
typedef __INT64_TYPE__ s64;
typedef __INT64_TYPE__ i64;
typedef float f32;
typedef double f64;
typedef char CHAR;
typedef short SHORT;
typedef int INT;
typedef int LONG;
typedef int INT32;
typedef unsigned int UINT32;
typedef long long INT64;
typedef long long LONGLONG;
typedef unsigned long long UINT64;
typedef unsigned long long ULONGLONG;
typedef void VOID;
typedef void *PVOID;
typedef void *LPVOID;
typedef char *LPSTR;
typedef const char *LPCSTR;
#define WINAPI
#define CALLBACK
#define TRUE 1
#define FALSE 0
#define nullptr ((void *)0)
typedef float FLOAT;
typedef double DOUBLE;
typedef unsigned char BOOLEAN;
typedef signed char INT8;
typedef unsigned char UINT8;
typedef short INT16;
typedef unsigned short UINT16;
typedef int LONG32;
typedef unsigned int ULONG32;
typedef unsigned int DWORD32;
typedef long long LONG64;
typedef unsigned long long ULONG64;
typedef unsigned long long DWORD64;
typedef unsigned long long DWORDLONG;
typedef unsigned long SIZE_T;
typedef long SSIZE_T;
typedef long INT_PTR;
typedef long LONG_PTR;
typedef unsigned long UINT_PTR;
typedef unsigned long ULONG_PTR;
typedef unsigned long DWORD_PTR;
typedef const void *LPCVOID;
typedef char *PCHAR;
typedef char *PSTR;
typedef const char *PCSTR;
typedef unsigned char *PUCHAR;
typedef unsigned char *PBYTE;
typedef unsigned char *LPBYTE;
typedef unsigned short *PWORD;
typedef unsigned int *PDWORD;
typedef unsigned int *LPDWORD;
typedef unsigned int *PULONG;
typedef unsigned int *PUINT;
typedef int *PINT;
typedef int *PLONG;
typedef int *LPINT;
typedef float *PFLOAT;
#define APIENTRY
#define NTAPI
#define MAXLONG 0x7fffffff
#define MAXULONG 0xffffffffu
#define MAXDWORD 0xffffffffu
#define MAXLONGLONG 0x7fffffffffffffffll
#define MAXULONGLONG 0xffffffffffffffffull
#define MAXULONG64 0xffffffffffffffffull
#define FORCEINLINE
#define __forceinline
#define __declspec(word)
#define CONST const
#define _In_
#define _Out_
#define _Inout_
#define _In_opt_
#define _Out_opt_
#define _Inout_opt_
#define _Use_decl_annotations_
#define _Must_inspect_result_
#define _Success_(what)
#define _In_reads_(n)
#define _Out_writes_(n)
#define UNREFERENCED_PARAMETER(v) ((void)(v))
#define UNREFERENCED_LOCAL_VARIABLE(v) ((void)(v))

/* Words of the Linux kernel's sources. */
typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed char __s8;
typedef short __s16;
typedef int __s32;
typedef long long __s64;
#define likely(v) (v)
#define unlikely(v) (v)
#define __user
#define __init
#define __maybe_unused
#define noinline
#define asmlinkage
#define ARRAY_SIZE(v) (sizeof(v) / sizeof((v)[0]))
#define BIT(n) (1UL << (n))

/* Types and operators of Reko. */
typedef unsigned char word8;
typedef unsigned short word16;
typedef unsigned int word32;
typedef __UINT64_TYPE__ word64;
typedef unsigned __int128 word128;
typedef unsigned short ui16;
typedef unsigned int ui32;
typedef __UINT64_TYPE__ ui64;
typedef unsigned int ptr32;
typedef __UINT64_TYPE__ ptr64;
typedef float real32;
typedef double real64;
#define SLICE(v, type, bit) ((type)(DIALECT_BITS(v) >> (bit)))
#define SEQ(high, low) (DIALECT_BITS(high) << 8 * sizeof(low) | DIALECT_ZERO(low, sizeof(low)))

/* C++: std::min and the like, and words that change nothing here. */
#define CPP_min(a, b) ({ __auto_type cpp_a = (a); __auto_type cpp_b = (b); cpp_b < cpp_a ? cpp_b : cpp_a; })
#define CPP_max(a, b) ({ __auto_type cpp_a = (a); __auto_type cpp_b = (b); cpp_a < cpp_b ? cpp_b : cpp_a; })
#define CPP_swap(a, b) ({ __auto_type cpp_a = (a); (a) = (b); (b) = cpp_a; })
#define constexpr const
#define noexcept
