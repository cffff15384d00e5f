/* instruction.c: reads an instruction, and looks up in a list what it may write. Instructions that
 * are not on the list are refused, because it is unknown what they write. */
#define _GNU_SOURCE
#include "instruction.h"

#include <stdlib.h>
#include <string.h>

/* ---- the list ------------------------------------------------------------------------------- */

typedef struct confine_rule {
  confine_kind kind;
  const char *words; /* separated by blanks; "add*" stands for add, addb, addw, addl and addq */
} confine_rule;

static const confine_rule rules[] = {
    {CONFINE_WRITES,
     " mov* add* sub* and* or* xor* adc* sbb* shl* sal* shr* sar* rol* ror* rcl* rcr* inc* dec* "
     "neg*"
     " not* lea* movabs* shld* shrd* bswap* bsf* bsr* tzcnt* lzcnt* popcnt* xadd* bts* btr* btc* "},
    {CONFINE_WRITES,
     " movzbl movzbw movzbq movzwl movzwq movsbl movsbw movsbq movswl movswq movslq "},
    {CONFINE_WRITES,
     " movss movsd movaps movapd movups movupd movdqa movdqu movd movlps movhps movlpd movhpd "
     "movhlps"
     " movlhps movmskps movmskpd movnti movntps movntpd movntdq movddup movsldup movshdup lddqu "},
    {CONFINE_WRITES,
     " addss addsd addps addpd subss subsd subps subpd mulss mulsd mulps mulpd divss divsd divps "
     "divpd"
     " sqrtss sqrtsd sqrtps sqrtpd minss minsd minps minpd maxss maxsd maxps maxpd andps andpd "
     "andnps"
     " andnpd orps orpd xorps xorpd rcpss rcpps rsqrtss rsqrtps unpcklps unpckhps unpcklpd unpckhpd"
     " shufps shufpd haddps haddpd addsubps addsubpd "},
    {CONFINE_WRITES,
     " paddb paddw paddd paddq psubb psubw psubd psubq pand pandn por pxor pcmpeqb pcmpeqw pcmpeqd"
     " pcmpgtb pcmpgtw pcmpgtd pmullw pmulhw pmulhuw pmuludq pmaddwd pminub pmaxub pminsw pmaxsw "
     "pavgb"
     " pavgw psadbw psllw pslld psllq pslldq psrlw psrld psrlq psrldq psraw psrad punpcklbw "
     "punpcklwd"
     " punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq packssdw packsswb packuswb "
     "pshufd"
     " pshuflw pshufhw pextrw pinsrw pmovmskb paddsb paddsw paddusb paddusw psubsb psubsw psubusb"
     " psubusw "},
    {CONFINE_WRITES,
     " fsts fstl fstps fstpl fstpt fstp fst fists fistl fistps fistpl fistpll fistpq"
     " fnstcw fnstsw "},
    {CONFINE_READS, " cmp* test* mul* div* idiv* bt* nop* ucomiss ucomisd comiss comisd cltq cqto "
                    "cltd cwtl cwtd cbtw"
                    " ud2 pause mfence lfence sfence prefetcht0 prefetcht1 prefetcht2 prefetchnta "
                    "prefetchw endbr64"
                    " rdtsc hlt stc clc cmc cld "},
    {CONFINE_READS,
     " flds fldl fldt fld fldz fld1 fldpi fldl2e fldl2t fldlg2 fldln2 fadd fadds faddl faddp fsub "
     "fsubs"
     " fsubl fsubp fsubr fsubrs fsubrl fsubrp fmul fmuls fmull fmulp fdiv fdivs fdivl fdivp fdivr "
     "fdivrs"
     " fdivrl fdivrp fchs fabs fsqrt frndint fxch fucomi fucomip fcomi fcomip fucom fucomp fucompp "
     "filds"
     " fildl fildll fildq fiadds fiaddl fisubs fisubl fimuls fimull fidivs fidivl fidivrs fidivrl"
     " fisubrs fisubrl fldcw fxam fscale fprem fprem1 f2xm1 fyl2x fyl2xp1 fpatan fptan fsin fcos "
     "fsincos"
     " fcmovb fcmovbe fcmove fcmovne fcmovnb fcmovnbe fcmovu fcmovnu fnclex fwait fnop ffree "},
    {CONFINE_EXCHANGES, " xchg* "},
    {CONFINE_STORES_STRING, " movsb movsw movsl movsq stosb stosw stosl stosq "},
    {CONFINE_READS, " cmpsb cmpsw cmpsl cmpsq scasb scasw scasl scasq "},
    {CONFINE_PUSHES, " push* "},
    {CONFINE_POPS, " pop* "},
    {CONFINE_CALLS, " call* "},
    {CONFINE_JUMPS, " jmp* "},
    {CONFINE_RETURNS, " ret* "},
    {CONFINE_LEAVES, " leave* "},
};

