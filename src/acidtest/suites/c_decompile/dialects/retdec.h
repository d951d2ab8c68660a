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
typedef long int40_t;
typedef long int48_t;
typedef long int56_t;
typedef unsigned long uint40_t;
typedef unsigned long uint48_t;
typedef unsigned long uint56_t;

/* Operations on bits. */
#define llvm_bswap_i16(v) ((unsigned short)dialect_reversed(DIALECT_ZERO(v, 2), 2))
#define llvm_bswap_i32(v) ((unsigned int)dialect_reversed(DIALECT_ZERO(v, 4), 4))
#define llvm_bswap_i64(v) ((unsigned long)dialect_reversed(DIALECT_ZERO(v, 8), 8))
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

/* The stack guard: the same at every look. */
#define __readfsqword(at) ((void)(at), (unsigned long)0)
#define __readfsdword(at) ((void)(at), (unsigned int)0)
#define __readgsqword(at) ((void)(at), (unsigned long)0)
#define __readgsdword(at) ((void)(at), (unsigned int)0)
