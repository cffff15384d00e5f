/** @file checked.h
 *  Redirects library functions that store through a pointer to the checked versions (checked.c). On
 *  the lens, this header is included before the student's file. Assembler directives redirect all
 *  calls, whatever the functions' declarations are.
 */
#ifndef SL_WORKER_CHECKED_H
#define SL_WORKER_CHECKED_H

#define SL_CHECKED(name)           SL_CHECKED_AS(name, name)
#define SL_CHECKED_AS(name, other) __asm__(".set " #name ", sl_checked_" #other)

/* memmove also stands for the copies that the compiler generates in C++. */
__asm__(".set memmove, __tsan_memmove");

SL_CHECKED(strcpy);
SL_CHECKED(stpcpy);
SL_CHECKED(strncpy);
SL_CHECKED(strcat);
SL_CHECKED(strncat);
SL_CHECKED(strtok);
SL_CHECKED(strdup);
SL_CHECKED(strtof);
SL_CHECKED(strtod);
SL_CHECKED(strtold);
SL_CHECKED(strtol);
SL_CHECKED(strtoll);
SL_CHECKED(strtoul);
SL_CHECKED(strtoull);
SL_CHECKED_AS(__isoc23_strtol, strtol);
SL_CHECKED_AS(__isoc23_strtoll, strtoll);
SL_CHECKED_AS(__isoc23_strtoul, strtoul);
SL_CHECKED_AS(__isoc23_strtoull, strtoull);
SL_CHECKED(qsort);
SL_CHECKED(bsearch);
SL_CHECKED(getenv);
SL_CHECKED(rand_r);
SL_CHECKED(aligned_alloc);
SL_CHECKED(posix_memalign);
SL_CHECKED(time);
SL_CHECKED(frexp);
SL_CHECKED(frexpf);
SL_CHECKED(frexpl);
SL_CHECKED(modf);
SL_CHECKED(modff);
SL_CHECKED(modfl);
SL_CHECKED(remquo);
SL_CHECKED(remquof);
SL_CHECKED(remquol);
SL_CHECKED(sincos);
SL_CHECKED(sincosf);
SL_CHECKED(sincosl);
SL_CHECKED(fprintf);
SL_CHECKED(vfprintf);
SL_CHECKED(sprintf);
SL_CHECKED(snprintf);
SL_CHECKED(vsprintf);
SL_CHECKED(vsnprintf);
SL_CHECKED(fputs);
SL_CHECKED(fputc);
SL_CHECKED_AS(putc, fputc);
SL_CHECKED(fwrite);
SL_CHECKED(fflush);
SL_CHECKED_AS(__cxa_atexit, no_exit);
SL_CHECKED_AS(__cxa_allocate_exception, take_exception);

#undef SL_CHECKED
#undef SL_CHECKED_AS
#endif
