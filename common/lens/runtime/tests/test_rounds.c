/* test_rounds.c: which bytes of a stack look like a loop's counter. */
#include "base/test.h"

#include "lens/runtime/rounds.h"

#include <string.h>

enum { WORDS = 40, PLACE = 7 };

/* What `next` leaves in a word of the stack, round by round. */
static bool looks_like_a_count(void (*next)(void *word, int round)) {
  uint64_t stack[WORDS] = {0};
  lens_rounds rounds = {0};
  for (int round = 0; round < 20; round++) {
    next(&stack[11], round);
    lens_rounds_note(&rounds, PLACE, stack, stack + WORDS);
  }
  return lens_rounds_count(&rounds);
}

static void up(void *word, int round) {
  const int value = 3 * round;
  memcpy(word, &value, sizeof value);
}

static void down_in_upper_half(void *word, int round) {
  const int value = 5 - 2 * round;
  memcpy((char *)word + 4, &value, sizeof value);
}

static void sum_of_floats(void *word, int round) {
  const float value = 1000 + 0.25f * (float)round;
  memcpy(word, &value, sizeof value);
}

static void to_and_fro(void *word, int round) {
  const int value = round % 3;
  memcpy(word, &value, sizeof value);
}

static void nothing(void *word, int round) {
  (void)word;
  (void)round;
}

static void only_integers_that_run_one_way_count(void **state) {
  (void)state;
  assert_true(looks_like_a_count(up));
  assert_true(looks_like_a_count(down_in_upper_half));
  assert_false(looks_like_a_count(sum_of_floats));
  assert_false(looks_like_a_count(to_and_fro));
  assert_false(looks_like_a_count(nothing));
}

static void a_thread_is_compared_with_itself_at_one_place(void **state) {
  (void)state;
  uint64_t stack[WORDS] = {0};
  lens_rounds rounds = {0};
  for (int round = 0; round < 40; round++) { /* elsewhere the word is something else */
    stack[0] = round % 2 ? 1000000 : (uint64_t)round;
    lens_rounds_note(&rounds, PLACE + round % 2, stack, stack + WORDS);
  }
  assert_true(lens_rounds_count(&rounds));
  for (int round = 0; round < 200; round++) { /* it stays away: it is looked at where it is */
    stack[0] = 5;
    lens_rounds_note(&rounds, PLACE + 5, stack, stack + WORDS);
  }
  assert_false(lens_rounds_count(&rounds));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_integers_that_run_one_way_count),
      cmocka_unit_test(a_thread_is_compared_with_itself_at_one_place),
  };
  return cmocka_run_group_tests_name("lens_rounds", tests, NULL, NULL);
}
