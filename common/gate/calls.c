/* calls.c: the gate's tables of symbols. */
#define _GNU_SOURCE
#include "gate/calls.h"

#include "gate/words.h"
#include "lens/confine/contract.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* exit and abort are allowed, because programs call them if a CUDA call has failed; the judge
 * counts that as a crash. atexit and _exit are not: no right program needs to run code after its
 * work, or to end without the normal steps. */
static const char *const functions[] = {
    /* string.h, ctype.h */
    "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strcpy",
    "strncpy", "strcat", "strncat", "strchr", "strrchr", "strstr", "strspn", "strcspn", "strpbrk",
    "strtok", "strerror", "strnlen", "stpcpy", "isalnum", "isalpha", "isdigit", "islower",
    "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "__ctype_b_loc",
    "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
    /* stdlib.h, time.h */
    "strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof", "strtold", "atoi", "atol",
    "atoll", "atof", "qsort", "bsearch", "rand", "srand", "rand_r", "drand48", "srand48", "lrand48",
    "random", "srandom", "strdup", "abs", "labs", "llabs", "div", "ldiv", "lldiv", "exit", "abort",
    "malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign", "clock", "time",
    "difftime", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull",
    /* stdio.h */
    "printf", "fprintf", "vprintf", "vfprintf", "sprintf", "snprintf", "vsprintf", "vsnprintf",
    "puts", "putchar", "putc", "fputs", "fputc", "fwrite", "fflush", "perror", "stdout", "stderr",
    /* what the compiler adds */
    "__assert_fail", "_GLOBAL_OFFSET_TABLE_", "__dso_handle", "__gxx_personality_v0",
    "_Unwind_Resume", "__stack_chk_fail", "__tls_get_addr", "__dynamic_cast", "__cxa_atexit",
    "__cxa_begin_catch", "__cxa_end_catch", "__cxa_rethrow", "__cxa_throw",
    "__cxa_allocate_exception", "__cxa_free_exception", "__cxa_guard_acquire",
    "__cxa_guard_release", "__cxa_guard_abort", "__cxa_pure_virtual", "__cxa_deleted_virtual",
    "__cxa_throw_bad_array_new_length", "__cxa_bad_cast", "__cxa_bad_typeid",
    "__cxa_init_primary_exception", "__cxa_get_exception_ptr", "__cxa_call_terminate",
    "__pthread_key_create", "__libc_single_threaded", "__popcountdi2", "__popcountsi2",
    "__paritydi2", "__clzdi2", "__ctzdi2", "__divti3", "__modti3", "__udivti3", "__umodti3",
    "__multi3", "__muldc3", "__mulsc3", "__divdc3", "__divsc3", "__powidf2", "__powisf2",
    "bcmp", /* clang compares with it instead of memcmp */
    /* of the worker and the lens: host memory, checked versions of the functions above
     * (worker/checked.h), and functions that the lens's headers call */
    "sl_own_memory_malloc", "sl_own_memory_calloc", "sl_own_memory_realloc", "sl_own_memory_free",
    "lens_named_malloc", "lens_activemask", "lens_assert_failed", "lens_atomic",
    "lens_atomic_of_block", "lens_block_dim", "lens_block_idx", "lens_bytes_are_set",
    "lens_clock_count", "lens_dynamic_shared", "lens_error_unread", "lens_exchange", "lens_fence",
    "lens_fence_block", "lens_grid_dim", "lens_grid_sync", "lens_heap_free", "lens_heap_malloc",
    "lens_hidden", "lens_host_side", "lens_is_cooperative", "lens_lane_now", "lens_multiprocessors",
    "lens_nth_lane", "lens_occupancy", "lens_on_device", "lens_pack_lanes", "lens_pop_launch",
    "lens_push_launch", "lens_read_only", "lens_register_kernel", "lens_register_symbol",
    "lens_run_closure", "lens_set_type", "lens_run_function", "lens_shared", "lens_shared_dynamic",
    "lens_syncthreads", "lens_syncthreads_reduce", "lens_syncwarp", "lens_thread_idx", "lens_trap",
    "__sanitizer_cov_trace_pc"};

/* math.h and complex.h; also with f and l. */
static const char *const math[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin",
    "fmod", "frexp", "hypot", "ilogb", "ldexp", "lgamma", "llrint", "llround", "log", "log10",
    "log1p", "log2", "logb", "lrint", "lround", "modf", "nan", "nearbyint", "nextafter", "pow",
    "remainder", "remquo", "rint", "round", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan",
    "tanh", "tgamma", "trunc", "j0", "j1", "y0", "y1", "__signbit", "__isnan", "__isinf",
    "__finite", "__fpclassify", "exp10", "scalbln", "nexttoward",
    /* complex.h */
    "cabs", "carg", "cacos", "cacosh", "casin", "casinh", "catan", "catanh", "ccos", "ccosh",
    "cexp", "clog", "clog10", "cpow", "cproj", "csin", "csinh", "csqrt", "ctan", "ctanh"};

/* All symbols with these prefixes. Of the C++ library only what lens/confine/contract.c has. */
static const char *const begun[] = {
    "sl_checked_", "cuda",  "__tsan_", "__ubsan_handle_", "lens_confine_", "_ZTVN10__cxxabiv1",
    "_ZTIP",       "_Znwm", "_Znam",   "_ZdlPv",          "_ZdaPv"};

