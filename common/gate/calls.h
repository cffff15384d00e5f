/** @file calls.h
 *  Tables of symbols: what a submission's object may take from elsewhere, and what it may define.
 */
#ifndef SL_GATE_CALLS_H
#define SL_GATE_CALLS_H

#include <stdbool.h>

/** Whether an object may leave this symbol open: functions of C and C++ that compute or print, the
 *  runtime API of CUDA, and what compiler and lens put in. */
bool sl_call_is_allowed(const char *symbol);

/** Why an object must not define this symbol for others, in a sentence; NULL: it may. `weak`: it
 *  yields to another definition. */
const char *sl_call_definition_refusal(const char *symbol, bool weak);

/** Whether a variable may have this name though a library has a function of it: students call a
 *  variable so, and neither the kit nor what it is built on calls the function. */
bool sl_call_is_free_for_variables(const char *symbol);

/** Whether this is a function that the compiler makes of what is to be initialised before main. */
bool sl_call_is_initialiser(const char *symbol);

/** Whether a function that runs before main may call this one: what the lens and the headers of C++
 *  register. */
bool sl_call_starts_early(const char *symbol);

#endif
