/* contract.c: the functions of GNU's C++ library that a confined program may call, with their
 * contracts. Plain C functions, the runtime API and the lens's own functions are in gate/calls.c:
 * these functions check their own stores, or store nothing. */
#include "contract.h"

#include <string.h>

typedef struct library_row {
  const char *symbol;
  enum lens_contract contract;
} library_row;

#define STRING        "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define CONST_STRING  "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define OSTREAM_CHAR  "ISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_"
#define STRING_STREAM "St7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE"
#define STRING_BUFFER "St7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE"
#define IOS           "St9basic_iosIcSt11char_traitsIcEE"

/* The rows of an exception class with a text. */
#define ERROR(name)                                                                                \
  {"_ZNSt" name "C1EPKc", LENS_CONTRACT_STORES_16},                                                \
      {"_ZNSt" name "C2EPKc", LENS_CONTRACT_STORES_16},                                            \
      {"_ZNSt" name "C1ERKNSt7__cxx11*", LENS_CONTRACT_STORES_16},                                 \
      {"_ZNSt" name "C2ERKNSt7__cxx11*", LENS_CONTRACT_STORES_16},                                 \
      {"_ZNSt" name "C1ERKS_", LENS_CONTRACT_ERROR_COPY},                                          \
      {"_ZNSt" name "C2ERKS_", LENS_CONTRACT_ERROR_COPY},                                          \
      {"_ZNSt" name "D1Ev", LENS_CONTRACT_ERROR}, {"_ZNSt" name "D2Ev", LENS_CONTRACT_ERROR},      \
      {"_ZNSt" name "D0Ev", LENS_CONTRACT_ERROR}, {"_ZNKSt" name "4whatEv", LENS_CONTRACT_NONE},   \
      {"_ZTISt" name, LENS_CONTRACT_NONE}, {                                                       \
    "_ZTVSt" name, LENS_CONTRACT_NONE                                                              \
  }

