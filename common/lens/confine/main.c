/* main.c: lens-confine IN.s OUT.s: confines a program to its own memory and functions.
 *
 * Stores that are not proven to be in the program's own memory get a check before them; so do calls
 * and jumps to computed addresses, and changes of the stack pointer. Functions keep a copy of their
 * return address in a second stack, and compare the address with the copy before they return
 * (runtime/confine.c). Before a call of a function of another file, the stack pointer is noted,
 * because such a function must not store below it for the program. An instruction that the pass
 * does not know is refused. */
#define _GNU_SOURCE
#include "contract.h"
#include "instruction.h"
#include "mentions.h"
#include "values.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 16, LARGE_FRAME = 1 << 15, MOST_AHEAD = 64 };

/* What the unwinding directives say about the end of the current frame. */
typedef struct pass_frame {
  bool known, of_stack_pointer;
  long end; /* distance of the stack pointer from the end of the frame */
} pass_frame;

typedef struct pass {
  confine_mentions names;
  char **lines;
  size_t count, at;
  FILE *out;
  bool code;          /* the current section contains code */
  bool begins, lands; /* the next instruction is the first of a function, or one where an exception
                         continues */
  bool called;        /* the function has called another function */
  unsigned function;  /* number of the function, for the labels at its ends */
  const char *place;  /* the latest .loc directive */
  pass_frame frame, saved[MOST_STATES];
  int num_saved;
  confine_values values;
  int line; /* the current line of the source */
  bool refused;
} pass;

static void put(pass *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(p->out, format, arguments);
  va_end(arguments);
}

static void refuse(pass *p, const char *text) {
  (void)fprintf(stderr,
                "lens-confine: error: line %d: the compiler generated an instruction that the "
                "program of a lab never needs: %.*s\n",
                p->line, (int)strcspn(text, "\n"), text);
  p->refused = true;
}

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Whether the flags are live before the current instruction: this instruction or a later one may
 * read them. */
static bool flags_live(const pass *p) {
  confine_instruction next;
  for (size_t i = p->at - 1, seen = 0; i < p->count && seen < MOST_AHEAD; i++, seen++) {
    const char *text = p->lines[i] + strspn(p->lines[i], " \t");
    size_t label = lens_mentions_symbol_length(text);
    if (label && text[label] == ':') {
      const confine_name *name = lens_mentions_find(&p->names, text, label);
      if (name && (name->meets || name->target)) return true;
      continue;
    }
    if (*text == '.' || *text == '#' || *text == '\n' || !*text) continue;
    if (!lens_instruction_read(text, &next) || lens_instruction_reads_flags(&next)) return true;
    if (next.kind == CONFINE_CALLS && begins(next.operand[0], "lens_hidden")) continue;
    if (lens_instruction_sets_flags(&next)) return false;
    if (next.kind == CONFINE_JUMPS) return true;
  }
  return true;
}

/* Writes an instruction from memory to a register, after `pushed` bytes were pushed. */
static void put_operation(pass *p, const char *word, const confine_memory *memory, long pushed,
                          const char *into) {
  const char *inside = strrchr(memory->text, '(');
  long offset = memory->offset + (memory->base == CONFINE_RSP ? pushed : 0);
  put(p, "\t%s\t%s", word, memory->symbol);
  if (offset || !memory->symbol[0]) put(p, memory->symbol[0] ? "%+ld" : "%ld", offset);
  put(p, "%s, %s\n", inside ? inside : "", into);
}

/* Writes code that puts the address of the memory into the register `into`, which must not be %rax.
 * The code does not change the flags. `pushed` is as in put_operation. */
static void put_address(pass *p, const confine_memory *memory, long pushed, const char *into) {
  put_operation(p, "leaq", memory, pushed, into);
  if (!memory->thread_local_segment) return;
  put(p, "\tpushq\t%%rax\n\tmovq\t%%fs:0, %%rax\n");
  put(p, "\tleaq\t(%%rax,%s), %s\n\tpopq\t%%rax\n", into, into);
}

