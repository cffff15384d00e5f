/** @file contract.h
 *  The check for a call of a library function.
 */
#ifndef LENS_CONFINE_CONTRACT_H
#define LENS_CONFINE_CONTRACT_H

#include "contracts.h"

#include <stdbool.h>

/** The check that the symbol's row requires. LENS_CONTRACT_NONE also for symbols without a row,
 *  which the gate refuses. */
enum lens_contract lens_contract_of(const char *symbol);

/** Whether a program may call the function through a pointer, because it needs no check. */
bool lens_contract_may_be_target(const char *symbol);

/** Whether the symbol has a row. */
bool lens_contract_has(const char *symbol);

#endif
