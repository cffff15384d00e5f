/** @file assembly.h
 *  Reads a compiler's output, in the GNU assembler's language, as far as needed to take functions
 *  from one translation of a source and everything else from another: sections, symbols, and how
 *  they are used.
 */
#ifndef LENS_HOST_ASSEMBLY_H
#define LENS_HOST_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>

typedef enum host_section_kind {
  HOST_CODE,
  HOST_CONSTANTS, /**< including those with addresses, which the loader fills in */
  HOST_VARIABLES,
  HOST_START, /**< addresses of functions that run before and after main */
  HOST_OTHER  /**< debugging, unwinding, notes */
} host_section_kind;

/** A symbol in one of the two translations. */
typedef struct host_side {
  bool defined, function;
  bool global;        /**< a global or weak symbol */
  bool address_taken; /**< the symbol is used other than in a call or jump */
  bool grouped;       /**< the symbol is in a section of which the linker keeps only one copy */
  host_section_kind section;
  long size; /**< −1: not given */
} host_side;

enum { HOST_TRACED, HOST_PLAIN };

typedef struct host_symbol {
  char *name;
  host_side side[2];
  bool exported; /**< traced side: the symbol is exported under another name for the plain side */
  bool groups;   /**< plain side: the symbol names a group that contains code */
} host_symbol;

typedef struct host_symbols {
  host_symbol **slots;
  size_t count, capacity;
} host_symbols;

/** The symbol of that name, created if necessary. Ends the program if memory is short. */
host_symbol *lens_assembly_symbol(host_symbols *symbols, const char *name, size_t length);

/** The relevant parts of a line, as pointers into the line. */
typedef struct host_line {
  const char *label; /**< NULL: none; if there is one, the other fields are empty */
  size_t label_length;
  const char *word; /**< the instruction or directive; NULL: none */
  size_t word_length;
  const char *operands; /**< up to the end of the line */
} host_line;

host_line lens_assembly_line(const char *line);
bool lens_assembly_line_is(const host_line *line, const char *word);
/** Whether the instruction branches to the symbol that it names. */
bool lens_assembly_line_branches(const host_line *line);
/** Whether the operands may name symbols at all. */
bool lens_assembly_line_has_symbols(const host_line *line);

/** Finds the next name in a text, from `*at` on; false if there is none. Names of registers and
 *  relocations are skipped. Moves `*at` to after the name. */
bool lens_assembly_next_name(const char **at, const char **name, size_t *length);

/** Whether the name is a label that only the assembler sees. */
bool lens_assembly_is_private(const char *name);

/** The section of the current line. */
typedef struct host_section {
  host_section_kind kind;
  bool grouped;
  char group[1024]; /**< name of its group; "" if there is none */
} host_section;

/** Follows a directive that changes the section. False if the line is something else. */
bool lens_assembly_follow_section(host_section *section, const host_line *line);

/** Collects the symbols of one side from its zero-terminated lines. Returns NULL, or a description
 *  of what is not supported. */
const char *lens_assembly_gather(host_symbols *symbols, int side, char *const lines[],
                                 size_t count);

#endif
