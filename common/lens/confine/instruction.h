/** @file instruction.h
 *  One line of a compiler's output for x86-64, in the GNU assembler's language: the instruction,
 * the memory that it names, and what it writes.
 */
#ifndef LENS_CONFINE_INSTRUCTION_H
#define LENS_CONFINE_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>

/** CONFINE_LINE is this large because names from templates can have many thousands of
 *  characters. */
enum { CONFINE_WORD = 24, CONFINE_OPERANDS = 4, CONFINE_LINE = 1 << 18, CONFINE_REGISTERS = 16 };

/** The numbers of the registers that have names; the others are 8 to 15. */
enum {
  CONFINE_RAX,
  CONFINE_RCX,
  CONFINE_RDX,
  CONFINE_RBX,
  CONFINE_RSP,
  CONFINE_RBP,
  CONFINE_RSI,
  CONFINE_RDI
};

typedef enum confine_kind {
  CONFINE_REFUSED,       /**< the instruction is not on the list */
  CONFINE_WRITES,        /**< writes its last operand */
  CONFINE_READS,         /**< writes no operand */
  CONFINE_EXCHANGES,     /**< writes its last two operands */
  CONFINE_STORES_STRING, /**< writes memory from the address in %rdi on */
  CONFINE_PUSHES,
  CONFINE_POPS,
  CONFINE_CALLS,
  CONFINE_JUMPS,
  CONFINE_BRANCHES,
  CONFINE_RETURNS,
  CONFINE_LEAVES
} confine_kind;

/** Memory as an operand names it. */
typedef struct confine_memory {
  bool given, last, thread_local_segment, relative; /**< relative to %rip */
  int base, index;                                  /**< −1: none */
  int scale;
  long offset;
  const char *symbol; /**< with its suffix, such as @tpoff; "": none */
  const char *text;   /**< the text of the operand */
} confine_memory;

/** An instruction. It contains pointers into itself, so it must not be copied. */
typedef struct confine_instruction {
  confine_kind kind;
  bool repeated;
  char word[CONFINE_WORD];
  int count;
  const char *operand[CONFINE_OPERANDS]; /**< "" after the last operand */
  confine_memory memory;
  char operands[CONFINE_LINE], symbol[CONFINE_LINE]; /**< the text that the pointers point to */
} confine_instruction;

/** Reads an instruction. False if the line is not an instruction, or is longer than any that a
 *  compiler writes. */
bool lens_instruction_read(const char *line, confine_instruction *out);

/** The number, 0 to 15, of the register with this name, of any width; otherwise −1. */
int lens_instruction_register(const char *name);

/** How many bytes the instruction moves to or from memory; 16 if its name does not say. */
unsigned lens_instruction_bytes(const confine_instruction *it);

/** Whether the operand is a whole 64-bit register. */
bool lens_instruction_is_whole_register(const char *operand);

/** Whether the instruction reads the flags of the processor. */
bool lens_instruction_reads_flags(const confine_instruction *it);
bool lens_instruction_sets_flags(const confine_instruction *it); /**< whether it sets all flags */

#endif
