/* common_mistakes.c: the mistakes that every lab shares, recognised by the lens's findings. */
#include "judge/common_mistakes.h"

#include "judge/account.h"
#include "judge/effects.h"
#include "judge/findings.h"

#include <signal.h>
#include <string.h>

enum { WARP = 32 };

/* Whether the first thread of a warp other than the first writes the only element of an array, in a
 * race with another thread of the block. Then the first threads of the other warps write it, too.
 */
static bool is_of_a_warp_each(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  bool leader = f->other.known && f->other.thread > 0 && f->other.thread % WARP == 0;
  return f->kind == LENS_RACE && f->other.same_block && leader && f->other.operation != LENS_LOAD &&
         f->length == 1;
}

static sl_judgement explains_one_for_all_warps(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_first(evidence, is_of_a_warp_each) &&
                                sl_finding_missing_barrier(evidence) == SL_EXPLAINS);
}

/* Whether both sides of the race are on one line. Such a race may need a different fix than a
 * barrier. */
static bool is_of_one_line(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE && (!f->other.line || f->other.line == f->line);
}

static sl_judgement explains_barrier_missing(const sl_evidence *evidence) {
  if (sl_findings_first(evidence, is_of_one_line)) return SL_CONTRADICTS;
  if (sl_findings_first(evidence, is_of_a_warp_each)) return SL_CONTRADICTS;
  return sl_finding_missing_barrier(evidence);
}

/* Whether a barrier that some threads do not reach explains the finding. Other threads may then
 * read elements that the missing threads have not written. */
static bool is_of_barrier(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_DIVERGENT_BARRIER || f->kind == LENS_UNINITIALISED_READ;
}

static sl_judgement explains_barrier_not_by_all(const sl_evidence *evidence) {
  bool divergent = sl_finding_exists(evidence, LENS_DIVERGENT_BARRIER, NULL);
  return sl_finding_explains_if(divergent && sl_findings_none_but(evidence, is_of_barrier));
}

static bool is_other_barrier(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_DIVERGENT_BARRIER && f->reason == LENS_OTHER_BARRIER;
}

static bool is_of_other_barrier(const sl_evidence *evidence, const sl_finding *f) {
  return is_other_barrier(evidence, f) || f->kind == LENS_UNINITIALISED_READ;
}

/* Explains that some threads skip this barrier: they wait at another one, so they have not left the
 * kernel. */
static sl_judgement explains_barrier_skipped(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, is_other_barrier, is_of_other_barrier);
}

static sl_judgement explains_recursion(const sl_evidence *evidence) {
  return sl_finding_explains_if(evidence->recursed);
}

static sl_judgement explains_lane_absent(const sl_evidence *evidence) {
  return sl_finding_explains_only(evidence, LENS_BAD_SHUFFLE, NULL);
}

static sl_judgement explains_mask_of_absent(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_all(evidence, sl_finding_is_mask_of_absent));
}

static bool is_empty_block(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_LAUNCH && f->reason == LENS_EMPTY_BLOCK;
}

static sl_judgement explains_empty_block(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_all(evidence, is_empty_block));
}

static sl_judgement explains_streams(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  return sl_finding_explains_if(seen->num_findings > 0 &&
                                sl_finding_is_between_streams(&seen->findings[0]));
}

static sl_judgement explains_race(const sl_evidence *evidence) {
  return sl_finding_explains_only(evidence, LENS_RACE, NULL);
}

/* Whether the first finding is of this kind; later ones may be its consequences. */
static bool first_is(const sl_evidence *evidence, int kind) {
  return evidence->seen.num_findings > 0 && evidence->seen.findings[0].kind == kind;
}

/* A crash of host code at an element that an array of the problem does not have. */
static bool crashed_beside_array(const sl_evidence *evidence) {
  const sl_array *array = sl_problem_find(evidence->problem, evidence->fault_array);
  bool memory = evidence->fault_signal == SIGSEGV || evidence->fault_signal == SIGBUS;
  return memory && array &&
         (evidence->fault_index < 0 || evidence->fault_index >= (long long)array->count);
}

