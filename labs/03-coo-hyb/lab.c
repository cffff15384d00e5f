/* lab.c: what lab 03 asks and how it is judged. The judge's side: never linked into a worker. */
#include "base/random.h"
#include "judge/account.h"
#include "judge/findings.h"
#include "matrix/hyb.h"
#include "models.h"
#include "models_ell.h"
#include "models_host.h"
#include "questions.h"

#include <stdio.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status give_row_ptr(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  return sl_problem_ints(out, "row_ptr", SL_HOST, SL_IN, a->row_ptr, (size_t)a->num_rows + 1);
}

static sl_status pose_coo(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  double *expected;
  SL_TRY(give_row_ptr(given, out));
  SL_TRY(sl_problem_ints(out, "row_idx", SL_HOST, SL_OUT, NULL, (size_t)a->nnz));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) expected[k] = row;
  }
  return SL_OK;
}

static sl_status pose_width(const sl_case *given, sl_problem *out) {
  int width;
  SL_TRY(give_row_ptr(given, out));
  SL_TRY(sl_hyb_width(&given->matrix, &width));
  return sl_problem_returned(out, "hyb_width", 0, width);
}

/* Device arrays as inputs. The problem borrows contents, so it gets copies of its own. */
static sl_status give_ints(sl_problem *out, const char *name, const int *from, size_t count) {
  int *own;
  SL_TRY(sl_problem_own(out, count, sizeof *own, &own));
  if (count) memcpy(own, from, count * sizeof *own);
  return sl_problem_ints(out, name, SL_DEVICE, SL_IN, own, count);
}

static sl_status give_reals(sl_problem *out, const char *name, const double *from, size_t count) {
  double *own;
  SL_TRY(sl_problem_own(out, count, sizeof *own, &own));
  if (count) memcpy(own, from, count * sizeof *own);
  return sl_problem_reals(out, name, SL_DEVICE, SL_IN, own, count);
}

static void swap_entries(sl_coo *coo, int i, int j) {
  int row = coo->row_idx[i], col = coo->col_idx[i];
  double value = coo->values[i];
  coo->row_idx[i] = coo->row_idx[j];
  coo->col_idx[i] = coo->col_idx[j];
  coo->values[i] = coo->values[j];
  coo->row_idx[j] = row;
  coo->col_idx[j] = col;
  coo->values[j] = value;
}

/* Any order is as likely as any other (Fisher and Yates), and the same matrix always has the same.
 */
static void shuffle(sl_coo *coo) {
  sl_random random = sl_random_make((uint64_t)coo->nnz, (uint64_t)coo->num_rows);
  for (int i = coo->nnz - 1; i > 0; i--) swap_entries(coo, i, sl_random_below(&random, i + 1));
}

