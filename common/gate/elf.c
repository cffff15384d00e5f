/* elf.c: a small reader of relocatable objects. */
#include "gate/elf.h"

#include <elf.h>
#include <string.h>

enum { MOST_SECTIONS = 1 << 16, MOST_SYMBOLS = 1 << 20 };

static bool inside(const sl_elf *elf, uint64_t offset, uint64_t size) {
  return offset <= elf->size && size <= elf->size - offset;
}

/* Copies the header of a section, because objects need not be aligned in memory. */
static Elf64_Shdr header_of(const sl_elf *elf, size_t i) {
  Elf64_Shdr header;
  memcpy(&header, elf->bytes + elf->sections + i * sizeof header, sizeof header);
  return header;
}

/* Returns the text at `where` in a table of texts; NULL if there is no terminated text. */
static const char *text_at(const sl_elf *elf, uint32_t table, uint32_t where) {
  Elf64_Shdr header = header_of(elf, table);
  if (where >= header.sh_size) return NULL;
  const char *text = (const char *)elf->bytes + header.sh_offset + where;
  return memchr(text, 0, header.sh_size - where) ? text : NULL;
}

static const char *check_header(const Elf64_Ehdr *header) {
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return "it is not an object file";
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return "it is not a 64-bit little-endian object file";
  }
  if (header->e_type != ET_REL) return "it is not a relocatable object file";
  if (header->e_shentsize != sizeof(Elf64_Shdr)) return "its section headers have a wrong size";
  return NULL;
}

/* Finds the section headers. If there are many sections, the header of the first one holds their
 * number. */
static const char *find_sections(sl_elf *elf, const Elf64_Ehdr *header) {
  elf->sections = header->e_shoff;
  if (!inside(elf, elf->sections, sizeof(Elf64_Shdr)))
    return "its section headers lie outside of the file";
  Elf64_Shdr first = header_of(elf, 0);
  uint64_t count = header->e_shnum ? header->e_shnum : first.sh_size;
  if (count == 0 || count > MOST_SECTIONS) return "it has no sections, or too many";
  if (!inside(elf, elf->sections, count * sizeof(Elf64_Shdr)))
    return "its section headers lie outside of the file";
  elf->num_sections = (size_t)count;
  elf->names = header->e_shstrndx == SHN_XINDEX ? first.sh_link : header->e_shstrndx;
  if (elf->names >= count) return "its section names are missing";
  return NULL;
}

static const char *check_relocations(const sl_elf *elf, const Elf64_Shdr *header) {
  if (header->sh_type == SHT_REL) return "its relocations have an unknown form";
  if (header->sh_entsize != sizeof(Elf64_Rela) || header->sh_size % sizeof(Elf64_Rela) != 0) {
    return "its relocations have a wrong size";
  }
  if (header->sh_info >= elf->num_sections)
    return "it has relocations for a section that does not exist";
  return NULL;
}

static const char *check_sections(sl_elf *elf) {
  bool has_symbols = false;
  for (size_t i = 0; i < elf->num_sections; i++) {
    Elf64_Shdr header = header_of(elf, i);
    if (i > 0 && header.sh_type != SHT_NOBITS && !inside(elf, header.sh_offset, header.sh_size)) {
      return "a section lies outside of the file";
    }
    if (header.sh_link >= elf->num_sections && i > 0)
      return "a section refers to a section that does not exist";
    if (header.sh_type == SHT_SYMTAB_SHNDX) elf->has_long_table = true;
    if (header.sh_type == SHT_RELA || header.sh_type == SHT_REL) {
      const char *wrong = check_relocations(elf, &header);
      if (wrong) return wrong;
    }
    if (header.sh_type != SHT_SYMTAB) continue;
    if (has_symbols) return "it has two symbol tables";
    if (header.sh_entsize != sizeof(Elf64_Sym) || header.sh_size % sizeof(Elf64_Sym) != 0 ||
        header.sh_size / sizeof(Elf64_Sym) > MOST_SYMBOLS) {
      return "its symbols have a wrong size";
    }
    has_symbols = true;
    elf->symbols = header.sh_offset;
    elf->num_symbols = (size_t)(header.sh_size / sizeof(Elf64_Sym));
    elf->strings = header.sh_link;
  }
  return has_symbols ? NULL : "it has no symbol table";
}