static sl_judgement explains_outside_of_array(const sl_evidence *evidence) {
  return sl_finding_explains_if(
      first_is(evidence, LENS_OUT_OF_BOUNDS_READ) || first_is(evidence, LENS_OUT_OF_BOUNDS_WRITE) ||
      first_is(evidence, LENS_OUT_OF_BOUNDS_INDEX) || crashed_beside_array(evidence));
}

/* Whether the first finding is a confusion of host and device pointers, in a copy or elsewhere. */
static bool first_is_pointer(const sl_evidence *evidence, int kind, bool of_copy) {
  return first_is(evidence, kind) && (evidence->seen.findings[0].reason == LENS_OF_COPY) == of_copy;
}

static sl_judgement explains_host_memory_in_kernel(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is_pointer(evidence, LENS_HOST_POINTER, false));
}

static sl_judgement explains_device_memory_on_host(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is_pointer(evidence, LENS_DEVICE_POINTER, false));
}

static sl_judgement explains_wrong_side_of_copy(const sl_evidence *evidence) {
  const sl_finding *shown = sl_finding_to_show(&evidence->seen);
  return sl_finding_explains_if(shown && sl_finding_is_wrong_side_of_copy(shown));
}

static sl_judgement explains_null_pointer(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_NULL_POINTER));
}

static sl_judgement explains_used_after_free(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_USE_AFTER_FREE));
}

static sl_judgement explains_wrong_free(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_BAD_FREE));
}

static sl_judgement explains_misaligned(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_MISALIGNED));
}

static sl_judgement explains_division_by_zero(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_DIVISION_BY_ZERO) ||
                                evidence->fault_signal == SIGFPE);
}

static sl_judgement explains_empty_grid(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_BAD_LAUNCH) &&
                                evidence->seen.findings[0].reason == LENS_EMPTY_GRID);
}

static sl_judgement explains_launch_refused(const sl_evidence *evidence) {
  return sl_finding_explains_if(first_is(evidence, LENS_BAD_LAUNCH) &&
                                evidence->seen.findings[0].reason == LENS_ONLY_REASON);
}

/* Sets a rule without a name, which belongs to this mistake alone. */
#define BY(function)                                                                               \
  .rule = &(const sl_rule) {                                                                       \
    "", function                                                                                   \
  }

#define BARRIER_SKIPPED                                                                            \
  .name = "barrier-skipped",                                                                       \
  .what = "some threads of the block skip this barrier: they are outside of a condition, or "      \
          "their loop ends earlier",                                                               \
  .hint =                                                                                          \
      "A barrier waits for all threads of the block. Which condition around it differs between "   \
      "threads? What must stay inside the condition, and can the barrier come after it?"

