/** @file harness.h
 *  Attacks on a confined program. Each runs in a separate process, and fails if it changes
 *  `victim`, which belongs to the harness as the worker's state does to the worker.
 */
#ifndef LENS_CONFINE_TESTS_HARNESS_H
#define LENS_CONFINE_TESTS_HARNESS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { VICTIM_WORDS = 512 }; /* a page */
extern unsigned long victim[VICTIM_WORDS];

/** Changes `victim`. The program may call it by name, so its address is known; attacks call it by a
 *  computed address, which is forbidden. */
void harness_win(void);
/** Addresses of functions of the harness, which an attacker would find in the tables of the
 *  program. */
unsigned long harness_address_of_win(void);

typedef struct harness_attack {
  const char *name;
  void (*run)(void);
} harness_attack;

extern const harness_attack harness_attacks[];
/** Ends the list. Names that begin with + are not attacks but valid operations, which must
 *  return. */
#define HARNESS_END                                                                                \
  { 0, 0 }

#ifdef __cplusplus
}
#endif
#endif
