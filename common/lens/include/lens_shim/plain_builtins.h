/* plain_builtins.h: from here on the functions of the compiler are its own again, as the lens's headers
 * need them: for bits that never leave a register. See traced_builtins.h. */
#undef __builtin_memcpy
#undef __builtin_memmove
#undef __builtin_memset
