/* Types that decompilers write and C does not have. Added only by passes_with_types, and only
   to an answer that does not compile without. */
#include <stdbool.h>
typedef unsigned char undefined, undefined1, byte, uchar, uint8, BYTE;
typedef unsigned short undefined2, ushort, word, uint16, WORD;
typedef unsigned int undefined3, undefined4, uint, dword, uint32, DWORD, wchar32;
typedef unsigned long undefined5, undefined6, undefined7, undefined8, ulong, qword, uint64, QWORD;
typedef signed char sbyte, schar, int8, int1;
typedef short int16, int2, sword;
typedef int int32, int3, int4, sdword;
typedef long int64, int5, int6, int7, int8_8, sqword;
typedef long long longlong, __int64;
typedef unsigned long long ulonglong;
typedef float float4;
typedef double float8;
typedef long double float10, longdouble, unkfloat10;
typedef void code();
typedef unsigned int uint3;
typedef unsigned long uint5, uint6, uint7;
typedef unsigned char _BYTE;
typedef unsigned short _WORD;
typedef unsigned int _DWORD;
typedef unsigned long _QWORD;
typedef unsigned char _BOOL1;
typedef unsigned int _BOOL4;
typedef unsigned long _BOOL8;
#define __fastcall
#define __cdecl
#define __stdcall
#define __noreturn
#define __int8 char
#define __int16 short
#define __int32 int
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 undefined16, uint16_16, _OWORD;
typedef __int128 int16_16;
#endif