static bool has_word(const char *words, const char *word, size_t length, bool star) {
  for (const char *at = words; (at = strstr(at, word)); at++) {
    if (at[-1] == ' ' && at[length] == (star ? '*' : ' ')) return true;
  }
  return false;
}

static bool is_condition(const char *text) {
  static const char all[] =
      " o no b nae c ae nb nc e z ne nz be na a nbe s ns p pe np po l nge ge nl"
      " le ng g nle ";
  size_t length = strlen(text);
  return length && length < 4 && has_word(all, text, length, false);
}

static confine_kind kind_of_prefix(const char *word) {
  if (strncmp(word, "cmov", 4) == 0) {
    char condition[CONFINE_WORD];
    size_t length = strlen(word + 4);
    memcpy(condition, word + 4, length + 1);
    if (is_condition(condition)) return CONFINE_WRITES;
    if (length && strchr("wlq", condition[length - 1])) condition[length - 1] = '\0';
    return is_condition(condition) ? CONFINE_WRITES : CONFINE_REFUSED;
  }
  if (strncmp(word, "set", 3) == 0 && is_condition(word + 3)) return CONFINE_WRITES;
  if (word[0] == 'j' && is_condition(word + 1)) return CONFINE_BRANCHES;
  if (strncmp(word, "cvt", 3) == 0) return CONFINE_WRITES;
  bool compares = strncmp(word, "cmp", 3) == 0 && strlen(word) > 5;
  if (compares && strchr("sp", word[strlen(word) - 2])) return CONFINE_WRITES; /* cmpltss */
  return CONFINE_REFUSED;
}

static confine_kind kind_of(const confine_instruction *it) {
  size_t length = strlen(it->word);
  char stem[CONFINE_WORD];
  memcpy(stem, it->word, length + 1);
  bool suffixed = length > 1 && strchr("bwlq", stem[length - 1]);
  if (suffixed) stem[length - 1] = '\0';
  if (strcmp(it->word, "movsd") == 0 || strcmp(it->word, "cmpsd") == 0) return CONFINE_WRITES;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    bool named = has_word(rules[i].words, it->word, length, false) ||
                 has_word(rules[i].words, it->word, length, true) ||
                 (suffixed && has_word(rules[i].words, stem, length - 1, true));
    if (!named) continue;
    bool three = it->count > 1 && strncmp(it->word, "imul", 4) == 0;
    return three ? CONFINE_WRITES : rules[i].kind;
  }
  if (strncmp(it->word, "imul", 4) == 0) return it->count > 1 ? CONFINE_WRITES : CONFINE_READS;
  return kind_of_prefix(it->word);
}

/* ---- operands ------------------------------------------------------------------------------- */

int lens_instruction_register(const char *name) {
  static const char *const names[][4] = {{"rax", "eax", "ax", "al"},  {"rcx", "ecx", "cx", "cl"},
                                         {"rdx", "edx", "dx", "dl"},  {"rbx", "ebx", "bx", "bl"},
                                         {"rsp", "esp", "sp", "spl"}, {"rbp", "ebp", "bp", "bpl"},
                                         {"rsi", "esi", "si", "sil"}, {"rdi", "edi", "di", "dil"}};
  static const char *const high[] = {"ah", "ch", "dh", "bh"};
  if (*name == '%') name++;
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 4; j++) {
      if (strcmp(name, names[i][j]) == 0) return i;
    }
  }
  for (int i = 0; i < 4; i++) {
    if (strcmp(name, high[i]) == 0) return i;
  }
  if (name[0] != 'r' || name[1] < '0' || name[1] > '9') return -1;
  return (int)strtol(name + 1, NULL, 10);
}

