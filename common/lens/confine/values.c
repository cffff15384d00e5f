/* values.c: value numbering. An instruction whose result is not computed here gives its register a
 * new number. */
#define _GNU_SOURCE
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers for values and sums ------------------------------------------------------------- */

static int last_number;

typedef struct confine_sum {
  confine_value base, index;
  int scale;
  char *symbol;
  int number;
  struct confine_sum *next;
} confine_sum;

static confine_sum *sums; /* sums since lens_values_forget; the list is short */

static confine_value fresh(void) {
  return (confine_value){++last_number, 0};
}

static bool same(confine_value a, confine_value b) {
  return a.of == b.of && a.offset == b.offset;
}

static void *need(void *memory) {
  if (memory) return memory;
  (void)fputs("lens-confine: out of memory\n", stderr);
  exit(3);
}

static int number_of_sum(int base, confine_value index, int scale, const char *symbol) {
  for (confine_sum *it = sums; it; it = it->next) {
    bool equal = it->base.of == base && same(it->index, index) && it->scale == scale;
    if (equal && strcmp(it->symbol, symbol) == 0) return it->number;
  }
  confine_sum *made = need(calloc(1, sizeof *made));
  *made = (confine_sum){{base, 0}, index, scale, need(strdup(symbol)), ++last_number, sums};
  sums = made;
  return made->number;
}

/* ---- known values ---------------------------------------------------------------------------- */

void lens_values_forget(confine_values *values) {
  memset(values, 0, sizeof *values);
  while (sums) {
    confine_sum *next = sums->next;
    free(sums->symbol);
    free(sums);
    sums = next;
  }
}

static confine_value value_of(confine_values *values, int number) {
  if (!values->registers[number].of) values->registers[number] = fresh();
  return values->registers[number];
}

void lens_values_after_hook(confine_values *values) {
  static const int lost[] = {CONFINE_RAX, CONFINE_RCX, CONFINE_RDX, CONFINE_RSI, CONFINE_RDI,
                             8,           9,           10,          11};
  for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
    values->registers[lost[i]] = (confine_value){0, 0};
  }
}

confine_value lens_values_address(confine_values *values, const confine_memory *memory) {
  confine_value none = {0, 0};
  if (memory->thread_local_segment) return none;
  confine_value base = memory->base >= 0 ? value_of(values, memory->base) : none;
  confine_value index = memory->index >= 0 ? value_of(values, memory->index) : none;
  if (memory->index < 0 && !memory->symbol[0]) {
    return (confine_value){base.of, base.offset + memory->offset};
  }
  int scale = memory->index >= 0 ? memory->scale : 0;
  int sum = number_of_sum(base.of, index, scale, memory->symbol);
  return (confine_value){sum, base.offset + memory->offset};
}

void lens_values_check(confine_values *values, unsigned long bytes) {
  if (values->num_checked == CONFINE_CHECKED) values->num_checked = 0;
  int at = values->num_checked++;
  values->checked[at].start = value_of(values, CONFINE_RDI);
  values->checked[at].bytes = bytes;
}

bool lens_values_is_checked(const confine_values *values, confine_value address, unsigned bytes) {
  if (!address.of) return false;
  for (int i = 0; i < values->num_checked; i++) {
    confine_value start = values->checked[i].start;
    long from = address.offset - start.offset;
    if (start.of == address.of && from >= 0 &&
        (unsigned long)from + bytes <= values->checked[i].bytes) {
      return true;
    }
  }
  return false;
}

/* ---- the stack ------------------------------------------------------------------------------- */

/* Whether the operand is a slot of the frame: the stack pointer plus a constant. */
static bool is_slot(const confine_memory *memory, long stack_end, long *at_out) {
  *at_out = stack_end - memory->offset;
  return stack_end >= 0 && memory->given && memory->base == CONFINE_RSP && memory->index < 0 &&
         !memory->symbol[0];
}

static void lose_slots(confine_values *values, long at, unsigned bytes) {
  for (int i = 0; i < values->num_slots;) {
    long from = values->slots[i].at; /* the slot's bytes have the distances from − 7 to from */
    bool beside = from - 8 >= at || at - (long)bytes >= from;
    if (beside)
      i++;
    else
      values->slots[i] = values->slots[--values->num_slots];
  }
}

static void store_to_slot(confine_values *values, long at, confine_value value) {
  lose_slots(values, at, 8);
  if (values->num_slots == CONFINE_SLOTS) values->num_slots = 0;
  values->slots[values->num_slots].at = at;
  values->slots[values->num_slots++].value = value;
}