static const char *check_table(const sl_elf *elf, uint32_t table) {
  Elf64_Shdr header = header_of(elf, table);
  return header.sh_type == SHT_STRTAB ? NULL : "its symbol names are missing";
}

static Elf64_Sym symbol_of(const sl_elf *elf, size_t i) {
  Elf64_Sym symbol;
  memcpy(&symbol, elf->bytes + elf->symbols + i * sizeof symbol, sizeof symbol);
  return symbol;
}

static const char *check_names(const sl_elf *elf) {
  for (size_t i = 0; i < elf->num_sections; i++) {
    if (!text_at(elf, elf->names, header_of(elf, i).sh_name)) return "a section has no name";
  }
  for (size_t i = 0; i < elf->num_symbols; i++) {
    Elf64_Sym symbol = symbol_of(elf, i);
    if (!text_at(elf, elf->strings, symbol.st_name)) return "a symbol has no name";
    bool ordinary = symbol.st_shndx < elf->num_sections || symbol.st_shndx == SHN_ABS ||
                    symbol.st_shndx == SHN_COMMON || symbol.st_shndx == SHN_XINDEX;
    if (!ordinary) return "a symbol is in a section that does not exist";
  }
  for (size_t i = 0; i < elf->num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(elf, i);
    for (size_t j = 0; section.type == SHT_RELA && j < sl_elf_num_relocations(&section); j++) {
      if (sl_elf_get_relocation(elf, &section, j).symbol >= elf->num_symbols) {
        return "a relocation refers to a symbol that does not exist";
      }
    }
  }
  return NULL;
}

const char *sl_elf_open(const unsigned char *bytes, size_t size, sl_elf *out) {
  Elf64_Ehdr header;
  *out = (sl_elf){.bytes = bytes, .size = size};
  if (size < sizeof header) return "it is not an object file";
  memcpy(&header, bytes, sizeof header);
  out->machine = header.e_machine;
  const char *wrong = check_header(&header);
  if (!wrong) wrong = find_sections(out, &header);
  if (!wrong) wrong = check_sections(out);
  if (!wrong) wrong = check_table(out, out->names);
  if (!wrong) wrong = check_table(out, out->strings);
  if (!wrong) wrong = check_names(out);
  return wrong;
}

sl_elf_section sl_elf_get_section(const sl_elf *elf, size_t i) {
  Elf64_Shdr header = header_of(elf, i);
  return (sl_elf_section){.name = text_at(elf, elf->names, header.sh_name),
                          .type = header.sh_type,
                          .link = header.sh_link,
                          .info = header.sh_info,
                          .flags = header.sh_flags,
                          .offset = header.sh_offset,
                          .size = header.sh_size};
}

sl_elf_symbol sl_elf_get_symbol(const sl_elf *elf, size_t i) {
  Elf64_Sym symbol = symbol_of(elf, i);
  return (sl_elf_symbol){.name = text_at(elf, elf->strings, symbol.st_name),
                         .bind = ELF64_ST_BIND(symbol.st_info),
                         .type = ELF64_ST_TYPE(symbol.st_info),
                         .section = symbol.st_shndx,
                         .value = symbol.st_value,
                         .size = symbol.st_size};
}

size_t sl_elf_num_relocations(const sl_elf_section *section) {
  return (size_t)(section->size / sizeof(Elf64_Rela));
}

sl_elf_relocation sl_elf_get_relocation(const sl_elf *elf, const sl_elf_section *section,
                                        size_t i) {
  Elf64_Rela entry;
  memcpy(&entry, elf->bytes + section->offset + i * sizeof entry, sizeof entry);
  return (sl_elf_relocation){.offset = entry.r_offset,
                             .symbol = (uint32_t)ELF64_R_SYM(entry.r_info),
                             .type = (uint32_t)ELF64_R_TYPE(entry.r_info),
                             .addend = entry.r_addend};
}
