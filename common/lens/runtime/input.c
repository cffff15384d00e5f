/* input.c: which arrays are inputs of a launch. */
#include "input.h"

#include <stdlib.h>

#include "alloc.h"
#include "describe.h"

unsigned char lens_inputs[LENS_MOST_NUMBERS];

/* The numbers of the latest launch's inputs, and of some that are no longer inputs. */
static uint32_t *numbers;
static size_t count, capacity;

static void set(uint32_t number, int from, int to) {
  if (lens_inputs[number] == from) lens_inputs[number] = (unsigned char)to;
}

static void add(uint32_t number) {
  if (count == capacity) {
    size_t larger = capacity ? 2 * capacity : 16;
    uint32_t *grown = lens_alloc_more(numbers, larger, sizeof *grown);
    if (!grown) return;
    numbers = grown;
    capacity = larger;
  }
  numbers[count++] = number;
  set(number, LENS_NO_INPUT, LENS_INPUT);
}

static void remove_all(void) {
  for (size_t i = 0; i < count; i++) set(numbers[i], LENS_INPUT, LENS_NO_INPUT);
  count = 0;
}

static bool in_arena(uintptr_t pointer) {
  return lens_memory_in_arena((const void *)pointer);
}

/* The number of the array that a pointer points into; 0 if the array has no number, or if the
 * pointer is outside of all arrays. */
static uint32_t number_at(uintptr_t pointer) {
  if (!in_arena(pointer)) return 0;
  size_t offset = pointer - lens_device.base;
  uint32_t state = lens_device.granules[offset / LENS_GRANULE].state;
  bool inside = offset % LENS_GRANULE < (state & LENS_GRANULE_VALID);
  return inside ? state >> LENS_GRANULE_NUMBER_SHIFT : 0;
}

/* Removes the arrays that the kernel can write through this argument from the inputs. A pointer
 * outside of all arrays may be moved into any array, so such a pointer removes all arrays. */
static void exclude(const lens_launch *launch, int argument) {
  size_t bytes = lens_describe_argument_bytes(launch, argument);
  for (size_t at = 0; at + sizeof(uintptr_t) <= bytes; at++) { /* a structure may be packed */
    uintptr_t pointer = lens_describe_argument_word(launch, argument, at);
    if (!in_arena(pointer)) continue;
    uint32_t number = number_at(pointer);
    set(number, LENS_INPUT, LENS_NO_INPUT);
    if (number == 0) remove_all();
  }
}

/* Whether the host or another stream may write to the array while the kernel runs. */
static bool others_may_write(uintptr_t pointer) {
  return lens_timeline_is_plural() || lens_memory_is_shared((const void *)pointer);
}

void lens_input_begin(const lens_launch *launch) {
  remove_all();
  if (!launch->constants) return;
  for (int i = 0; i < launch->num_arguments; i++) {
    uintptr_t pointer = launch->constants[i] ? lens_describe_argument_word(launch, i, 0) : 0;
    uint32_t number = number_at(pointer);
    if (number && !others_may_write(pointer)) add(number);
  }
  for (int i = 0; i < launch->num_arguments; i++) {
    if (!launch->constants[i]) exclude(launch, i);
  }
}

void lens_input_end(uint32_t state) {
  uint32_t number = state >> LENS_GRANULE_NUMBER_SHIFT;
  __atomic_store_n(&lens_inputs[number], LENS_NEVER_INPUT, __ATOMIC_RELAXED);
}
