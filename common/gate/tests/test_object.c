/* test_object.c: the gate's check of object files. They are built here, byte by byte, so that they
 * can be wrong in any way. The files of grading/hostile/gate test the objects of compilers. */
#include "base/test.h"

#include "gate/calls.h"
#include "gate/elf.h"
#include "gate/object.h"

#include <elf.h>
#include <stdlib.h>

/* ---- making one ------------------------------------------------------------------------------ */

enum { NUM_SECTIONS = 7, MOST_SYMBOLS = 8, CODE_BYTES = 32 };
enum { NAMES = 1, CODE, INIT, RELA_INIT, SYMBOLS, RELA_CODE };

/* An object with one section of code, which has the functions `first` at 0 and `second` at 16, of
 * 16 bytes each, and with an .init_array of one entry. */
typedef struct object {
  Elf64_Ehdr header;
  Elf64_Shdr sections[NUM_SECTIONS];
  char names[512];
  unsigned char code[CODE_BYTES];
  uint64_t init[1];
  Elf64_Rela rela_init[1], rela_code[2];
  Elf64_Sym symbols[MOST_SYMBOLS];
  size_t names_used, num_symbols;
} object;

static Elf64_Word add_name(object *o, const char *name) {
  size_t at = o->names_used;
  strcpy(o->names + at, name);
  o->names_used += strlen(name) + 1;
  return (Elf64_Word)at;
}

static uint32_t add_symbol(object *o, const char *name, int bind, int type, uint16_t section,
                           uint64_t value) {
  o->symbols[o->num_symbols] = (Elf64_Sym){.st_name = add_name(o, name),
                                           .st_info = (unsigned char)ELF64_ST_INFO(bind, type),
                                           .st_shndx = section,
                                           .st_value = value,
                                           .st_size = 16};
  o->sections[SYMBOLS].sh_size += sizeof(Elf64_Sym);
  return (uint32_t)o->num_symbols++;
}

static void set_section(object *o, int i, const char *name, uint32_t type, uint64_t flags,
                        size_t offset, size_t size, size_t entry) {
  o->sections[i] = (Elf64_Shdr){.sh_name = add_name(o, name),
                                .sh_type = type,
                                .sh_flags = flags,
                                .sh_offset = offset,
                                .sh_size = size,
                                .sh_entsize = entry};
}

static object make(const char *early) {
  object o = {.names_used = 1};
  memcpy(o.header.e_ident, ELFMAG, SELFMAG);
  o.header.e_ident[EI_CLASS] = ELFCLASS64;
  o.header.e_ident[EI_DATA] = ELFDATA2LSB;
  o.header.e_type = ET_REL;
  o.header.e_machine = EM_X86_64;
  o.header.e_shoff = offsetof(object, sections);
  o.header.e_shentsize = sizeof(Elf64_Shdr);
  o.header.e_shnum = NUM_SECTIONS;
  o.header.e_shstrndx = NAMES;
  set_section(&o, NAMES, ".strtab", SHT_STRTAB, 0, offsetof(object, names), sizeof o.names, 0);
  set_section(&o, CODE, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, offsetof(object, code),
              sizeof o.code, 0);
  set_section(&o, INIT, ".init_array", SHT_INIT_ARRAY, SHF_ALLOC | SHF_WRITE,
              offsetof(object, init), sizeof o.init, 8);
  set_section(&o, RELA_INIT, ".rela.init_array", SHT_RELA, 0, offsetof(object, rela_init),
              sizeof o.rela_init, sizeof(Elf64_Rela));
  set_section(&o, SYMBOLS, ".symtab", SHT_SYMTAB, 0, offsetof(object, symbols), 0,
              sizeof(Elf64_Sym));
  set_section(&o, RELA_CODE, ".rela.text", SHT_RELA, 0, offsetof(object, rela_code), 0,
              sizeof(Elf64_Rela));
  o.sections[SYMBOLS].sh_link = NAMES;
  o.sections[RELA_INIT].sh_link = o.sections[RELA_CODE].sh_link = SYMBOLS;
  o.sections[RELA_INIT].sh_info = INIT;
  o.sections[RELA_CODE].sh_info = CODE;
  (void)add_symbol(&o, "", STB_LOCAL, STT_NOTYPE, SHN_UNDEF, 0);
  uint32_t section = add_symbol(&o, "", STB_LOCAL, STT_SECTION, CODE, 0);
  (void)add_symbol(&o, early, STB_LOCAL, STT_FUNC, CODE, 0);
  (void)add_symbol(&o, "second", STB_LOCAL, STT_FUNC, CODE, 16);
  o.rela_init[0].r_info = ELF64_R_INFO(section, R_X86_64_64);
  return o;
}

