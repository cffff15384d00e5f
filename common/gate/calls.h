/** @file calls.h
 *  Tables of symbols: what a submission's object may reference, and what it may define.
 */
#ifndef SL_GATE_CALLS_H
#define SL_GATE_CALLS_H

#include <stdbool.h>

/** Whether an object may reference this undefined symbol: functions of C and C++ that compute or
 *  print, the CUDA runtime API, and symbols that compiler and lens add. */
bool sl_call_is_allowed(const char *symbol);

/** Why an object must not export this symbol, in a sentence; NULL: it may. `weak`: another
 *  definition takes precedence. */
const char *sl_call_definition_refusal(const char *symbol, bool weak);

/** Whether a variable may have this name although a library has a function of this name: students
 *  use it for variables, and neither the kit nor its libraries call the function. */
bool sl_call_is_free_for_variables(const char *symbol);

/** Whether this is a function that the compiler generates for initialisation before main. */
bool sl_call_is_initialiser(const char *symbol);

/** Whether a function that runs before main may call this one: registrations of the lens and the
 *  C++ headers. */
bool sl_call_starts_early(const char *symbol);

#endif
