/** @file quick.h
 *  Included by lenscc --quick after the headers that are kept compiled: gcc leaves all functions
 * from here on unoptimised. This is a pragma and not an option of the compiler, because the
 * options must be those that the kept headers were compiled with.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O0")
#endif