const sl_mistake sl_everywhere[SL_NUM_COMMON_MISTAKES] = {
    {BY(explains_recursion), .name = "endless-recursion",
     .what = "the function calls itself without end: for this size, no condition stops it",
     .hint = "With which arguments does the function call itself here, and for which arguments "
             "does it return without another call? Follow the calls for the size 0, for 1, and for "
             "a whole block."},
    {.name = "another-kernel",
     BY(sl_account_other_kernel),
     .what = "a different kernel writes the answer, not the one under test",
     .hint = "Which kernel does the task name, and which one computes these elements in your "
             "program?"},
    {.name = "work-not-divided",
     BY(sl_account_not_divided),
     .what = "the answer is right, but a few threads of the launch do nearly all of the work",
     .hint = "Take a matrix with thousands of rows. How many threads does the launch have, and "
             "which of them run your loop? Which rows should each of them have?"},
    {.name = "second-dimension",
     BY(sl_finding_second_dimension),
     .what = "the block has two dimensions, and the kernel uses only threadIdx.x: threads that "
             "differ in threadIdx.y do the same work",
     .hint = "A block of 16 × 16 threads has 256 of them. How many different values does "
             "threadIdx.x have, and how many threads share each value?",
     .at = "cause: threadIdx"},
    {BY(explains_barrier_skipped), BARRIER_SKIPPED},
    {.name = "barrier-missing",
     BY(explains_barrier_missing),
     .what =
         "one thread of a block writes an element of shared memory that another reads or writes, "
         "without a barrier in between",
     .hint =
         "Other warps may be far ahead of yours, or far behind. Which thread writes the element "
         "that you read, and when? Which thread may overwrite it, and have you read it by then?"},
    {.name = "one-for-all-warps",
     BY(explains_one_for_all_warps),
     .what = "each warp writes the same variable of shared memory, of which the block has only one",
     .hint = "How many warps does a block have, and what does each of them store here? How many "
             "elements are needed, and which warp uses which element?"},
    {.name = "barrier-not-by-all",
     BY(explains_barrier_not_by_all),
     .what = "not all threads of the block reach this barrier: some have left the kernel, or are "
             "in another branch",
     .hint =
         "A barrier is for all threads of the block or for none. A GPU continues without threads "
         "that have returned, but their work is missing, so the kit rejects this. Which condition "
         "keeps threads from the barrier? How can they reach it without changing the result?"},
    {.name = "lane-absent",
     BY(explains_lane_absent),
     .what = "a lane receives the value of a lane that takes no part in this shuffle",
     .hint = "The lanes of the mask take part, if they have not left the kernel and are in this "
             "branch. From which lane does this line read, and is it one of them?"},
    {.name = "mask-of-absent",
     BY(explains_mask_of_absent),
     .what = "a mask names lanes that do not reach this exchange: they have left the kernel, or "
             "are in another branch",
     .hint = "Follow the last warp: which of its lanes have returned, or skipped an iteration of a "
             "loop, when the others exchange values?"},
    {.name = "block-without-threads",
     BY(explains_empty_block),
     .what = "the launch has blocks without threads",
     .hint = "Look at the two numbers between <<< and >>>: which of them is the number of blocks, "
             "and which the number of threads in each? What are they for this matrix?"},
    {.name = "launch-without-blocks",
     BY(explains_empty_grid),
     .what = "the launch has no blocks, which CUDA refuses",
     .hint = "For which matrix are there no blocks? What must your function do then?"},
    {.name = "launch-refused",
     BY(explains_launch_refused),
     .what = "CUDA refuses the launch, because it asks for more than a block may have",
     .hint = "A block has at most 1,024 threads and, unless the program asks for more, 48 KB of "
             "shared memory. What does your launch ask for with a large matrix?"},
    {.name = "own-memory-not-filled",
     BY(sl_finding_uninitialised),
     .what = "memory of your own is read before anything was written there",
     .hint = "What does newly allocated memory contain? Which line should write this element, and "
             "does it run before the element is read?"},
    {.name = "own-memory-too-short",
     BY(sl_finding_own_memory),
     .what = "the function goes past the end of memory that it allocated: it is too short, or "
             "the index too large",
     .hint = "What is the largest index that you use, and how many elements are there? Does the "
             "call that allocates the memory count elements or bytes?"},
    {.name = "outside-of-array",
     BY(explains_outside_of_array),
     .what = "an element outside of its array is used: the index goes too far, or the array is too "
             "short",
     .hint = "What is the index here, and how many elements does the array have? Where does the "
             "index come from, and what should keep it in bounds?"},
    {.name = "host-memory-in-kernel",
     BY(explains_host_memory_in_kernel),
     .what = "a kernel uses an address in host memory",
     .hint = "Which of the arguments of your launch point to device memory, and which to host "
             "memory? How does the kernel get the data that it needs?"},
    {.name = "device-memory-on-host",
     BY(explains_device_memory_on_host),
     .what = "host code uses an address in device memory",
     .hint = "Which memory does this pointer point to, and does the host or the device run this "
             "line? How can the host get that data?"},
    {.name = "wrong-side-of-copy",
     BY(explains_wrong_side_of_copy),
     .what = "a copy gets a host address where it needs a device address, or the other way round",
     .hint =
         "For each of the two pointers: which call allocated its memory, on the host or on the "
         "device? Does the direction of the copy match, and is the destination the first argument?",
     .at = "cudaMemcpy( cudaMemcpyAsync( cudaMemset( cudaMemsetAsync("},
    {.name = "null-pointer",
     BY(explains_null_pointer),
     .what = "a kernel uses a null pointer",
     .hint = "Which line should have given this pointer its address? Was that before the launch, "
             "and did it succeed?"},
    {.name = "used-after-free",
     BY(explains_used_after_free),
     .what = "device memory is used after it was freed",
     .hint = "Where is this memory freed, and which code still needs it then?"},
    {.name = "wrong-free",
     BY(explains_wrong_free),
     .what = "memory is freed by the wrong function, or by code that did not allocate it",
     .hint = "Which call allocated this memory, in which function? Which call frees memory of that "
             "kind, and which code may call it?",
     .at = "cudaFree( free("},
    {.name = "misaligned",
     BY(explains_misaligned),
     .what = "several elements are read or written as one, at an address that is not a multiple of "
             "their total size",
     .hint = "A value that is read as one must begin at a multiple of its own size: an int2 at "
             "every second int. At which element does it begin here?"},
    {.name = "division-by-zero",
     BY(explains_division_by_zero),
     .what = "an integer is divided by zero",
     .hint = "What does this line divide by, and for which matrix is that 0?"},
    {.name = "streams-not-ordered",
     BY(explains_streams),
     .what = "work in two streams uses the same memory, and nothing says which comes first",
     .hint = "Which of the two must come first? What makes one stream wait for another, or the "
             "host for both?"},
    {.name = "race",
     BY(explains_race),
     .what = "several threads use one element, at least one of them changes it, and nothing orders "
             "them",
     .hint = "Would the result differ if these threads ran in another order? What could order "
             "them, make the update a single step, or give each thread its own element?"},
    {.name = "digits-lost",
     BY(sl_effect_digits_lost),
     .what =
         "the result is nearly right: rounding loses more digits than adding up each row by itself",
     .hint = "What type do your sums have? Do you subtract two large numbers to get a small one, "
             "or add a small one to a large one?"},
    {.name = "bytes-set",
     BY(sl_effect_set_bytes),
     .what = "each byte of an element is set, not the element: four equal bytes make a different "
             "number",
     .hint = "What does memset, or cudaMemset, do with its second argument? For which numbers does "
             "that give what you want?",
     .at = "memset( cudaMemset( cudaMemsetAsync("},
    {.name = "empty-row-found",
     BY(sl_effect_empty_row_found),
     .what = "an entry gets the number of an empty row before its own",
     .hint = "Three rows begin at entry 5, and two of them are empty. Which one does your search "
             "find?",
     .at = "row_ptr["},
    {.name = "rest-by-end",
     BY(sl_effect_rest_by_end),
     .what = "two entries are taken at a time, and where the row ends, not how many entries it "
             "has, decides whether one is left over",
     .hint = "Take a row that begins at entry 3 and ends before entry 6. How many entries does it "
             "have, and is your condition true?",
     .at = "% &"},
    {.name = "added-again",
     BY(sl_effect_added_again),
     .what = "all products of a row are added, but some of them more than once",
     .hint = "Which thread adds an entry's product to y, and which adds it to another sum? Follow "
             "the entries of a row that are not neighbours, or that two threads or blocks reach.",
     .at = "atomicAdd( y["},
    {.name = "empty-rows-cleared",
     BY(sl_effect_empty_rows_cleared),
     .what = "y is cleared in rows without entries: what it held there is lost",
     .hint =
         "A row without entries adds nothing. What should its element of y hold afterwards, and "
         "which of your lines writes there?",
     .at = "y["},
    {.name = "old-y-lost",
     BY(sl_effect_old_lost),
     .what = "in the wrong rows, the old value of y is lost; y holds only their products",
     .hint = "The task adds to y. Which of your lines writes y in these rows, and what happens to "
             "the number that is there already?",
     .at = "y["},
    {.name = "no-launch",
     BY(sl_effect_no_launch),
     .what = "no kernel is launched, and the answer is unchanged",
     .hint = "Which line of your function should launch a kernel with <<<…>>>? Is it there, and "
             "does the function reach it?"},
    {.name = "empty-matrix-left-out",
     BY(sl_effect_empty_left_out),
     .what = "if the matrix is empty, nothing is written, but there is something to write",
     .hint = "Follow your function for a matrix without entries, and for one without rows. Does it "
             "return too early, or does it skip a loop or a launch?"},
    {.name = "nothing-stored",
     BY(sl_effect_nothing_stored),
     .what = "the kernel runs, but no thread writes to the answer",
     .hint =
         "Which statement should write the result? Is it an assignment, and which threads reach "
         "it?"},
    {.name = "rows-not-computed",
     BY(sl_effect_rows_not_computed),
     .what = "the wrong rows are unchanged: nothing is added to them",
     .hint = "Write down which rows the first threads, or the first iterations of your loop, take. "
             "Which line skips the rows that are wrong?"},
    {.name = "products-missing",
     BY(sl_effect_products_missing),
     .what = "some products are never added to y; those that are added go to the right row",
     .hint = "Take a short row that is wrong. Which of its products are in y, and which are not? "
             "Which line decides where your loop begins and ends, and what it skips?"},
    {.name = "not-freed",
     BY(sl_finding_not_freed),
     .what = "memory that was allocated on the device is not freed",
     .hint = "Each cudaMalloc needs a cudaFree on every path out of the function."},
};