static const library_row rows[] = {
    /* strings */
    {STRING "C1*", LENS_CONTRACT_STORES_32},
    {STRING "C2*", LENS_CONTRACT_STORES_32},
    {STRING "_M_construct*", LENS_CONTRACT_STRING_EMPTY},
    {STRING "12_M_construct*", LENS_CONTRACT_STRING_EMPTY},
    {STRING "9_M_create*", LENS_CONTRACT_STORES_SECOND_8},
    {STRING "9_M_mutate*", LENS_CONTRACT_STRING_PART},
    {STRING "10_M_replace*", LENS_CONTRACT_STRING_PART},
    {STRING "14_M_replace_aux*", LENS_CONTRACT_STRING_PART},
    {STRING "8_M_erase*", LENS_CONTRACT_STRING_PART},
    {STRING "9_M_append*", LENS_CONTRACT_STRING},
    {STRING "9_M_assign*", LENS_CONTRACT_STRING},
    {STRING "10_M_dispose*", LENS_CONTRACT_STRING},
    {STRING "D1*", LENS_CONTRACT_STRING},
    {STRING "D2*", LENS_CONTRACT_STRING},
    {STRING "6append*", LENS_CONTRACT_STRING},
    {STRING "6assign*", LENS_CONTRACT_STRING},
    {STRING "6insert*", LENS_CONTRACT_STRING},
    {STRING "7replace*", LENS_CONTRACT_STRING},
    {STRING "5eraseEmm", LENS_CONTRACT_STRING},
    {STRING "6resize*", LENS_CONTRACT_STRING},
    {STRING "7reserve*", LENS_CONTRACT_STRING},
    {STRING "13shrink_to_fit*", LENS_CONTRACT_STRING},
    {STRING "9push_back*", LENS_CONTRACT_STRING},
    {STRING "5clear*", LENS_CONTRACT_STRING},
    {STRING "aS*", LENS_CONTRACT_STRING},
    {STRING "pL*", LENS_CONTRACT_STRING},
    {CONST_STRING "4copy*", LENS_CONTRACT_STRING_COPY},
    {CONST_STRING "6substr*", LENS_CONTRACT_STORES_32},
    {CONST_STRING "*", LENS_CONTRACT_NONE},
    {STRING "2at*", LENS_CONTRACT_NONE},
    {STRING "ix*", LENS_CONTRACT_NONE},
    {STRING "4npos*", LENS_CONTRACT_NONE},
    /* trees, lists, tables */
    {"_ZSt29_Rb_tree_insert_and_rebalance*", LENS_CONTRACT_TREE_INSERT},
    {"_ZSt28_Rb_tree_rebalance_for_erase*", LENS_CONTRACT_TREE_ERASE},
    {"_ZSt18_Rb_tree_increment*", LENS_CONTRACT_NONE},
    {"_ZSt18_Rb_tree_decrement*", LENS_CONTRACT_NONE},
    {"_ZNSt8__detail15_List_node_base7_M_hook*", LENS_CONTRACT_LIST_HOOK},
    {"_ZNSt8__detail15_List_node_base9_M_unhook*", LENS_CONTRACT_LIST_UNHOOK},
    {"_ZNSt8__detail15_List_node_base11_M_transfer*", LENS_CONTRACT_LIST_TRANSFER},
    {"_ZNSt8__detail15_List_node_base10_M_reverse*", LENS_CONTRACT_LIST_REVERSE},
    {"_ZNSt8__detail15_List_node_base4swap*", LENS_CONTRACT_LIST_SWAP},
    {"_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehash*", LENS_CONTRACT_STORES_16},
    {"_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bkt*", LENS_CONTRACT_STORES_16},
    {"_ZSt11_Hash_bytes*", LENS_CONTRACT_NONE},
    {"_ZSt15_Fnv_hash_bytes*", LENS_CONTRACT_NONE},
    /* streams */
    {"_ZSt4cout", LENS_CONTRACT_NONE},
    {"_ZSt4cerr", LENS_CONTRACT_NONE},
    {"_ZSt4clog", LENS_CONTRACT_NONE},
    {"_ZNSolsEb", LENS_CONTRACT_STREAM},
    {"_ZNSolsEs", LENS_CONTRACT_STREAM},
    {"_ZNSolsEt", LENS_CONTRACT_STREAM},
    {"_ZNSolsEi", LENS_CONTRACT_STREAM},
    {"_ZNSolsEj", LENS_CONTRACT_STREAM},
    {"_ZNSolsEl", LENS_CONTRACT_STREAM},
    {"_ZNSolsEm", LENS_CONTRACT_STREAM},
    {"_ZNSolsEx", LENS_CONTRACT_STREAM},
    {"_ZNSolsEy", LENS_CONTRACT_STREAM},
    {"_ZNSolsEf", LENS_CONTRACT_STREAM},
    {"_ZNSolsEd", LENS_CONTRACT_STREAM},
    {"_ZNSolsEe", LENS_CONTRACT_STREAM},
    {"_ZNSolsEPKv", LENS_CONTRACT_STREAM},
    {"_ZNSo9_M_insertI*", LENS_CONTRACT_STREAM},
    {"_ZNSo3putEc", LENS_CONTRACT_STREAM},
    {"_ZNSo5writeEPKcl", LENS_CONTRACT_STREAM},
    {"_ZNSo5flushEv", LENS_CONTRACT_STREAM},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEE*", LENS_CONTRACT_STREAM},
    {"_ZStls" OSTREAM_CHAR "c", LENS_CONTRACT_STREAM},
    {"_ZStls" OSTREAM_CHAR "PKc", LENS_CONTRACT_STREAM},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a", LENS_CONTRACT_STREAM},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h", LENS_CONTRACT_STREAM},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_string*",
     LENS_CONTRACT_STREAM},
    {"_ZSt4endlIcSt11char_traitsIcEE*", LENS_CONTRACT_STREAM},
    {"_ZSt4endsIcSt11char_traitsIcEE*", LENS_CONTRACT_STREAM},
    {"_ZSt5flushIcSt11char_traitsIcEE*", LENS_CONTRACT_STREAM},
    {"_ZNK" IOS "*", LENS_CONTRACT_IOS},
    {"_ZN" IOS "5clear*", LENS_CONTRACT_IOS},
    {"_ZN" IOS "8setstate*", LENS_CONTRACT_IOS},
    {"_ZN" IOS "4init*", LENS_CONTRACT_IOS_BEGIN},
    {"_ZNSt8ios_baseC2Ev", LENS_CONTRACT_STORES_216},
    {"_ZNSt8ios_baseD2Ev", LENS_CONTRACT_IOS},
    {"_ZNSt8ios_base4InitC1Ev", LENS_CONTRACT_NONE},
    {"_ZNSt8ios_base4InitD1Ev", LENS_CONTRACT_NONE},
    {"_ZNSt6localeC1Ev", LENS_CONTRACT_STORES_8},
    {"_ZNSt6localeD1Ev", LENS_CONTRACT_LOCALE},
    {"_ZNKSt5ctypeIcE13_M_widen_initEv", LENS_CONTRACT_CHARACTERS},
    {"_ZN" STRING_STREAM "C1*", LENS_CONTRACT_STORES_376},
    {"_ZN" STRING_STREAM "D1*", LENS_CONTRACT_STREAM},
    {"_ZNK" STRING_STREAM "3str*", LENS_CONTRACT_STORES_32},
    {"_ZNK" STRING_BUFFER "3str*", LENS_CONTRACT_STORES_32},
    {"_ZN" STRING_BUFFER "7_M_syncEPcmm", LENS_CONTRACT_STREAM_BUFFER},
    {"_ZTTN" STRING_STREAM "E", LENS_CONTRACT_NONE},
    {"_ZTVN" STRING_STREAM "E", LENS_CONTRACT_NONE},
    {"_ZTVN" STRING_BUFFER "E", LENS_CONTRACT_NONE},
    {"_ZTVSt15basic_streambufIcSt11char_traitsIcEE", LENS_CONTRACT_NONE},
    {"_ZTVSt9basic_iosIcSt11char_traitsIcEE", LENS_CONTRACT_NONE},
    /* exceptions */
    ERROR("13runtime_error"),
    ERROR("11logic_error"),
    ERROR("12out_of_range"),
    ERROR("12length_error"),
    ERROR("12domain_error"),
    ERROR("16invalid_argument"),
    ERROR("11range_error"),
    ERROR("14overflow_error"),
    ERROR("15underflow_error"),
    {"_ZNSt9exceptionD*", LENS_CONTRACT_NONE},
    {"_ZNKSt9exception4whatEv", LENS_CONTRACT_NONE},
    {"_ZNSt9bad_allocD*", LENS_CONTRACT_NONE},
    {"_ZNKSt9bad_alloc4whatEv", LENS_CONTRACT_NONE},
    {"_ZNSt20bad_array_new_lengthD*", LENS_CONTRACT_NONE},
    {"_ZNSt8bad_castD*", LENS_CONTRACT_NONE},
    {"_ZNSt10bad_typeidD*", LENS_CONTRACT_NONE},
    {"_ZNKSt8bad_cast4whatEv", LENS_CONTRACT_NONE},
    {"_ZNSt17bad_function_callD*", LENS_CONTRACT_NONE},
    {"_ZTISt9exception", LENS_CONTRACT_NONE},
    {"_ZTISt9bad_alloc", LENS_CONTRACT_NONE},
    {"_ZTISt8bad_cast", LENS_CONTRACT_NONE},
    {"_ZTISt10bad_typeid", LENS_CONTRACT_NONE},
    {"_ZTISt17bad_function_call", LENS_CONTRACT_NONE},
    {"_ZTISt20bad_array_new_length", LENS_CONTRACT_NONE},
    {"_ZTVSt9exception", LENS_CONTRACT_NONE},
    {"_ZTVSt9bad_alloc", LENS_CONTRACT_NONE},
    {"_ZSt9terminatev", LENS_CONTRACT_NONE},
    {"_ZSt19uncaught_exceptionsv", LENS_CONTRACT_NONE},
    {"__cxa_throw", LENS_CONTRACT_THROW},
    {"__cxa_free_exception", LENS_CONTRACT_THROW},
    {"__cxa_begin_catch", LENS_CONTRACT_CAUGHT},
    {"__cxa_get_exception_ptr", LENS_CONTRACT_CAUGHT},
    {"__cxa_call_terminate", LENS_CONTRACT_CAUGHT},
    {"_Unwind_Resume", LENS_CONTRACT_CAUGHT},
    {"__dynamic_cast", LENS_CONTRACT_CAST},
    /* other functions that the headers of the library call */
    {"_ZSt7nothrow", LENS_CONTRACT_NONE},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", LENS_CONTRACT_NONE},
    {"_ZNSt6chrono3_V212system_clock3nowEv", LENS_CONTRACT_NONE},
    {"_ZNSt19_Sp_make_shared_tag5_S_eqERKSt9type_info", LENS_CONTRACT_NONE},
    {"_ZNKSt9type_info*", LENS_CONTRACT_NONE},
    {"_ZNSt9type_infoD2Ev", LENS_CONTRACT_NONE},
};

