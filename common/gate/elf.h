/** @file elf.h
 *  Reads relocatable objects (ELF, 64 bits, little-endian) that may be malformed on purpose: every
 *  value is compared with the size of the file before it is used. Source: System V ABI, chapters 4
 *  and 5 (Object Files), gABI 4.1.
 */
#ifndef SL_GATE_ELF_H
#define SL_GATE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sl_elf {
  const unsigned char *bytes; /**< borrowed */
  size_t size;
  size_t num_sections, num_symbols;
  uint64_t sections;   /**< offset of the section headers */
  uint64_t symbols;    /**< offset of the symbol table */
  uint32_t names;      /**< section with the names of the sections */
  uint32_t strings;    /**< section with the names of the symbols */
  uint16_t machine;    /**< EM_X86_64, … */
  bool has_long_table; /**< section indices that do not fit into a symbol are not read */
} sl_elf;

typedef struct sl_elf_section {
  const char *name;
  uint32_t type, link, info;
  uint64_t flags, offset, size;
} sl_elf_section;

typedef struct sl_elf_symbol {
  const char *name; /**< "": none */
  unsigned bind, type, section;
  uint64_t value, size;
} sl_elf_symbol;

typedef struct sl_elf_relocation {
  uint64_t offset;
  uint32_t symbol, type;
  int64_t addend;
} sl_elf_relocation;

/** Checks header, sections, symbols and relocations. NULL if everything is inside of the file and
 *  all names are terminated. Otherwise a short text says what is wrong, and no other function may
 *  be called. */
const char *sl_elf_open(const unsigned char *bytes, size_t size, sl_elf *out);

/** Return the section or the symbol with this number, which must be below the count. */
sl_elf_section sl_elf_get_section(const sl_elf *elf, size_t i);
sl_elf_symbol sl_elf_get_symbol(const sl_elf *elf, size_t i);

/** The number of entries in a section of type SHT_RELA, and its entry `i`. */
size_t sl_elf_num_relocations(const sl_elf_section *section);
sl_elf_relocation sl_elf_get_relocation(const sl_elf *elf, const sl_elf_section *section, size_t i);

#endif