const sl_rule *sl_common_mistakes_rule(const char *name) {
  for (size_t m = 0; m < SL_NUM_COMMON_MISTAKES; m++) {
    if (strcmp(sl_everywhere[m].name, name) == 0) return sl_everywhere[m].rule;
  }
  return NULL;
}

const sl_mistake *sl_common_mistakes_named(const char *name) {
  for (size_t i = 0; i < SL_NUM_COMMON_MISTAKES; i++) {
    if (strcmp(sl_everywhere[i].name, name) == 0) return &sl_everywhere[i];
  }
  return NULL;
}

bool sl_common_mistakes_has(const sl_mistake *mistake) {
  return mistake->rule && mistake->rule == sl_common_mistakes_rule(mistake->name);
}

const sl_mistake sl_barrier_skipped = {BARRIER_SKIPPED};

const sl_mistake sl_shared_forgotten = {
    .name = "shared-forgotten",
    .what = "this array belongs to one thread: without __shared__ each thread has its own, and no "
            "other thread ever sees its contents",
    .hint = "Threads wait for each other here in order to exchange numbers. Which word makes an "
            "array common to all threads of a block?"};

const sl_mistake sl_no_return = {
    .name = "no-return",
    .what = "the function must return a value, but ends without a return",
    .hint = "Which value should its caller get, and where in the function is it known? The "
            "compiler warns about this, too."};

const sl_mistake sl_kernel_called = {
    .name = "kernel-called-like-a-function",
    .what = "the kernel is called like a host function",
    .hint = "How does a call say that the device must run the function, and in how many threads? "
            "What comes between the kernel's name and its arguments?"};

const sl_mistake sl_own_memory_not_cleared = {
    .name = "own-memory-not-cleared",
    .what = "memory from malloc is read before anything was written there: if it happened to hold "
            "zeros, the case would pass",
    .hint = "What does newly allocated memory contain? Which line should set it to 0 before the "
            "first element is incremented or read?"};

const sl_mistake sl_kept_from_earlier_call = {
    .name = "kept-from-earlier-call",
    .what = "the first call is right and later ones are not: this variable still holds a value "
            "from an earlier call",
    .hint = "How long does this variable live? Which value must it have when a call begins, and "
            "which line gives it that value the second time?"};
