/** @file quick.h
 *  Included by lenscc --quick after the headers that are kept compiled: gcc leaves all functions
 * from here on unoptimised. Not once a program, as the options of the compiler itself must stay
 * those that the headers were kept with.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O0")
#endif