static void check_store(pass *p, const confine_memory *memory, unsigned bytes) {
  bool live = flags_live(p);
  put(p, "\tpushq\t%%rdi\n");
  put_address(p, memory, 8, "%rdi");
  put(p, "\tcall\tlens_confine_store%s_%u@PLT\n\tpopq\t%%rdi\n", live ? "_flags" : "", bytes);
}

/* Writes a check of the operand that becomes the stack pointer. */
static void put_stack_check(pass *p, const confine_instruction *it) {
  put(p, "\tpushq\t%%r11\n");
  if (it->memory.given && strcmp(it->word, "movq") == 0) {
    put_operation(p, "movq", &it->memory, 8, "%r11");
  } else if (it->memory.given) {
    put_address(p, &it->memory, 8, "%r11");
  } else if (strcmp(it->word, "movq") == 0) {
    put(p, "\tmovq\t%s, %%r11\n", it->operand[0]);
  } else {
    put(p, "\tleaq\t8(%%rsp), %%r11\n\t%s\t%s, %%r11\n", it->word, it->operand[0]);
  }
  put(p, "\tcall\tlens_confine_stack@PLT\n\tpopq\t%%r11\n");
}

static void put_place(pass *p, const char *directive) {
  int file, line, column;
  if (!directive || sscanf(directive, ".loc %d %d %d", &file, &line, &column) != 3) return;
  put(p, "\t.loc\t%d %d %d\n", file, line, column);
}

/* The place where the function's first basic block reports itself. */
static const char *place_of_first_block(const pass *p) {
  const char *place = p->place;
  for (size_t i = p->at; i < p->count; i++) {
    const char *text = p->lines[i] + strspn(p->lines[i], " \t");
    if (begins(text, ".loc ")) place = text;
    if (begins(text, "call\t") || begins(text, ".cfi_endproc")) break;
  }
  return place;
}

/* Writes a check of a new stack pointer. If the frame is too large, the finding must get the same
 * line as in a program without checks, where the first call of the runtime detects the overflow. */
static void check_stack(pass *p, const confine_instruction *it) {
  if (!p->called) put_place(p, place_of_first_block(p));
  put_stack_check(p, it);
  if (!p->called) put_place(p, p->place);
}

static void check_frame_pointer(pass *p) {
  put(p, "\tpushq\t%%r11\n\tmovq\t%%rbp, %%r11\n\tcall\tlens_confine_stack@PLT\n\tpopq\t%%r11\n");
}

/* ---- stores ---------------------------------------------------------------------------------- */

/* Whether the memory is in the current frame, below the return address. */
static bool is_in_frame(const pass *p, const confine_memory *memory, unsigned bytes) {
  return p->frame.known && p->frame.of_stack_pointer && memory->base == CONFINE_RSP &&
         memory->index < 0 && !memory->symbol[0] && memory->offset >= 0 &&
         memory->offset + (long)bytes <= p->frame.end - 8;
}

static bool is_in_variable(const pass *p, const confine_memory *memory, unsigned bytes) {
  bool plain = memory->relative || (memory->base < 0 && memory->index < 0);
  size_t length = lens_mentions_symbol_length(memory->symbol);
  if (!plain || !length) return false;
  bool suffixed = memory->symbol[length] != '\0';
  if (suffixed && strcmp(memory->symbol + length, "@tpoff") != 0) return false;
  const confine_name *name = lens_mentions_find(&p->names, memory->symbol, length);
  return name && !name->function && memory->offset >= 0 &&
         memory->offset + (long)bytes <= name->size;
}

static void look_at_store(pass *p, const confine_memory *memory, unsigned bytes) {
  if (is_in_frame(p, memory, bytes) || is_in_variable(p, memory, bytes)) return;
  confine_value address = lens_values_address(&p->values, memory);
  if (lens_values_is_checked(&p->values, address, bytes)) return;
  check_store(p, memory, bytes);
}