bool lens_instruction_is_whole_register(const char *operand) {
  size_t length = strlen(operand);
  if (operand[0] != '%' || operand[1] != 'r' || lens_instruction_register(operand) < 0)
    return false;
  return !strchr("dwb", operand[length - 1]) || operand[2] < '0' || operand[2] > '9';
}

static const confine_memory no_memory = {.base = -1, .index = -1, .scale = 1, .symbol = ""};

/* "sym+8@GOTPCREL", "-16" or "" before the parenthesis. */
static void read_displacement(const char *text, size_t length, char *copy, confine_memory *memory) {
  char *end;
  memcpy(copy, text, length);
  copy[length] = '\0';
  memory->offset = strtol(copy, &end, 0);
  if (*end == '\0') return;
  memory->offset = 0;
  for (char *c = copy + strlen(copy); c > copy; c--) { /* the number may follow a symbol */
    bool number = (*c == '+' || *c == '-') && c[1] >= '0' && c[1] <= '9';
    if (!number) continue;
    long offset = strtol(c, &end, 0);
    if (*end != '\0') break;
    memory->offset += offset;
    *c = '\0';
  }
  memory->symbol = copy;
}

/* "%rbx,%rax,4" */
static void read_inside(const char *text, confine_memory *memory) {
  char part[3][16] = {"", "", ""};
  for (int i = 0; i < 3 && *text && *text != ')'; i++) {
    size_t length = strcspn(text, ",)");
    if (length < sizeof part[0]) memcpy(part[i], text, length);
    text += length + (text[length] == ',');
    text += strspn(text, " ");
  }
  memory->relative = strcmp(part[0], "%rip") == 0;
  memory->base = part[0][0] && !memory->relative ? lens_instruction_register(part[0]) : -1;
  memory->index = part[1][0] ? lens_instruction_register(part[1]) : -1;
  memory->scale = part[2][0] ? (int)strtol(part[2], NULL, 10) : 1;
}

static bool is_memory(const char *operand) {
  return operand[0] != '%' ? operand[0] != '$' : strncmp(operand, "%fs:", 4) == 0;
}

/* Reads an operand that is memory. `room` is for the text of the symbol. */
static void read_memory(const char *operand, bool last, char *room, confine_memory *memory) {
  *memory = no_memory;
  memory->given = true;
  memory->last = last;
  memory->text = operand;
  if (*operand == '*') operand++;
  memory->thread_local_segment = strncmp(operand, "%fs:", 4) == 0;
  if (memory->thread_local_segment) operand += 4;
  const char *inside = strrchr(operand, '(');
  read_displacement(operand, inside ? (size_t)(inside - operand) : strlen(operand), room, memory);
  if (inside) read_inside(inside + 1, memory);
}

static bool read_operands(const char *text, confine_instruction *out) {
  char *to = out->operands;
  for (int i = 0; i < CONFINE_OPERANDS; i++) out->operand[i] = "";
  while (*text && *text != '\n') {
    size_t length = 0;
    for (int depth = 0; text[length] && text[length] != '\n'; length++) {
      depth += text[length] == '(' ? 1 : text[length] == ')' ? -1 : 0;
      if (text[length] == ';') return false;
      if (text[length] == ',' && depth == 0) break;
    }
    size_t room = (size_t)(out->operands + CONFINE_LINE - to);
    if (out->count == CONFINE_OPERANDS || length >= room) return false;
    out->operand[out->count++] = memcpy(to, text, length);
    to[length] = '\0';
    to += length + 1;
    text += length + (text[length] == ',');
    text += strspn(text, " \t");
  }
  return true;
}