static sl_status give_coo(sl_problem *out, const sl_coo *coo) {
  size_t count = (size_t)coo->nnz;
  SL_TRY(sl_problem_int(out, "nnz", coo->nnz));
  SL_TRY(give_ints(out, "row_idx", coo->row_idx, count));
  SL_TRY(give_ints(out, "col_idx", coo->col_idx, count));
  return give_reals(out, "values", coo->values, count);
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  sl_coo coo;
  SL_TRY(sl_case_check_bytes(given, "COO", coo_bytes(given->matrix.nnz, given->precision)));
  SL_TRY(sl_csr_to_coo(&given->matrix, &coo));
  shuffle(&coo);
  double traffic_bytes = sl_coo_spmv_bytes(&coo, sl_precision_bytes(given->precision));
  sl_status status = give_coo(out, &coo);
  sl_coo_free(&coo);
  SL_TRY(status);
  return sl_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* At least a third of the rows fill the ELL part, so it has at most three slots for an entry. */
static sl_status check_hyb(const sl_case *given, int width) {
  double slots = (double)given->matrix.num_rows * width;
  double rest = entries_beyond(&given->matrix, width);
  double slot_bytes = (double)sl_precision_bytes(given->precision) + sizeof(int);
  char format[80];
  (void)snprintf(format, sizeof format, "HYB, cut at %d entries a row,", width);
  return sl_case_check_bytes(given, format, slots * slot_bytes + coo_bytes(rest, given->precision));
}

static sl_status give_hyb(sl_problem *out, const sl_hyb *hyb) {
  size_t slots = (size_t)hyb->ell.num_rows * (size_t)hyb->ell.width, rest = (size_t)hyb->coo.nnz;
  SL_TRY(sl_problem_int(out, "num_rows", hyb->ell.num_rows));
  SL_TRY(sl_problem_int(out, "width", hyb->ell.width));
  SL_TRY(give_ints(out, "ell_col_idx", hyb->ell.col_idx, slots));
  SL_TRY(give_reals(out, "ell_values", hyb->ell.values, slots));
  SL_TRY(sl_problem_int(out, "coo_nnz", hyb->coo.nnz));
  SL_TRY(give_ints(out, "coo_row_idx", hyb->coo.row_idx, rest));
  SL_TRY(give_ints(out, "coo_col_idx", hyb->coo.col_idx, rest));
  return give_reals(out, "coo_values", hyb->coo.values, rest);
}

static sl_status pose_hyb(const sl_case *given, sl_problem *out) {
  int width;
  sl_hyb hyb;
  SL_TRY(sl_hyb_width(&given->matrix, &width));
  SL_TRY(check_hyb(given, width));
  SL_TRY(sl_csr_to_hyb(&given->matrix, width, &hyb));
  double traffic_bytes = sl_hyb_spmv_bytes(&hyb, sl_precision_bytes(given->precision));
  sl_status status = give_hyb(out, &hyb);
  sl_hyb_free(&hyb);
  SL_TRY(status);
  return sl_pose_vectors(given, SL_DEVICE, traffic_bytes, out);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static const sl_mistake coo_mistakes[] = {
    {"one-entry-too-many",
     "each row also takes the entry behind its last, and the last row writes behind the array",
     "row_ptr[row + 1] is where the next row begins. Does that entry still belong to this one?",
     "row_ptr[", NULL, explains_one_entry_too_many},
    {"first-entry-only", "only the first entry of each row gets its row; the others stay unwritten",
     "row_idx has one element for each entry, not one for each row. How many entries has row 2 of "
     "the example?",
     "row_idx[", predict_first_entries, explains_first_entries},
    {"last-entry-missed", "the last entry of each row stays unwritten",
     "Write down row_ptr of the 4×4 example and walk through row 2 by hand: at which entry do you "
     "stop, and does the row still have one there?",
     "row_ptr[", predict_all_but_last_entries, NULL},
    {"last-row-missed", "the entries of the last row stay unwritten",
     "row_ptr has one element more than there are rows. Which number has the last row?", "num_rows",
     predict_all_but_last_row, NULL},
    {"row-off-by-one", "each entry gets the number of the row behind its own",
     "Rows are numbered from 0. Between which two elements of row_ptr do the entries of row 0 "
     "stand?",
     "row_idx[", predict_next_row, NULL},
    {"empty-rows-not-skipped",
     "where a row is empty the next entry gets its number: the empty row is not passed over",
     "Entry 2 of the 4×4 example is the first of row 2. By how many rows has one to go on from "
     "entry 1 to entry 2?",
     "if", predict_one_step, NULL},
    {"empty-rows-not-skipped",
     "where a row is empty the next entry gets its number: the empty row is not passed over, and "
     "its end is never met again",
     "Entry 2 of the 4×4 example is the first of row 2. By how many rows has one to go on from "
     "entry 1 to entry 2?",
     "if", predict_one_step_at_the_end, NULL},
};

#define NO_ATOMIC                                                                                  \
  {                                                                                                \
    "no-atomic",                                                                                   \
        "several threads add to one element of y at the same time, and some of what they add is "  \
        "lost",                                                                                    \
        "Two threads read y[2] = 30, one adds 4 and the other 12, and both write. What can y[2] "  \
        "be then? What would have to be one single step?",                                         \
        "y[", NULL, explains_no_atomic                                                             \
  }

static const sl_mistake kernel_mistakes[] = {
    {"overwritten", "y is overwritten with the product of a single entry",
     "The task is y ← y + A x. What should happen to the number that y holds when a thread "
     "arrives, and to what other threads have put there?",
     "y[", NULL, explains_overwritten_by_entry},
    {"row-is-entry", "the product of entry k is added to y[k], as if the entry's number were a row",
     "Entries come in any order, and there are more of them than rows. Which array knows the row "
     "of an entry?",
     "y[", predict_row_is_entry, explains_row_is_entry},
    {"rows-and-columns-swapped",
     "the product is added at the entry's column, and x is read at its row: that is the transpose",
     "Of A x, element r is a sum over row r. Which of the two indices says where to add, and which "
     "says what to multiply with?",
     "y[", predict_swapped, NULL},
    {"x-by-row", "x is read at the row of the entry, not at its column",
     "Row r of A meets different elements of x. Which array knows with which one an entry goes?",
     "x[", sl_predict_x_by_row, NULL},
    {"without-x", "the values are added up, but not multiplied by x",
     "A row of A x is a sum of products. What is the second factor?", "values[",
     sl_predict_without_x, NULL},
    {"block-forgotten", "only the entries of the first block are added, by every block again",
     "Two threads in different blocks have the same threadIdx.x. What sets them apart?",
     "threadIdx", predict_block_forgotten, NULL},
    {"last-entry-missed", "the last entry is left out",
     "Entries are numbered from 0: what is the number of the last one, and does your bound let it "
     "in?",
     "nnz", predict_last_entry_missed, NULL},
    {"bound-too-far",
     "one thread too many goes on: the bounds check lets in the entry behind the last",
     "With 7 entries the last one has number 6. What does your check say to thread 7?", "nnz", NULL,
     explains_bound_too_far},
    {"no-bounds-check",
     "threads without an entry of their own go on all the same: there is no bounds check",
     "There are as many threads as blocks times threads a block, and that is more than there are "
     "entries. What should the others do?",
     "threadIdx", NULL, explains_no_bounds_check},
    NO_ATOMIC,
};

#define THIRD_CUT_OFF                                                                              \
  "a third of the rows is taken as 33 % or 33.3 % of them, which is less",                         \
      "Of 100 rows 33 are 33 %. Are they a third? How can you ask without a fraction?"

static const sl_mistake width_mistakes[] = {
    {"own-memory-too-short",
     "memory that the function took for itself is too short, and it goes on behind the end",
     "From no entries to as many as the longest row has: how many lengths are these? And what does "
     "the call count that takes the memory, elements or bytes?",
     "calloc malloc realloc", NULL, sl_explains_own_memory_too_short},
    {"always-zero", "the width is 0, whatever the rows are",
     "Let the function print what it has counted for the 4×4 example. Is it what you count by "
     "hand? If not, what stood in that memory before? If so, at which width does your loop end?",
     "malloc realloc", predict_width_of_none, NULL},
    {"width-of-longest", "the width is the longest row: nothing is left for the COO part",
     "That is ELL. Look at the histogram: how many rows would fill the last slots?", "row_ptr[",
     predict_sl_csr_longest_row, NULL},
    {"width-of-mean", "the width is the mean length of a row",
     "The rule asks how many rows fill a width. A few very long rows raise the mean, and fill no "
     "more rows.",
     "row_ptr[", predict_width_of_mean, NULL},
    {"two-thirds",
     "the width is one that two thirds of the rows fill, where one third is enough: as if the "
     "short "
     "rows were counted, and not the long ones",
     "Say the rule in words: of three rows, how many may be padded in the last slot?",
     "last: num_rows", predict_width_of_two_thirds, NULL},
    {"half", "the width is one that half of the rows fill, where a third is enough",
     "Say the rule in words: of three rows, how many may be padded in the last slot?",
     "last: num_rows", predict_width_of_half, NULL},
    {"third-rounded-down",
     "a third of the rows is rounded down: with 4 rows, one row is not a third of them",
     "Work it out for the 4×4 example. What does the division of whole numbers do with the "
     "remainder?",
     "3", predict_width_of_third_rounded_down, NULL},
    {"third-cut-off", THIRD_CUT_OFF, "0.33 33", predict_width_of_two_digits, NULL},
    {"third-cut-off", THIRD_CUT_OFF, "0.333 333", predict_width_of_three_digits, NULL},
    {"third-not-enough", "just a third of the rows is not taken as enough: more are asked for",
     "Say the rule in words: is one row of three at least a third of them?", "3",
     predict_width_of_more_than_third, NULL},
    {"lengths-not-summed",
     "only the rows of one very length are counted, not those that are longer",
     "A row of 9 entries fills a width of 5 too. Is it counted there?", "last: num_rows",
     predict_width_of_one_length, NULL},
    {"one-too-wide", "the width is one too large: the first that too few rows fill",
     "When your loop ends, has the width that it stands at passed the test, or failed it?",
     "last: num_rows", predict_width_one_too_large, NULL},
};

static const sl_mistake hyb_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    SL_MISTAKE_INPUTS_UNREAD("last: <<<"),
    {"overwritten", "y is overwritten with A x: what stood in it before is lost",
     "The task is y ← y + A x. What should happen to the numbers that y holds when you arrive?",
     "<<<", predict_hyb_overwritten, NULL},
    {"overwritten", "the ELL part overwrites y with its sums: what stood in y before is lost",
     "The task is y ← y + A x. What should happen to the numbers that y holds when you arrive?",
     "<<<", predict_ell_overwrites, NULL},
    {"coo-overwrites",
     "the COO part overwrites y with single products: what the ELL part had put there is lost",
     "Two kernels write y, one after the other. What does the second find there, and what does it "
     "do with it?",
     "d_coo_row_idx", NULL, explains_coo_overwrites},
    {"ell-overwrites-coo",
     "the ELL part overwrites y: what the COO part had added before, and what stood there, is lost",
     "Two kernels write y, one after the other. What does the second find there, and what does it "
     "do with it?",
     "<<<", predict_ell_alone, NULL},
    {"coo-forgotten", "the COO part is missing from y",
     "Row 2 of the 4×4 example has three entries and the width is 2. Where is the third one, and "
     "who adds it?",
     "d_coo_row_idx", predict_coo_forgotten, NULL},
    {"ell-forgotten", "the ELL part is missing from y",
     "A row is cut in two. Which of your kernels takes its first entries?", "d_ell_col_idx",
     predict_ell_forgotten, NULL},
    {"ell-row-major",
     "the ELL part is read as if it were stored row by row: a thread goes through slots of other "
     "rows",
     "Find the two slots of row 0 in the picture of the arrays. How far apart do they stand, and "
     "how far apart does your thread look for them?",
     "d_ell_col_idx", predict_ell_row_major, NULL},
    {"ell-wrong-stride",
     "the slots of a row in the ELL part are looked for width elements apart: that is how far rows "
     "are in row-major arrays",
     "Between the first and the second slot of row 2 stand the first slots of the rows behind it "
     "and the second slots of the rows in front of it. How many are these?",
     "d_ell_col_idx", predict_ell_wrong_stride, NULL},
    {"ell-wrong-stride",
     "the rows of the ELL part are looked for num_rows elements apart, and run past the end of the "
     "arrays",
     "Find the first slots of row 0 and of row 1 in the picture of the arrays. How far apart do "
     "they stand, and what is num_rows elements away from the first slot of row 0?",
     "d_ell_col_idx", NULL, explains_ell_rows_too_far},
    {"ell-slot-too-far",
     "each row of the ELL part is read one slot too far: slot number width does not exist",
     "The slots of a row have the numbers 0 to width − 1. Which is the last one that your thread "
     "reads?",
     "d_ell_col_idx", NULL, explains_ell_slot_too_far},
    {"rows-and-columns-swapped",
     "the entries of the COO part are added at their columns, and x is read at their rows: that is "
     "the transpose",
     "Of A x, element r is a sum over row r. Which of the two index arrays says where to add? "
     "Follow them from the call into the kernel.",
     "d_coo_row_idx d_coo_col_idx", predict_swapped, NULL},
    {"coo-twice", "the entries of the COO part are added twice",
     "Every entry is in just one of the two parts. Which of your kernels look at those in COO?",
     "d_coo_row_idx", predict_coo_twice, NULL},
    {"padding-not-skipped", "padding is not skipped: its column is -1, and x[-1] is read",
     "That 0 times anything is 0 does not help: x is read before it is multiplied. How does your "
     "thread know that a slot holds no entry?",
     "<<<", NULL, explains_padding_not_skipped},
    {"empty-grid", "for an empty part a grid of no blocks is launched, which CUDA refuses",
     "What does your formula give for a part without entries, and is there anything to launch "
     "then?",
     "<<<", NULL, explains_empty_grid},
    {"grid-too-short",
     "a grid is one block short: the rows or entries of the last, partly filled block are missed",
     "Work it out for 257 rows and 256 threads a block. What does the division of whole numbers do "
     "with the remainder?",
     "<<<", NULL, explains_grid_too_short},
    {"coo-grid-of-rows",
     "the grid of the COO part has threads for as many entries as there are rows; the entries "
     "beyond are missed",
     "The two parts need different numbers of threads. What does one thread take in each of them?",
     "d_coo_row_idx", NULL, explains_grid_of_rows},
    {"no-bounds-check",
     "threads without a row or an entry of their own go on all the same: a bounds check is "
     "missing, or lets in too many",
     "There are as many threads as blocks times threads a block, and that is more than there are "
     "rows or entries. Which is the first thread that has nothing to do, and what does it do?",
     "<<<", NULL, explains_strangers},
    NO_ATOMIC,
};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "coo",
     .title = "the row of each entry",
     .function = "csr_to_coo",
     .points = 2,
     .pose = pose_coo,
     .hints = {"row_ptr says where each row begins. Turned around: which row does an entry have?",
               "All entries from row_ptr[row] up to the next row's first one, that one excluded, "
               "belong to `row`.",
               "Two loops, as in lab 01: over the rows, and over the entries k of a row; in the "
               "inner one row_idx[k] = row."},
     .mistakes = coo_mistakes,
     .num_mistakes = SL_COUNT(coo_mistakes)},
    {.name = "kernel",
     .title = "one thread an entry",
     .column = "COO",
     .function = "spmv_coo",
     .points = 4,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .hints = {"There is no loop at all: a thread has one entry, and adds one product to y.",
               "Threads of one row meet at one element of y. Which CUDA function adds to memory in "
               "one step?",
               "atomicAdd(&y[row_idx[k]], …) for entry k = blockIdx.x * blockDim.x + threadIdx.x, "
               "if there is such an entry."},
     .mistakes = kernel_mistakes,
     .num_mistakes = SL_COUNT(kernel_mistakes)},
    {.name = "width",
     .title = "where to cut the rows",
     .function = "hyb_width",
     .points = 2,
     .pose = pose_width,
     .hints = {"Count how many rows have 0, 1, 2, … entries. The rows that fill a width are those "
               "of all lengths from it on.",
               "Begin at the longest length and go down, adding up the rows, until they are a "
               "third of all.",
               "Ask 3 * filled >= num_rows. The first width that passes is the largest; without "
               "any it is 0."},
     .mistakes = width_mistakes,
     .num_mistakes = SL_COUNT(width_mistakes)},
    {.name = "hyb",
     .title = "an ELL part and a COO part",
     .column = "HYB",
     .function = "launch_spmv_hyb",
     .points = 5,
     .measured = true,
     .pose = pose_hyb,
     .launch_reads = "ell_values coo_values",
     .hints = {"Two launches: lab 02's kernel for the first part, this lab's for the second.",
               "One thread a row for ELL, one thread an entry for COO. Both add to y.",
               "Blocks: rows, or entries, divided by the threads of a block, rounded up; no launch "
               "when that is 0, and none when the width is 0."},
     .goals = {{"web:2000", SL_GOAL_ATOMIC_SECTORS, 700}},
     .mistakes = hyb_mistakes,
     .num_mistakes = SL_COUNT(hyb_mistakes)},
};

const sl_lab sl_lab_03_coo_hyb = {.id = "03-coo-hyb",
                                  .title = "COO and HYB: entry by entry, and a cut in the rows",
                                  .tasks = tasks,
                                  .num_tasks = SL_COUNT(tasks),
                                  .questions = questions,
                                  .num_questions = SL_COUNT(questions)};