/* Makes the function that runs before main call a symbol. */
static void call(object *o, uint32_t symbol) {
  o->code[0] = 0xe8;
  o->rela_code[0] =
      (Elf64_Rela){.r_offset = 1, .r_info = ELF64_R_INFO(symbol, R_X86_64_PLT32), .r_addend = -4};
  o->sections[RELA_CODE].sh_size = sizeof(Elf64_Rela);
}

static sl_refusals look_at(const object *o) {
  sl_refusals out = {0};
  assert_ok(sl_gate_object((const unsigned char *)o, sizeof *o, NULL, &out));
  return out;
}

static void assert_fine(const object *o) {
  sl_refusals out = look_at(o);
  if (out.count) fail_msg("refused: %s: %s", out.all[0].what, out.all[0].reason);
}

static void assert_refused(const object *o, const char *what, const char *reason) {
  sl_refusals out = look_at(o);
  for (size_t i = 0; i < out.count; i++) {
    if (strcmp(out.all[i].what, what) == 0 && strstr(out.all[i].reason, reason)) return;
  }
  fail_msg("not refused for \"%s\", but for \"%s\"", what, out.count ? out.all[0].what : "");
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void test_symbols(void **state) {
  (void)state;
  object o = make("_GLOBAL__sub_I_x");
  assert_fine(&o);
  (void)add_symbol(&o, "sqrtf", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0);
  (void)add_symbol(&o, "launch_spmv", STB_GLOBAL, STT_FUNC, CODE, 0);
  assert_fine(&o);
  (void)add_symbol(&o, "execve", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0);
  assert_refused(&o, "execve", "remove it");
  o = make("_GLOBAL__sub_I_x");
  (void)add_symbol(&o, "memcmp", STB_GLOBAL, STT_FUNC, CODE, 0);
  assert_refused(&o, "memcmp", "would replace");
  o = make("_GLOBAL__sub_I_x");
  (void)add_symbol(&o, "error", STB_GLOBAL, STT_OBJECT, CODE, 0);
  assert_fine(&o);
  (void)add_symbol(&o, "error", STB_GLOBAL, STT_FUNC, CODE, 0);
  assert_refused(&o, "error", "would replace");
  o = make("_GLOBAL__sub_I_x");
  (void)add_symbol(&o, "stdout", STB_GLOBAL, STT_OBJECT, CODE, 0);
  assert_refused(&o, "stdout", "would replace");
  o = make("_GLOBAL__sub_I_x");
  (void)add_symbol(&o, "chosen", STB_GLOBAL, STT_GNU_IFUNC, CODE, 0);
  assert_refused(&o, "chosen", "before main");
  o = make("_GLOBAL__sub_I_x");
  (void)add_symbol(&o, "fixed", STB_GLOBAL, STT_NOTYPE, SHN_ABS, 0);
  assert_refused(&o, "fixed", "cannot contain it");
}

static void test_what_runs_before_main(void **state) {
  (void)state;
  object o = make("mine");
  assert_refused(&o, "mine", "before main");
  o = make("_GLOBAL__sub_I_x");
  o.rela_init[0].r_addend = 16;
  assert_refused(&o, "second", "before main");
  o.rela_init[0].r_addend = 4; /* the middle of a function */
  assert_refused(&o, ".init_array", "before main");
  o = make("_GLOBAL__sub_I_x");
  o.sections[RELA_INIT].sh_size = 0; /* a number instead of a name */
  assert_refused(&o, ".init_array", "without a name");
  o = make("_GLOBAL__sub_I_x");
  call(&o, add_symbol(&o, "lens_register_kernel", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0));
  assert_fine(&o);
  o = make("_GLOBAL__sub_I_x");
  call(&o, add_symbol(&o, "printf", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0));
  assert_refused(&o, "printf", "before main");
  o = make("_GLOBAL__sub_I_x"); /* <iostream>, where worker/checked.h replaces __cxa_atexit */
  call(&o, add_symbol(&o, "sl_checked_no_exit", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0));
  assert_fine(&o);
  o = make("_GLOBAL__sub_I_x");
  o.code[0] = 0xe8; /* 5 + 11: to the second function, with no relocation */
  o.code[1] = 11;
  assert_refused(&o, "second", "before main");
  o = make("_GLOBAL__sub_I_x");
  o.symbols[2].st_size = UINT64_MAX;
  assert_refused(&o, "_GLOBAL__sub_I_x", "was not found");
}

static void test_what_runs_at_the_end(void **state) {
  (void)state;
  object o = make("_GLOBAL__sub_I_x");
  uint32_t registers = add_symbol(&o, "__cxa_atexit", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0);
  call(&o, registers);
  assert_refused(&o, "a static object with a destructor", "program ends");
  uint32_t ends = add_symbol(&o, "_ZNSt8ios_base4InitD1Ev", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0);
  o.rela_code[1] = (Elf64_Rela){.r_offset = 8, .r_info = ELF64_R_INFO(ends, R_X86_64_PC32)};
  o.sections[RELA_CODE].sh_size = 2 * sizeof(Elf64_Rela);
  assert_fine(&o);
  o.rela_code[0].r_offset = 17; /* in another function */
  assert_refused(&o, "a static object with a destructor", "program ends");
}

static void test_sections(void **state) {
  (void)state;
  object o = make("_GLOBAL__sub_I_x");
  o.sections[INIT].sh_type = SHT_FINI_ARRAY;
  assert_refused(&o, ".init_array", "section");
  o = make("_GLOBAL__sub_I_x");
  o.sections[CODE].sh_flags |= SHF_WRITE;
  assert_refused(&o, ".text", "section");
  o = make("_GLOBAL__sub_I_x");
  o.sections[CODE].sh_name = add_name(&o, ".ctors");
  assert_refused(&o, ".ctors", "section");
}

/* A truncated object must be refused. An object with one changed byte may be refused or accepted.
 * Neither may be read past its end, which AddressSanitizer detects. */
static void test_malformed(void **state) {
  (void)state;
  object o = make("_GLOBAL__sub_I_x");
  call(&o, add_symbol(&o, "lens_run_function", STB_GLOBAL, STT_NOTYPE, SHN_UNDEF, 0));
  for (size_t size = 0; size < offsetof(object, symbols); size += 7) {
    unsigned char *cut = malloc(size);
    sl_refusals out = {0};
    assert_non_null(cut);
    memcpy(cut, &o, size);
    assert_ok(sl_gate_object(cut, size, NULL, &out));
    assert_true(out.count > 0);
    free(cut);
  }
  for (size_t i = 0; i < sizeof o; i++) {
    static const unsigned char values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    for (size_t v = 0; v < sizeof values; v++) {
      object changed = o;
      ((unsigned char *)&changed)[i] = values[v];
      (void)look_at(&changed);
    }
  }
}

static void test_tables(void **state) {
  (void)state;
  static const char *const allowed[] = {"cudaMalloc", "expf", "_ZSt4cout", "lens_run_closure",
                                        "log2l"};
  static const char *const refused[] = {"system",
                                        "expq",
                                        "_ZNSt6thread4joinEv",
                                        "lens_set_seed",
                                        "lens_num_findings",
                                        "_exit",
                                        "getenv",
                                        "sl_say",
                                        "_ZNSi4readEPcl",
                                        "_ZNSirsERi",
                                        ("_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_"
                                         "streambufIcS1_E"),
                                        "_ZN9__gnu_cxx18__exchange_and_addEPVii",
                                        "_ZN4mineEv",
                                        "cublasCreate_v2",
                                        "_ZNSt10filesystem6removeERKNS_7__cxx114pathE"};
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    if (!sl_call_is_allowed(allowed[i])) fail_msg("%s is refused", allowed[i]);
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    if (sl_call_is_allowed(refused[i])) fail_msg("%s is allowed", refused[i]);
  }
  assert_null(sl_call_definition_refusal("spmv_csr_cpu", false));
  assert_null(sl_call_definition_refusal("_Z4minei", false));
  assert_null(sl_call_definition_refusal("_ZdvRK4pair", false)); /* an operator / */
  assert_null(sl_call_definition_refusal("_ZNSt6vectorIiSaIiEE9push_backEOi", true));
  assert_non_null(sl_call_definition_refusal("_ZNSt6vectorIiSaIiEE9push_backEOi", false));
  assert_non_null(sl_call_definition_refusal("_ZdlPv", false));
  assert_non_null(sl_call_definition_refusal("getpid", true)); /* a function of libc */
  assert_non_null(sl_call_definition_refusal("main", false));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_what_runs_before_main),
      cmocka_unit_test(test_what_runs_at_the_end),
      cmocka_unit_test(test_sections),
      cmocka_unit_test(test_malformed),
      cmocka_unit_test(test_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
