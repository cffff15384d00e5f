/** @file contract.h
 *  Which check a call of a library's function gets.
 */
#ifndef LENS_CONFINE_CONTRACT_H
#define LENS_CONFINE_CONTRACT_H

#include "contracts.h"

#include <stdbool.h>

/** LENS_CONTRACT_NONE also for what no row has: the gate refuses that. */
enum lens_contract lens_contract_of(const char *symbol);

/** Whether a program may call it through a pointer: a row has it, and it needs no check. */
bool lens_contract_may_be_target(const char *symbol);

/** Whether a row has it. */
bool lens_contract_has(const char *symbol);

#endif