static void look_at_string_store(pass *p, const confine_instruction *it) {
  char last = it->word[strlen(it->word) - 1];
  int shift = last == 'q' ? 3 : last == 'l' ? 2 : last == 'w' ? 1 : 0;
  put(p, "\tpushq\t%%rcx\n");
  if (!it->repeated) put(p, "\tmovl\t$1, %%ecx\n");
  put(p, "\tcall\tlens_confine_range_%d@PLT\n\tpopq\t%%rcx\n", 1 << shift);
}

/* ---- the stack pointer ----------------------------------------------------------------------- */

static bool is_stack_pointer(const char *operand) {
  return lens_instruction_register(operand) == CONFINE_RSP;
}

/* Whether the new stack pointer is the old one plus a small number. */
static bool moves_little(const confine_instruction *it) {
  bool by_number = it->operand[0][0] == '$';
  long number = by_number ? labs(strtol(it->operand[0] + 1, NULL, 0)) : 0;
  bool adds = strcmp(it->word, "addq") == 0 || strcmp(it->word, "subq") == 0;
  if (by_number && (adds || strcmp(it->word, "andq") == 0)) return number < LARGE_FRAME;
  const confine_memory *memory = &it->memory;
  return strcmp(it->word, "leaq") == 0 && memory->base == CONFINE_RSP && memory->index < 0 &&
         !memory->symbol[0] && labs(memory->offset) < LARGE_FRAME;
}

