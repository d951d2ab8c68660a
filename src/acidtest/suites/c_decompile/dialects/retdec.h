/* RetDec: types of its C, and the LLVM operations that it shows as calls.

   One line is one definition; see common.h. */

typedef __int128 int128_t;
typedef unsigned __int128 uint128_t;
typedef float float32_t;
typedef double float64_t;
typedef long double float80_t;
typedef _Bool int1_t;
typedef int int24_t;
typedef unsigned int uint24_t;
typedef __INT64_TYPE__ int40_t;
typedef __INT64_TYPE__ int48_t;
typedef __INT64_TYPE__ int56_t;
typedef __UINT64_TYPE__ uint40_t;
typedef __UINT64_TYPE__ uint48_t;
typedef __UINT64_TYPE__ uint56_t;

/* Operations on bits. */
#define llvm_bswap_i16(v) ((unsigned short)dialect_reversed(DIALECT_ZERO(v, 2), 2))
#define llvm_bswap_i32(v) ((unsigned int)dialect_reversed(DIALECT_ZERO(v, 4), 4))
#define llvm_bswap_i64(v) ((__UINT64_TYPE__)dialect_reversed(DIALECT_ZERO(v, 8), 8))
#define llvm_ctpop_i8(v) dialect_ones(DIALECT_ZERO(v, 1))
#define llvm_ctpop_i16(v) dialect_ones(DIALECT_ZERO(v, 2))
#define llvm_ctpop_i32(v) dialect_ones(DIALECT_ZERO(v, 4))
#define llvm_ctpop_i64(v) dialect_ones(DIALECT_ZERO(v, 8))
#define llvm_ctlz_i16(v, ...) dialect_leading_zeros(DIALECT_ZERO(v, 2), 2)
#define llvm_ctlz_i32(v, ...) dialect_leading_zeros(DIALECT_ZERO(v, 4), 4)
#define llvm_ctlz_i64(v, ...) dialect_leading_zeros(DIALECT_ZERO(v, 8), 8)
#define llvm_cttz_i16(v, ...) dialect_trailing_zeros(DIALECT_ZERO(v, 2), 2)
#define llvm_cttz_i32(v, ...) dialect_trailing_zeros(DIALECT_ZERO(v, 4), 4)
#define llvm_cttz_i64(v, ...) dialect_trailing_zeros(DIALECT_ZERO(v, 8), 8)
#define llvm_fabs_f32(v) __builtin_fabsf(v)
#define llvm_fabs_f64(v) __builtin_fabs(v)
#define llvm_sqrt_f32(v) __builtin_sqrtf(v)
#define llvm_sqrt_f64(v) __builtin_sqrt(v)

/* Instructions that it shows as calls: the operands' bits in and out, as a vector register holds them. */
#define RETDEC_MOVE(v) ((__int128)DIALECT_BITS(v))
static inline __int128 retdec_from_float(float v) { unsigned r; __builtin_memcpy(&r, &v, 4); return r; }
static inline __int128 retdec_from_double(double v) { unsigned long r; __builtin_memcpy(&r, &v, 8); return r; }
static inline float retdec_to_float(unsigned __int128 v) { float r; __builtin_memcpy(&r, &v, 4); return r; }
static inline double retdec_to_double(unsigned __int128 v) { double r; __builtin_memcpy(&r, &v, 8); return r; }
#define RETDEC_FLOAT(v) retdec_to_float(DIALECT_BITS(v))
#define RETDEC_DOUBLE(v) retdec_to_double(DIALECT_BITS(v))
#define __asm_movss(v) RETDEC_MOVE(v)
#define __asm_movsd(v) RETDEC_MOVE(v)
#define __asm_movd(v) RETDEC_MOVE(v)
#define __asm_movq(v) RETDEC_MOVE(v)
#define __asm_movaps(v) RETDEC_MOVE(v)
#define __asm_movapd(v) RETDEC_MOVE(v)
#define __asm_movups(v) RETDEC_MOVE(v)
#define __asm_movupd(v) RETDEC_MOVE(v)
#define __asm_movdqa(v) RETDEC_MOVE(v)
#define __asm_movdqu(v) RETDEC_MOVE(v)
#define __asm_cvtsi2ss(v) retdec_from_float((float)(v))
#define __asm_cvtsi2sd(v) retdec_from_double((double)(v))
#define __asm_cvtss2sd(v) retdec_from_double((double)RETDEC_FLOAT(v))
#define __asm_cvtsd2ss(v) retdec_from_float((float)RETDEC_DOUBLE(v))
#define __asm_cvttss2si(v) ((long)RETDEC_FLOAT(v))
#define __asm_cvttsd2si(v) ((long)RETDEC_DOUBLE(v))
#define __asm_addss(a, b) retdec_from_float(RETDEC_FLOAT(a) + RETDEC_FLOAT(b))
#define __asm_addsd(a, b) retdec_from_double(RETDEC_DOUBLE(a) + RETDEC_DOUBLE(b))
#define __asm_subss(a, b) retdec_from_float(RETDEC_FLOAT(a) - RETDEC_FLOAT(b))
#define __asm_subsd(a, b) retdec_from_double(RETDEC_DOUBLE(a) - RETDEC_DOUBLE(b))
#define __asm_mulss(a, b) retdec_from_float(RETDEC_FLOAT(a) * RETDEC_FLOAT(b))
#define __asm_mulsd(a, b) retdec_from_double(RETDEC_DOUBLE(a) * RETDEC_DOUBLE(b))
#define __asm_divss(a, b) retdec_from_float(RETDEC_FLOAT(a) / RETDEC_FLOAT(b))
#define __asm_divsd(a, b) retdec_from_double(RETDEC_DOUBLE(a) / RETDEC_DOUBLE(b))
#define __asm_pxor(a, b) ((__int128)(DIALECT_BITS(a) ^ DIALECT_BITS(b)))
#define __asm_xorps(a, b) ((__int128)(DIALECT_BITS(a) ^ DIALECT_BITS(b)))
#define __asm_xorpd(a, b) ((__int128)(DIALECT_BITS(a) ^ DIALECT_BITS(b)))
#define __asm_sqrtss(v) retdec_from_float(__builtin_sqrtf(RETDEC_FLOAT(v)))
#define __asm_sqrtsd(v) retdec_from_double(__builtin_sqrt(RETDEC_DOUBLE(v)))

/* The stack guard: the same at every look. */
#define __readfsqword(at) ((void)(at), (__UINT64_TYPE__)0)
#define __readfsdword(at) ((void)(at), (unsigned int)0)
#define __readgsqword(at) ((void)(at), (__UINT64_TYPE__)0)
#define __readgsdword(at) ((void)(at), (unsigned int)0)