/* Types that are part of the language. */
static const char *const typeinfo[] = {"_ZTIi", "_ZTIf", "_ZTId", "_ZTIc", "_ZTIj",
                                       "_ZTIm", "_ZTIl", "_ZTIb", "_ZTIx", "_ZTIy"};

/* Exceptions to these prefixes: functions that wait for the end of the program, or change what the
 * lens sees. */
static const char *const never[] = {"__tsan_set_", "__tsan_on_", "__tsan_get_", "__tsan_testonly"};

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static bool is_math(const char *symbol) {
  size_t length = strlen(symbol);
  for (size_t i = 0; i < COUNT(math); i++) {
    size_t base = strlen(math[i]);
    if (strncmp(symbol, math[i], base) != 0) continue;
    if (length == base || (length == base + 1 && strchr("fl", symbol[base]))) return true;
  }
  return false;
}

static bool is_function(const char *symbol) {
  for (size_t i = 0; i < COUNT(functions); i++) {
    if (strcmp(symbol, functions[i]) == 0) return true;
  }
  return is_math(symbol);
}

bool sl_call_is_allowed(const char *symbol) {
  if (is_function(symbol) || lens_contract_has(symbol)) return true;
  for (size_t i = 0; i < COUNT(typeinfo); i++) {
    if (strcmp(symbol, typeinfo[i]) == 0) return true;
  }
  for (size_t i = 0; i < COUNT(never); i++) {
    if (strstr(symbol, never[i])) return false;
  }
  for (size_t i = 0; i < COUNT(begun); i++) {
    if (begins(symbol, begun[i])) return true;
  }
  return false;
}

static bool is_allocation(const char *symbol) {
  return begins(symbol, "_Znw") || begins(symbol, "_Zna") || begins(symbol, "_Zdl") ||
         begins(symbol, "_Zda");
}

/* Whether the symbol is a function or variable of the C++ library. std::is_…_v<type> does not
 * count, because the lens's headers define it for CUDA's types, and clang emits it. */
static bool is_standard(const char *symbol) {
  if (begins(symbol, "_ZSt") && strstr(symbol, "_vI")) return false;
  return begins(symbol, "_ZSt") || begins(symbol, "_ZNSt") || begins(symbol, "_ZNKSt") ||
         begins(symbol, "_ZNSo") || begins(symbol, "_ZNSs");
}

/* Whether a C name exists in a library that the worker is linked with. This process is linked with
 * most of these libraries. */
static bool stands_for_another(const char *symbol) {
  if (strcmp(symbol, "main") == 0 || is_function(symbol)) return true;
  if (begins(symbol, "cuda") || sl_word_refusal(symbol, strlen(symbol))) return true;
  if (begins(symbol, "DW.ref.") || strcmp(symbol, "__clang_call_terminate") == 0) return false;
  return symbol[0] == '_' || dlsym(RTLD_DEFAULT, symbol);
}

const char *sl_call_definition_refusal(const char *symbol, bool weak) {
  if (is_allocation(symbol)) {
    return "It would also replace memory allocation in the kit and the C++ library; do not define "
           "new or delete.";
  }
  if (is_standard(symbol)) {
    return weak ? NULL
                : "It would replace something that the C++ library defines; use another name.";
  }
  if (begins(symbol, "_Z") || begins(symbol, "_ZTV")) return NULL;
  if (!stands_for_another(symbol)) return NULL;
  return "It would replace a function or variable of the kit or of a library; give it another "
         "name, or make it static.";
}

bool sl_call_is_free_for_variables(const char *symbol) {
  static const char *const names[] = {"err",  "error", "warn",   "index", "select", "bind",
                                      "link", "sync",  "accept", "times", "step",   "nice"};
  for (size_t i = 0; i < COUNT(names); i++) {
    if (strcmp(symbol, names[i]) == 0) return true;
  }
  return false;
}

/* Whether the symbol is a compiler's initialiser. Sources cannot define such names, because parts
 * of them are refused words. */
bool sl_call_is_initialiser(const char *symbol) {
  return begins(symbol, "_GLOBAL__sub_I_") || begins(symbol, "__cxx_global_var_init") ||
         strstr(symbol, "__static_initialization_and_destruction_") ||
         strcmp(symbol, "_sub_I_00099_0") == 0 || strcmp(symbol, "tsan.module_ctor") == 0 ||
         begins(symbol, "sancov.module_ctor");
}

bool sl_call_starts_early(const char *symbol) {
  return strcmp(symbol, "lens_register_kernel") == 0 ||
         strcmp(symbol, "lens_register_symbol") == 0 || begins(symbol, "__tsan_") ||
         strcmp(symbol, "__sanitizer_cov_trace_pc") == 0 ||
         (begins(symbol, "_Z") && strstr(symbol, "lens_")) || sl_call_is_initialiser(symbol) ||
         begins(symbol, "_ZNSt8ios_base4Init") || strcmp(symbol, "memset") == 0 ||
         strcmp(symbol, "memcpy") == 0 || strcmp(symbol, "__cxa_atexit") == 0 ||
         strcmp(symbol, "sl_checked_no_exit") == 0;
}
