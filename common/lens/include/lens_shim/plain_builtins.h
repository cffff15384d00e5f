/* plain_builtins.h: restores the compiler's own builtins, which the lens's headers use for bits
 * that never leave a register. See traced_builtins.h. */
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset
