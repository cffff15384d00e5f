/* words.c: the gate's tables of words. */
#include "gate/words.h"

#include <string.h>

#define HIDES "The lens cannot check what it does; write it in C++."
#define OURS                                                                                       \
  "Names of this kind belong to the kit and its libraries; do not use them, and choose other "     \
  "names for your own code."
#define LOOKS  "A submission must not test which files exist; include what the lab allows."
#define STRING "It can hide code from the lens; remove it (#pragma unroll and once are allowed)."
#define KNOWN                                                                                      \
  "This name already has a meaning in the language, in CUDA or in the kit; use another name."
#define SYSTEM  "This is for system headers only, and can hide code from the lens; remove it."
#define BUILTIN "The lens cannot see what this compiler function does; write it in C++."

typedef struct word {
  const char *text, *reason;
} words_entry;

#define STREAM                                                                                     \
  "The internals of a stream of the C library must not be used; write with printf and related "    \
  "functions."

static const words_entry whole[] = {
    {"_fileno", STREAM},
    {"_chain", STREAM},
    {"_wide_data", STREAM},
    {"_freeres_list", STREAM},
    {"_flags2", STREAM},
    {"_vtable_offset", STREAM},
    {"_cur_column", STREAM},
    {"asm", HIDES},
    {"__asm", HIDES},
    {"__asm__", HIDES},
    {"_Pragma", STRING},
    {"__pragma", STRING},
    {"__has_include", LOOKS},
    {"__has_include_next", LOOKS},
    {"__has_include__", LOOKS},
    {"__has_include_next__", LOOKS},
    {"__has_embed", LOOKS},
    {"__declspec", "Attributes in this spelling are not allowed; remove it."},
    {"__dso_handle", OURS},
    {"__attribute", "Write attributes as __attribute__((...))."},
    {"gnu", "Only gnu:: attributes that change speed or warnings are allowed."},
    {"__gnu__", "Attributes of the compiler are not allowed; remove it."},
    {"clang", "Attributes of the compiler are not allowed; remove it."},
    {"_Clang", "Attributes of the compiler are not allowed; remove it."},
    {"__attribute__", "It may only be used directly before ((…))."}};

/* Prefixes of refused words. */
static const words_entry begun[] = {
    {"lens_", OURS},
    {"LENS_", OURS},
    {"__tsan", OURS},
    {"__sanitizer", OURS},
    {"__asan", OURS},
    {"__ubsan", OURS},
    {"__lsan", OURS},
    {"__msan", OURS},
    {"__sancov", OURS},
    {"__cxa_", OURS},
    {"__cxx_", OURS},
    {"__static_initialization", OURS},
    {"__gxx_", OURS},
    {"_Unwind_", OURS},
    {"_dl", OURS},
    {"__libc", OURS},
    {"__gcov", OURS},
    {"__wrap_", OURS},
    {"__real_", OURS},
    {"__nv_", OURS},
    {"__cuda_", OURS},
    {"__cudaR", OURS},
    {"__cudaP", OURS},
    {"_IO_", OURS},
    {"_GLOBAL_", OURS},
    {"_sub_I_", OURS},
    {"_Z", OURS},
    {"__stack_chk", OURS},
    {"__GI_", OURS},
    {"__init_array", OURS},
    {"__fini_array", OURS},
    {"__preinit_array", OURS},
    {"__builtin_", BUILTIN},
    {"__sync_", "Use atomicAdd and related functions, which the lens checks."},
    /* macros of the system's headers that make attributes, labels or pragmas, or join words */
    {"__attribute_", SYSTEM},
    {"__attr_", SYSTEM},
    {"__REDIRECT", SYSTEM},
    {"__ASMNAME", SYSTEM},
    {"__CONCAT", SYSTEM},
    {"__MATH", SYSTEM},
    {"__SIMD", SYSTEM},
    {"_PSTL", SYSTEM},
    {"__PSTL", SYSTEM},
    {"__gthr", SYSTEM},
    {"__glibc", SYSTEM},
    {"_GLIBCXX", SYSTEM},
    {"__GLIBC", SYSTEM},
    {"__nonnull", SYSTEM},
    {"__error", SYSTEM},
    {"__warn", SYSTEM},
    {"__LDBL", SYSTEM},
    {"__STRING", SYSTEM},
    {"__fortify", SYSTEM},
    {"__extern_", SYSTEM},
    {"__SANITIZE", SYSTEM},
    {"__LEAF", SYSTEM},
    {"__THROW", SYSTEM}};

/* Words with such a prefix that are allowed. */
static const char *const excepted[] = {"__attribute__",
                                       "SL_REAL_IS_DOUBLE",
                                       "__builtin_expect",
                                       "__builtin_popcount",
                                       "__builtin_popcountl",
                                       "__builtin_popcountll",
                                       "__builtin_clz",
                                       "__builtin_clzl",
                                       "__builtin_clzll",
                                       "__builtin_ctz",
                                       "__builtin_ctzl",
                                       "__builtin_ctzll",
                                       "__builtin_ffs",
                                       "__builtin_ffsl",
                                       "__builtin_ffsll",
                                       "__builtin_parity",
                                       "__builtin_assume",
                                       "__builtin_bswap32",
                                       "__builtin_bswap64",
                                       "__builtin_inf",
                                       "__builtin_inff",
                                       "__builtin_nan",
                                       "__builtin_nanf",
                                       "__builtin_huge_val",
                                       "__builtin_huge_valf",
                                       "__builtin_isnan",
                                       "__builtin_isinf",
                                       "__builtin_fabs",
                                       "__builtin_fabsf",
                                       "__builtin_fma",
                                       "__builtin_fmaf",
                                       "__builtin_sqrt",
                                       "__builtin_sqrtf",
                                       "__builtin_expect_with_probability",
                                       "__builtin_assume_aligned",
                                       "__builtin_constant_p",
                                       "__builtin_unreachable",
                                       "__builtin_prefetch",
                                       "__builtin_memcpy",
                                       "__builtin_memset"};

/* Words that must keep their meaning. */
static const char *const kept[] = {"alignas",
                                   "alignof",
                                   "auto",
                                   "bool",
                                   "break",
                                   "case",
                                   "catch",
                                   "char",
                                   "class",
                                   "const",
                                   "const_cast",
                                   "constexpr",
                                   "continue",
                                   "decltype",
                                   "default",
                                   "delete",
                                   "do",
                                   "double",
                                   "dynamic_cast",
                                   "else",
                                   "enum",
                                   "explicit",
                                   "extern",
                                   "false",
                                   "float",
                                   "for",
                                   "friend",
                                   "goto",
                                   "if",
                                   "inline",
                                   "int",
                                   "long",
                                   "mutable",
                                   "namespace",
                                   "new",
                                   "noexcept",
                                   "nullptr",
                                   "operator",
                                   "private",
                                   "protected",
                                   "public",
                                   "register",
                                   "reinterpret_cast",
                                   "return",
                                   "short",
                                   "signed",
                                   "sizeof",
                                   "static",
                                   "static_assert",
                                   "static_cast",
                                   "struct",
                                   "switch",
                                   "template",
                                   "this",
                                   "throw",
                                   "true",
                                   "try",
                                   "typedef",
                                   "typeid",
                                   "typename",
                                   "union",
                                   "unsigned",
                                   "using",
                                   "virtual",
                                   "void",
                                   "volatile",
                                   "wchar_t",
                                   "while",
                                   "malloc",
                                   "calloc",
                                   "realloc",
                                   "free",
                                   "real",
                                   "std",
                                   "main",
                                   "defined",
                                   "include",
                                   "define",
                                   "__attribute__",
                                   "__global__",
                                   "__device__",
                                   "__host__",
                                   "__shared__",
                                   "__constant__",
                                   "__managed__",
                                   "__launch_bounds__",
                                   "__forceinline__",
                                   "__noinline__",
                                   "__restrict__",
                                   "__align__",
                                   "__grid_constant__",
                                   "__ldg",
                                   "__syncthreads",
                                   "__syncwarp",
                                   "__NVCC__",
                                   "__cplusplus",
                                   "__FILE__",
                                   "__LINE__",
                                   "__func__",
                                   "__FUNCTION__",
                                   "__COUNTER__",
                                   "__GNUC__",
                                   "__OPTIMIZE__",
                                   "threadIdx",
                                   "blockIdx",
                                   "blockDim",
                                   "gridDim",
                                   "warpSize",
                                   "assert",
                                   "cooperative_groups",
                                   "atomicAdd",
                                   "_FORTIFY_SOURCE",
                                   "__SANITIZE_THREAD__",
                                   "__VA_ARGS__"};

static const char *const kept_begun[] = {"__CUDA", "__shfl", "_GLIBCXX"};

static const char *const attributes[] = {"aligned",
                                         "always_inline",
                                         "noinline",
                                         "unused",
                                         "maybe_unused",
                                         "nodiscard",
                                         "noreturn",
                                         "fallthrough",
                                         "deprecated",
                                         "likely",
                                         "unlikely",
                                         "const",
                                         "pure",
                                         "hot",
                                         "cold",
                                         "packed",
                                         "may_alias",
                                         "warn_unused_result",
                                         "vector_size",
                                         "flatten",
                                         "returns_nonnull",
                                         "nonnull",
                                         "malloc",
                                         "format",
                                         "no_unique_address",
                                         "carries_dependency",
                                         "artificial",
                                         "gnu_inline",
                                         "nothrow"};