static void look_at_stack_pointer(pass *p, const confine_instruction *it, const char *text) {
  bool known = strcmp(it->word, "movq") == 0 || strcmp(it->word, "leaq") == 0 ||
               strcmp(it->word, "addq") == 0 || strcmp(it->word, "subq") == 0 ||
               strcmp(it->word, "andq") == 0;
  bool loads = it->memory.given && strcmp(it->word, "leaq") != 0 && strcmp(it->word, "movq") != 0;
  if (!known || loads || it->count != 2) {
    refuse(p, text);
  } else if (!moves_little(it)) {
    check_stack(p, it);
  }
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Notes the stack pointer before a call: the frames of the called function are below it. */
static void note_floor(pass *p) {
  put(p, "\tmovq\tlens_confine_floor@gottpoff(%%rip), %%r11\n\tmovq\t%%rsp, %%fs:(%%r11)\n");
}

static bool is_hook(const char *name) {
  return begins(name, "__tsan_") || begins(name, "__sanitizer_cov_") ||
         begins(name, "lens_thread_") || begins(name, "lens_block_") ||
         begins(name, "lens_grid_") || begins(name, "lens_hidden") || begins(name, "lens_pair_") ||
         begins(name, "lens_shift_") || begins(name, "__ubsan_");
}

/* How many bytes the hook checks for a store; 0 if it is not a hook for stores. */
static unsigned long bytes_checked(const char *name) {
  const char *number = name + strlen(name);
  while (number > name && number[-1] >= '0' && number[-1] <= '9') number--;
  if (strncmp(name, "__tsan_vptr_update", 18) == 0) return 8;
  bool stores = strstr(name, "write") && !strstr(name, "range");
  return stores ? strtoul(number, NULL, 10) : 0;
}

/* Whether a hook stores to an address that the program gives it. */
static bool stores_itself(const char *name) {
  return begins(name, "__tsan_mem") || begins(name, "__tsan_atomic");
}

static void copy_name(const char *operand, char name[CONFINE_LINE]) {
  size_t length = lens_mentions_symbol_length(operand);
  memcpy(name, operand, length);
  name[length] = '\0';
}

static void look_at_call(pass *p, const confine_instruction *it, const char *text) {
  char name[CONFINE_LINE];
  const char *to = it->operand[0];
  p->called = true;
  if (*to == '*') { /* lens_confine_call jumps to the function */
    put(p, "\tmovq\t%s, %%r11\n\tcall\tlens_confine_call@PLT\n", to + 1);
    lens_values_forget(&p->values);
    return;
  }
  copy_name(to, name);
  const confine_name *known = lens_mentions_find(&p->names, name, strlen(name));
  bool own = known && known->function;
  enum lens_contract contract = own ? LENS_CONTRACT_NONE : lens_contract_of(name);
  if (!own && (!is_hook(name) || stores_itself(name))) note_floor(p);
  if (contract == LENS_CONTRACT_NONE) {
    put(p, "%s", text);
  } else {
    put(p, "\tmovq\t%s@GOTPCREL(%%rip), %%r11\n\tmovl\t$%d, %%r10d\n", name, (int)contract);
    put(p, "\tcall\tlens_confine_library@PLT\n");
  }
  if (!is_hook(name)) {
    lens_values_forget(&p->values);
    return;
  }
  unsigned long bytes = bytes_checked(name);
  if (bytes) lens_values_check(&p->values, bytes);
  lens_values_after_hook(&p->values);
}

/* Checks a jump to a computed address, from a jump table or a computed goto. It must lead to a
 * label of the same function: in another function, stores to the frame would go elsewhere. */
static void check_jump(pass *p, const confine_instruction *it) {
  const char *to = it->operand[0];
  put(p, "\tpushq\t%%r11\n");
  if (to[1] == '%')
    put(p, "\tmovq\t%s, %%r11\n", to + 1);
  else
    put_operation(p, "movq", &it->memory, 8, "%r11");
  put(p, "\tpushq\t%%r10\n\tleaq\t.Lconfine_first%u(%%rip), %%r10\n", p->function);
  put(p, "\tpushq\t%%r10\n\tleaq\t.Lconfine_last%u(%%rip), %%r10\n", p->function);
  put(p, "\tpushq\t%%r10\n\tcall\tlens_confine_jump@PLT\n");
  put(p, "\tleaq\t16(%%rsp), %%rsp\n\tpopq\t%%r10\n\tpopq\t%%r11\n");
}

/* Checks the return address before a tail call: the function of another file returns to this
 * function's caller without comparing the address with its copy. */
static void check_tail_call(pass *p) {
  put(p, "\tleaq\t(%%rsp), %%r11\n\tcall\tlens_confine_landed@PLT\n");
  put(p, "\tleaq\t8(%%rsp), %%r10\n\tmovq\tlens_confine_floor@gottpoff(%%rip), %%r11\n");
  put(p, "\tmovq\t%%r10, %%fs:(%%r11)\n");
}

static void look_at_jump(pass *p, const confine_instruction *it, const char *text) {
  char name[CONFINE_LINE];
  const char *to = it->operand[0];
  if (*to == '*') {
    check_jump(p, it);
  } else if (strncmp(to, ".L", 2) != 0) {
    copy_name(to, name);
    const confine_name *known = lens_mentions_find(&p->names, name, strlen(name));
    bool own = known && (known->function || known->code);
    if (!own && lens_contract_of(name) != LENS_CONTRACT_NONE) refuse(p, text);
    if (!own) check_tail_call(p);
  }
  put(p, "%s", text);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Begins a function's code: keeps the return address, before any label to which the function may
 * jump later. */
static void enter(pass *p) {
  if (p->begins) put(p, "\tcall\tlens_confine_enter@PLT\n.Lconfine_first%u:\n", p->function);
  p->begins = false;
}

static void begin_function(pass *p, const char *name, size_t length) {
  p->begins = !memmem(name, length, ".cold", strlen(".cold"));
  p->function++;
  if (!p->begins) put(p, ".Lconfine_first%u:\n", p->function);
  p->frame = (pass_frame){.known = false};
  p->num_saved = 0;
  p->called = false;
  p->place = NULL;
  lens_values_forget(&p->values);
}

static void look_at_label(pass *p, const char *text, size_t length) {
  const confine_name *name = lens_mentions_find(&p->names, text, length);
  if (p->code && name && !name->function && (name->meets || name->target)) enter(p);
  put(p, "%s", p->lines[p->at - 1]);
  if (!p->code || !name) return;
  if (name->function) {
    begin_function(p, text, length);
    return;
  }
  bool numbered = strncmp(text, ".L", 2) == 0 && text[2] >= '0' && text[2] <= '9';
  if (name->meets || name->target || !(text[0] == '.')) lens_values_forget(&p->values);
  p->lands |= name->lands && numbered;
}

/* Writes a check of the stack pointer at a landing pad, where execution continues after an
 * exception. */
static void check_landing(pass *p) {
  p->lands = false;
  if (p->frame.of_stack_pointer) {
    put(p, "\tleaq\t%ld(%%rsp), %%r11\n\tcall\tlens_confine_landed@PLT\n", p->frame.end - 8);
  } else {
    put(p, "\tleaq\t8(%%rbp), %%r11\n\tcall\tlens_confine_stack@PLT\n");
  }
}

static void follow_frame(pass *p, const char *text) {
  long number, other;
  pass_frame *frame = &p->frame;
  if (begins(text, ".cfi_startproc")) {
    *frame = (pass_frame){.known = true, .of_stack_pointer = true, .end = 8};
  } else if (sscanf(text, ".cfi_def_cfa_offset %ld", &number) == 1) {
    frame->end = number;
  } else if (sscanf(text, ".cfi_adjust_cfa_offset %ld", &number) == 1) {
    frame->end += number;
  } else if (sscanf(text, ".cfi_def_cfa_register %ld", &number) == 1) {
    frame->of_stack_pointer = number == 7;
  } else if (sscanf(text, ".cfi_def_cfa %ld, %ld", &number, &other) == 2) {
    frame->of_stack_pointer = number == 7;
    frame->end = other;
  } else if (begins(text, ".cfi_escape 0xf")) {
    frame->of_stack_pointer = false;
  } else if (begins(text, ".cfi_remember_state")) {
    if (p->num_saved < MOST_STATES) p->saved[p->num_saved++] = *frame;
  } else if (begins(text, ".cfi_restore_state")) {
    if (p->num_saved > 0) *frame = p->saved[--p->num_saved];
  } else if (begins(text, ".cfi_endproc") && p->code) {
    put(p, ".Lconfine_last%u:\n", p->function);
    put(p, "\tud2\n"); /* a function must not fall through into the next one */
  }
}

static void look_at_directive(pass *p, const char *text) {
  int file;
  if (begins(text, ".text")) p->code = true;
  if (begins(text, ".data") || begins(text, ".bss")) p->code = false;
  if (begins(text, ".section")) {
    const char *name = text + strlen(".section");
    p->code = begins(name + strspn(name, "\t "), ".text");
  }
  if (sscanf(text, ".loc %d %d", &file, &p->line) == 2) p->place = text;
  follow_frame(p, text);
  put(p, "%s", p->lines[p->at - 1]);
}

static void look_at_effects(pass *p, const confine_instruction *it, const char *text) {
  const confine_memory *memory = &it->memory;
  bool exchanges = it->kind == CONFINE_EXCHANGES || strncmp(it->word, "xadd", 4) == 0;
  if (memory->given && strncmp(it->word, "bt", 2) == 0 && it->kind == CONFINE_WRITES &&
      it->operand[0][0] != '$') {
    refuse(p, text);
  }
  bool stores = memory->given && ((it->kind == CONFINE_WRITES && memory->last) || exchanges ||
                                  it->kind == CONFINE_POPS);
  if (stores && strncmp(it->word, "lea", 3) != 0)
    look_at_store(p, memory, lens_instruction_bytes(it));
  bool writes = it->kind == CONFINE_WRITES || exchanges || it->kind == CONFINE_POPS;
  for (int i = exchanges ? 0 : it->count - 1; writes && i >= 0 && i < it->count; i++) {
    if (is_stack_pointer(it->operand[i])) look_at_stack_pointer(p, it, text);
  }
}

static void look_at_instruction(pass *p, const char *text) {
  confine_instruction it;
  if (!lens_instruction_read(text, &it) || it.kind == CONFINE_REFUSED) {
    refuse(p, text);
    return;
  }
  enter(p);
  if (p->lands) check_landing(p);
  switch (it.kind) {
  case CONFINE_CALLS:
    look_at_call(p, &it, p->lines[p->at - 1]);
    return;
  case CONFINE_JUMPS:
    look_at_jump(p, &it, p->lines[p->at - 1]);
    return;
  case CONFINE_RETURNS:
    put(p, "\tjmp\tlens_confine_leave@PLT\n");
    return;
  case CONFINE_LEAVES:
    check_frame_pointer(p);
    break;
  case CONFINE_STORES_STRING:
    look_at_string_store(p, &it);
    break;
  default:
    look_at_effects(p, &it, text);
  }
  bool known = p->frame.known && p->frame.of_stack_pointer;
  lens_values_follow(&p->values, &it, known ? p->frame.end : -1);
  put(p, "%s", p->lines[p->at - 1]);
}

static void look_at_line(pass *p) {
  const char *line = p->lines[p->at++], *text = line + strspn(line, " \t");
  size_t label = lens_mentions_symbol_length(text);
  if (label && text[label] == ':') {
    look_at_label(p, text, label);
  } else if (*text == '.') {
    look_at_directive(p, text);
  } else if (!p->code || !*text || *text == '\n' || *text == '#') {
    put(p, "%s", line);
  } else {
    look_at_instruction(p, text);
  }
}

/* ---- the tables of what may be called through an address, and of labels ---------------------- */

static bool is_label(const confine_name *it) {
  return strncmp(it->text, ".L", 2) == 0;
}

static bool may_be_called(const confine_name *it) {
  if (is_label(it)) return false;
  if (it->function) return true;
  return it->referenced && !it->code && it->size == 0 && lens_contract_may_be_target(it->text);
}

static bool may_be_jumped_to(const confine_name *it) {
  bool numbered = it->text[2] >= '0' && it->text[2] <= '9';
  return is_label(it) && it->code && it->target && numbered;
}

static void put_table(pass *p, const char *section, bool belongs(const confine_name *)) {
  put(p, "\t.section\t%s,\"aw\"\n\t.align\t8\n", section);
  for (size_t i = 0; i < p->names.capacity; i++) {
    const confine_name *it = p->names.slots[i];
    if (it && belongs(it)) put(p, "\t.quad\t%s\n", it->text);
  }
}

/* ---- files ----------------------------------------------------------------------------------- */

static void read_lines(pass *p, FILE *in) {
  size_t capacity = 0, room = 0;
  char *line = NULL;
  for (; getline(&line, &room, in) > 0; line = NULL, room = 0) {
    if (p->count == capacity) {
      capacity = capacity ? 2 * capacity : 4096;
      p->lines = realloc(p->lines, capacity * sizeof *p->lines);
    }
    if (!p->lines) exit(3);
    p->lines[p->count++] = line;
  }
  free(line);
}

int main(int count, char **arguments) {
  static pass p;
  FILE *in = count == 3 ? fopen(arguments[1], "r") : NULL;
  p.out = in ? fopen(arguments[2], "w") : NULL;
  if (!p.out) {
    (void)fputs("usage: lens-confine IN.s OUT.s\n", stderr);
    return 2;
  }
  read_lines(&p, in);
  (void)fclose(in);
  lens_mentions_read(&p.names, p.lines, p.count);
  p.code = true;
  while (p.at < p.count) look_at_line(&p);
  put_table(&p, "lens_targets", may_be_called);
  put_table(&p, "lens_labels", may_be_jumped_to);
  if (fclose(p.out) != 0) return 3;
  return p.refused ? 1 : 0;
}