static const char *read_word(const char *text, confine_instruction *out) {
  size_t length = strcspn(text, " \t\n");
  if (length >= CONFINE_WORD) return NULL;
  memcpy(out->word, text, length);
  out->word[length] = '\0';
  return text + length + strspn(text + length, " \t");
}

bool lens_instruction_read(const char *line, confine_instruction *out) {
  static const char prefixes[] = " rep repz repe repnz repne lock notrack bnd ";
  out->count = 0;
  out->repeated = false;
  out->memory = no_memory;
  const char *rest = line + strspn(line, " \t");
  do {
    rest = read_word(rest, out);
    if (!rest) return false;
    out->repeated |= strncmp(out->word, "rep", 3) == 0;
  } while (*rest && *rest != '\n' && has_word(prefixes, out->word, strlen(out->word), false));
  if (!read_operands(rest, out)) return false;
  out->kind = kind_of(out);
  if (out->repeated && strncmp(out->word, "bs", 2) == 0) out->repeated = false;
  bool string = out->kind == CONFINE_STORES_STRING || strncmp(out->word, "scas", 4) == 0 ||
                (strncmp(out->word, "cmps", 4) == 0 && out->count == 0);
  for (int i = 0; i < out->count && !string; i++) {
    if (!is_memory(out->operand[i])) continue;
    bool branches =
        out->kind == CONFINE_BRANCHES ||
        ((out->kind == CONFINE_CALLS || out->kind == CONFINE_JUMPS) && out->operand[i][0] != '*');
    if (branches) continue;
    read_memory(out->operand[i], i == out->count - 1, out->symbol, &out->memory);
  }
  return true;
}

/* ---- what it does --------------------------------------------------------------------------- */

unsigned lens_instruction_bytes(const confine_instruction *it) {
  static const char eight[] = " movsd movlps movhps movlpd movhpd cvtsi2sdq fstl fstpl fistpll ";
  static const char four[] = " movss movd fsts fstps fistl fistpl ", two[] = " fists fistps ";
  const char *word = it->word;
  size_t length = strlen(word);
  if (strncmp(word, "cvt", 3) == 0) return 16;
  if (strncmp(word, "set", 3) == 0) return 1;
  if (has_word(eight, word, length, false)) return 8;
  if (has_word(four, word, length, false)) return 4;
  if (strncmp(word, "fn", 2) == 0 || strncmp(word, "pextr", 5) == 0) return 2;
  if (has_word(two, word, length, false)) return 2;
  bool packed = word[0] == 'p' && strncmp(word, "push", 4) != 0 && strncmp(word, "pop", 3) != 0;
  if (word[0] == 'f' || packed ||
      (length > 3 && strchr("sp", word[length - 2]) && strchr("sd", word[length - 1]))) {
    return 16;
  }
  switch (word[length - 1]) {
  case 'b':
    return 1;
  case 'w':
    return 2;
  case 'l':
    return 4;
  case 'q':
    return 8;
  default:
    return 16;
  }
}

bool lens_instruction_reads_flags(const confine_instruction *it) {
  const char *word = it->word;
  return it->kind == CONFINE_BRANCHES || strncmp(word, "set", 3) == 0 ||
         strncmp(word, "cmov", 4) == 0 || strncmp(word, "adc", 3) == 0 ||
         strncmp(word, "sbb", 3) == 0 || strncmp(word, "rc", 2) == 0 ||
         strncmp(word, "fcmov", 5) == 0 || it->repeated || strcmp(word, "cmc") == 0;
}

bool lens_instruction_sets_flags(const confine_instruction *it) {
  static const char words[] =
      " add* sub* and* or* xor* cmp* test* neg* ucomiss ucomisd comiss comisd ";
  size_t length = strlen(it->word);
  if (it->kind == CONFINE_CALLS || it->kind == CONFINE_RETURNS) return true;
  char stem[CONFINE_WORD];
  memcpy(stem, it->word, length + 1);
  if (length > 1 && strchr("bwlq", stem[length - 1])) stem[--length] = '\0';
  return has_word(words, stem, length, true) || has_word(words, it->word, strlen(it->word), false);
}
