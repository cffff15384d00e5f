/** @file contract.h
 *  The check for a call of a library function.
 */
#ifndef LENS_CONFINE_CONTRACT_H
#define LENS_CONFINE_CONTRACT_H

#include "contracts.h"

#include <stdbool.h>

/** Also LENS_CONTRACT_NONE for symbols without a row, which the gate refuses. */
enum lens_contract lens_contract_of(const char *symbol);

/** Whether a program may call it through a pointer: it has a row, and needs no check. */
bool lens_contract_may_be_target(const char *symbol);

/** Whether the symbol has a row. */
bool lens_contract_has(const char *symbol);

#endif
