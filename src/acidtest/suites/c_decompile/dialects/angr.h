/* angr: types and operators that its C shows.

   Widths are those of the operands' types. One line is one definition; see common.h. */

typedef __int128 int128_t;
typedef unsigned __int128 uint128_t;
typedef __int128 int128;
typedef unsigned __int128 uint128;
typedef unsigned __int128 unsigned128;
#define CONCAT(high, low) (DIALECT_ZERO(high, sizeof(high)) << 8 * sizeof(low) | DIALECT_ZERO(low, sizeof(low)))
#define __ROL__(v, by) ((__typeof__(v))dialect_rotate(DIALECT_ZERO(v, sizeof(v)), by, sizeof(v)))
#define __ROR__(v, by) ((__typeof__(v))dialect_rotate(DIALECT_ZERO(v, sizeof(v)), -(by), sizeof(v)))
#define __CFADD__(a, b) DIALECT_CARRY(a, b, DIALECT_WIDER(a, b))
#define __CFSUB__(a, b) DIALECT_BORROW(a, b, DIALECT_WIDER(a, b))
#define __OFADD__(a, b) DIALECT_ADD_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define __OFSUB__(a, b) DIALECT_SUB_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define Carry(a, b) DIALECT_CARRY(a, b, DIALECT_WIDER(a, b))
#define SCarry(a, b) DIALECT_ADD_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
#define SBorrow(a, b) DIALECT_SUB_OVERFLOWS(a, b, DIALECT_WIDER(a, b))