static const char *const headers[] = {
    /* C */
    "assert.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h", "stdarg.h",
    "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h", "cassert",
    "cctype", "cerrno", "cfloat", "cinttypes", "climits", "cmath", "cstdarg", "cstdbool", "cstddef",
    "cstdint", "cstdio", "cstdlib", "cstring", "ctime",
    /* C++ */
    "algorithm", "any", "array", "bit", "bitset", "chrono", "complex", "concepts", "deque",
    "exception", "forward_list", "functional", "initializer_list", "iomanip", "ios", "iosfwd",
    "iostream", "istream", "iterator", "limits", "list", "map", "memory", "new", "numbers",
    "numeric", "optional", "ostream", "queue", "random", "ratio", "ranges", "set", "span",
    "sstream", "stack", "stdexcept", "streambuf", "string", "string_view", "tuple", "type_traits",
    "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray", "variant",
    "vector", "atomic", "cuchar", "charconv",
    /* OpenMP: its functions are not linked, and #ifdef _OPENMP leaves it out */
    "omp.h",
    /* CUDA */
    "cuda_runtime.h", "cuda_runtime_api.h", "cooperative_groups.h", "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h", "builtin_types.h", "device_launch_parameters.h",
    "device_functions.h", "device_atomic_functions.h", "device_double_functions.h",
    "device_types.h", "driver_types.h", "host_defines.h", "math_constants.h", "math_functions.h",
    "sm_20_intrinsics.h", "sm_30_intrinsics.h", "sm_35_intrinsics.h", "sm_60_atomic_functions.h",
    "vector_functions.h", "vector_types.h", "common_functions.h",
    /* the scalar type, which the lab's header includes */
    "matrix/real.h"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool is(const char *text, const char *word, size_t length) {
  return strlen(text) == length && memcmp(text, word, length) == 0;
}

static bool begins(const char *with, const char *word, size_t length) {
  return strlen(with) <= length && memcmp(with, word, strlen(with)) == 0;
}

static bool among(const char *const *table, size_t count, const char *word, size_t length) {
  for (size_t i = 0; i < count; i++) {
    if (is(table[i], word, length)) return true;
  }
  return false;
}

const char *sl_word_refusal(const char *word, size_t length) {
  if (among(excepted, COUNT(excepted), word, length)) return NULL;
  for (size_t i = 0; i < COUNT(whole); i++) {
    if (is(whole[i].text, word, length)) return whole[i].reason;
  }
  for (size_t i = 0; i < COUNT(begun); i++) {
    if (begins(begun[i].text, word, length)) return begun[i].reason;
  }
  return NULL;
}

const char *sl_word_macro_refusal(const char *word, size_t length) {
  bool known =
      among(kept, COUNT(kept), word, length) || among(excepted, COUNT(excepted), word, length);
  for (size_t i = 0; !known && i < COUNT(kept_begun); i++) {
    known = begins(kept_begun[i], word, length);
  }
  return known ? KNOWN : NULL;
}

static bool part_of(const char *text, const char *part, size_t length, bool at_end) {
  size_t all = strlen(text);
  return length <= all && memcmp(at_end ? text + all - length : text, part, length) == 0;
}

bool sl_word_could_be(const char *part, size_t length, bool at_end) {
  for (size_t i = 0; i < COUNT(whole); i++) {
    if (part_of(whole[i].text, part, length, at_end)) return true;
  }
  for (size_t i = 0; i < COUNT(begun); i++) {
    const char *text = begun[i].text;
    if (!at_end) {
      if (part_of(text, part, length, false) || begins(text, part, length)) return true;
      continue;
    }
    /* "san_read" ends a name that begins with "__tsan". A single common letter is not
     * significant. */
    for (size_t from = 1; from < strlen(text); from++) {
      if (strlen(text + from) > 1 && begins(text + from, part, length)) return true;
    }
  }
  return false;
}

bool sl_word_any(bool visit(const char *text, bool whole, const void *context),
                 const void *context) {
  for (size_t i = 0; i < COUNT(whole); i++) {
    if (visit(whole[i].text, true, context)) return true;
  }
  for (size_t i = 0; i < COUNT(begun); i++) {
    if (visit(begun[i].text, false, context)) return true;
  }
  return false;
}

bool sl_word_begins_ours(const char *word, size_t length) {
  for (size_t i = 0; i < COUNT(begun); i++) {
    const char *text = begun[i].text;
    if (strlen(text) == length + 1 && text[length] == '_' && memcmp(text, word, length) == 0) {
      return true;
    }
  }
  return false;
}

bool sl_word_can_be_completed(const char *part, size_t length,
                              bool can_end(const char *rest, bool whole, const void *context),
                              const void *context) {
  for (size_t i = 0; i < COUNT(whole); i++) {
    bool fits = part_of(whole[i].text, part, length, false);
    if (fits && can_end(whole[i].text + length, true, context)) return true;
  }
  for (size_t i = 0; i < COUNT(begun); i++) {
    if (begins(begun[i].text, part, length)) return true;
    bool fits = part_of(begun[i].text, part, length, false);
    if (fits && can_end(begun[i].text + length, false, context)) return true;
  }
  return false;
}

bool sl_word_is_plain_attribute(const char *name, size_t length) {
  bool quoted = length > 4 && memcmp(name, "__", 2) == 0 && memcmp(name + length - 2, "__", 2) == 0;
  return among(attributes, COUNT(attributes), name + (quoted ? 2 : 0), length - (quoted ? 4 : 0));
}

bool sl_word_is_known_header(const char *name, size_t length) {
  return among(headers, COUNT(headers), name, length);
}