/* Whether the function only throws an exception, such as std::__throw_length_error. */
static bool is_thrower(const char *symbol) {
  return strncmp(symbol, "_ZSt", 4) == 0 && strstr(symbol, "__throw_");
}

static const library_row *find(const char *symbol) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].symbol);
    bool begun = rows[i].symbol[length - 1] == '*';
    int differs =
        begun ? strncmp(symbol, rows[i].symbol, length - 1) : strcmp(symbol, rows[i].symbol);
    if (!differs) return &rows[i];
  }
  return NULL;
}

enum lens_contract lens_contract_of(const char *symbol) {
  const library_row *row = find(symbol);
  return row ? row->contract : LENS_CONTRACT_NONE;
}

bool lens_contract_has(const char *symbol) {
  return is_thrower(symbol) || find(symbol);
}

/* Only library functions without a check are allowed, and none whose name begins like a function
 * that the program must not replace. */
bool lens_contract_may_be_target(const char *symbol) {
  bool data = strncmp(symbol, "_ZT", 3) == 0 || strncmp(symbol, "_ZSt4c", 6) == 0 ||
              strcmp(symbol, "stdout") == 0 || strcmp(symbol, "stderr") == 0;
  bool of_lens = strncmp(symbol, "lens_", 5) == 0;
  if (data || of_lens || strncmp(symbol, "__", 2) == 0) return false;
  if (strncmp(symbol, "_Z", 2) != 0) return true;
  const library_row *row = find(symbol);
  return is_thrower(symbol) || (row && row->contract == LENS_CONTRACT_NONE) ||
         strncmp(symbol, "_Zn", 3) == 0 || strncmp(symbol, "_Zd", 3) == 0;
}