static confine_value load_from_slot(confine_values *values, long at) {
  for (int i = 0; i < values->num_slots; i++) {
    if (values->slots[i].at == at) return values->slots[i].value;
  }
  confine_value value = fresh();
  store_to_slot(values, at, value);
  return value;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void note_store(confine_values *values, const confine_instruction *it, long stack_end) {
  long at;
  if (!is_slot(&it->memory, stack_end, &at)) {
    values->num_slots = 0;
    return;
  }
  bool whole = strcmp(it->word, "movq") == 0 && lens_instruction_is_whole_register(it->operand[0]);
  if (whole) {
    store_to_slot(values, at, value_of(values, lens_instruction_register(it->operand[0])));
  } else {
    lose_slots(values, at, lens_instruction_bytes(it));
  }
}

static confine_value value_moved(confine_values *values, const confine_instruction *it,
                                 long stack_end) {
  long at;
  if (lens_instruction_is_whole_register(it->operand[0])) {
    return value_of(values, lens_instruction_register(it->operand[0]));
  }
  if (is_slot(&it->memory, stack_end, &at)) return load_from_slot(values, at);
  return fresh();
}

/* "addq $8, %rbx" */
static bool moves_by_number(const confine_instruction *it, long *by_out) {
  bool adds = strcmp(it->word, "addq") == 0, subtracts = strcmp(it->word, "subq") == 0;
  if (it->count != 2 || it->operand[0][0] != '$' || (!adds && !subtracts)) return false;
  char *end;
  long number = strtol(it->operand[0] + 1, &end, 0);
  *by_out = adds ? number : -number;
  return *end == '\0';
}

static void write_register(confine_values *values, const confine_instruction *it, long stack_end) {
  const char *to = it->operand[it->count - 1];
  int number = lens_instruction_register(to);
  long by;
  if (number < 0) return; /* a floating-point register, or memory */
  confine_value result = fresh();
  if (lens_instruction_is_whole_register(to) && it->count == 2) {
    if (strcmp(it->word, "movq") == 0) result = value_moved(values, it, stack_end);
    if (strcmp(it->word, "leaq") == 0) result = lens_values_address(values, &it->memory);
    if (moves_by_number(it, &by)) {
      result = value_of(values, number);
      result.offset += by;
    }
  }
  values->registers[number] = result;
}

static void lose(confine_values *values, int number) {
  if (number >= 0) values->registers[number] = (confine_value){0, 0};
}

/* Registers that an instruction writes without naming them. */
static void write_implied(confine_values *values, const confine_instruction *it) {
  bool wide = it->kind == CONFINE_READS && it->count < 2; /* cltq, mulq, idivl, … */
  if (wide && it->word[0] != 'n' && it->word[0] != 'f') {
    lose(values, CONFINE_RAX);
    lose(values, CONFINE_RDX);
  }
  bool string = it->kind == CONFINE_STORES_STRING || (it->repeated && it->count == 0);
  if (!string) return;
  lose(values, CONFINE_RCX);
  lose(values, CONFINE_RSI);
  lose(values, CONFINE_RDI);
  values->num_slots = 0;
}

void lens_values_follow(confine_values *values, const confine_instruction *it, long stack_end) {
  write_implied(values, it);
  switch (it->kind) {
  case CONFINE_WRITES:
    if (it->memory.given && it->memory.last)
      note_store(values, it, stack_end);
    else if (it->count)
      write_register(values, it, stack_end);
    if (strncmp(it->word, "xadd", 4) == 0) lose(values, lens_instruction_register(it->operand[0]));
    break;
  case CONFINE_EXCHANGES:
    for (int i = 0; i < it->count; i++) lose(values, lens_instruction_register(it->operand[i]));
    if (it->memory.given) values->num_slots = 0;
    break;
  case CONFINE_POPS:
    if (values->registers[CONFINE_RSP].of) values->registers[CONFINE_RSP].offset += 8;
    if (it->count) lose(values, lens_instruction_register(it->operand[0]));
    break;
  case CONFINE_LEAVES:
    lose(values, CONFINE_RSP);
    lose(values, CONFINE_RBP);
    break;
  case CONFINE_PUSHES:
    if (values->registers[CONFINE_RSP].of) values->registers[CONFINE_RSP].offset -= 8;
    if (stack_end >= 0) lose_slots(values, stack_end + 8, 8);
    break;
  default:
    break;
  }
}
