/* lab.c: what lab 05 asks and how it is judged. The judge's side: never linked into a worker. */
#include "columns.h"
#include "judge/account.h"
#include "matrix/csc.h"
#include "questions.h"
#include "sorted.h"

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status count_entries(const sl_csr *a, sl_problem *problem, int **out) {
  SL_TRY(sl_problem_own(problem, (size_t)a->num_cols, sizeof **out, out));
  for (int k = 0; k < a->nnz; k++) (*out)[a->col_idx[k]]++;
  return SL_OK;
}

static sl_status pose_count(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t cols = (size_t)a->num_cols;
  int *zeros, *count;
  double *expected;
  SL_TRY(sl_problem_own(out, cols, sizeof *zeros, &zeros));
  SL_TRY(count_entries(a, out, &count));
  SL_TRY(sl_problem_int(out, "nnz", a->nnz));
  SL_TRY(sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, a->col_idx, (size_t)a->nnz));
  SL_TRY(sl_problem_ints(out, "count", SL_DEVICE, SL_INOUT, zeros, cols));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t col = 0; col < cols; col++) expected[col] = count[col];
  /* A column without entries need not be looked at, so only what is read for certain is a floor. */
  out->read_bytes = sizeof(int) * (double)a->nnz;
  out->traffic_bytes = out->read_bytes + 2 * sizeof(int) * (double)cols;
  return SL_OK;
}

/* The numbers to be summed are the entries of each column. Some matrices, which cost next to
 * nothing, are set beside themselves many times: there are numbers, or with the total sums, for
 * just 255 blocks of 256, and one more, and the same of 256 blocks. Then come so many that the sums
 * of the blocks are too many for one block. */
static size_t numbers_for_scan(const sl_csr *a) {
  static const struct {
    int num_cols;
    size_t numbers;
  } stretched[] = {{300, 65536}, {600, 65537}, {700, 65279}, {900, 65280}};
  size_t cols = (size_t)a->num_cols;
  if (a->num_cols >= 2000 && a->nnz < a->num_cols / 4) return cols * 33;
  for (size_t i = 0; i < SL_COUNT(stretched); i++) {
    if (stretched[i].num_cols == a->num_cols) return stretched[i].numbers;
  }
  return cols;
}

static sl_status pose_scan(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t cols = (size_t)a->num_cols, n = numbers_for_scan(a);
  int *count, *in;
  double *expected;
  SL_TRY(count_entries(a, out, &count));
  SL_TRY(sl_problem_own(out, n, sizeof *in, &in));
  for (size_t i = 0; i < n; i++) in[i] = count[i % cols];
  SL_TRY(sl_problem_int(out, "n", (int)n));
  SL_TRY(sl_problem_ints(out, "in", SL_DEVICE, SL_IN, in, n));
  SL_TRY(sl_problem_ints(out, "out", SL_DEVICE, SL_OUT, NULL, n + 1));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < n; i++) expected[i + 1] = expected[i] + in[i];
  out->read_bytes = sizeof(int) * (double)n;
  out->traffic_bytes = out->read_bytes + sizeof(int) * (double)(n + 1);
  return SL_OK;
}

static sl_status give_csr(const sl_csr *a, sl_problem *out) {
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_problem_int(out, "num_cols", a->num_cols));
  SL_TRY(sl_problem_int(out, "nnz", a->nnz));
  SL_TRY(sl_problem_ints(out, "row_ptr", SL_DEVICE, SL_IN, a->row_ptr, (size_t)a->num_rows + 1));
  SL_TRY(sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, a->col_idx, (size_t)a->nnz));
  return sl_problem_reals(out, "values", SL_DEVICE, SL_IN, a->values, (size_t)a->nnz);
}

/* The entries come before col_ptr: a skeleton leaves them as they were, and is told that it is not
 * written. In `scatter` col_ptr has contents, which must come back: a student's copy of the
 * pointers is the point of the task, and so the judge has to see what became of them. */
static sl_status expect_csc(const sl_csc *csc, bool col_ptr_given, sl_problem *out) {
  size_t nnz = (size_t)csc->nnz, pointers = (size_t)csc->num_cols + 1;
  double *row_idx, *values, *col_ptr;
  int *given = NULL;
  SL_TRY(sl_problem_ints(out, "row_idx", SL_DEVICE, SL_OUT, NULL, nnz));
  SL_TRY(sl_problem_expect(out, &row_idx, NULL));
  SL_TRY(sl_problem_reals(out, "csc_values", SL_DEVICE, SL_OUT, NULL, nnz));
  SL_TRY(sl_problem_expect(out, &values, NULL));
  if (col_ptr_given) {
    SL_TRY(sl_problem_own(out, pointers, sizeof *given, &given));
    memcpy(given, csc->col_ptr, pointers * sizeof *given);
  }
  SL_TRY(sl_problem_ints(out, "col_ptr", SL_DEVICE, given ? SL_INOUT : SL_OUT, given, pointers));
  SL_TRY(sl_problem_expect(out, &col_ptr, NULL));
  for (size_t i = 0; i < pointers; i++) col_ptr[i] = csc->col_ptr[i];
  for (size_t i = 0; i < nnz; i++) row_idx[i] = csc->row_idx[i];
  if (nnz) memcpy(values, csc->values, nnz * sizeof *values);
  return SL_OK;
}

/* Every entry is read and written once, row with column; every pointer is read or written once. */
static void set_traffic(const sl_case *given, bool col_ptr_given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  double entry_bytes = (double)sl_precision_bytes(given->precision) + sizeof(int);
  double row_ptr_bytes = sizeof(int) * (a->num_rows + 1.0);
  double col_ptr_bytes = sizeof(int) * (a->num_cols + 1.0);
  out->traffic_bytes = 2 * entry_bytes * a->nnz + row_ptr_bytes + col_ptr_bytes;
  out->read_bytes = entry_bytes * a->nnz + row_ptr_bytes + (col_ptr_given ? col_ptr_bytes : 0);
}

static sl_status pose_transpose(const sl_case *given, bool col_ptr_given, sl_problem *out) {
  sl_csc csc;
  SL_TRY(give_csr(&given->matrix, out));
  SL_TRY(sl_csr_to_csc(&given->matrix, &csc));
  sl_status status = expect_csc(&csc, col_ptr_given, out);
  sl_csc_free(&csc);
  set_traffic(given, col_ptr_given, out);
  return status;
}

static void arrange(const sl_problem *problem, double *const *answers) {
  double *rows = answers[sl_problem_find(problem, "row_idx") - problem->arrays];
  double *values = answers[sl_problem_find(problem, "csc_values") - problem->arrays];
  const sl_array *col_ptr = sl_problem_find(problem, "col_ptr");
  /* Columns begin where they should, whatever came back of col_ptr. */
  sort_columns(col_ptr->expected, (int)col_ptr->count - 1, rows, values);
}

/* Any order within a column is right: the judge compares in the order of `arrange`. */
static sl_status pose_scatter(const sl_case *given, sl_problem *out) {
  SL_TRY(pose_transpose(given, true, out));
  double *right[SL_WIRE_MAX_ARRAYS];
  for (int i = 0; i < out->num_arrays; i++) right[i] = out->arrays[i].expected;
  arrange(out, right);
  return SL_OK;
}

static sl_status pose_sorted(const sl_case *given, sl_problem *out) {
  return pose_transpose(given, false, out);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static const sl_mistake count_mistakes[] = {
    {"counted-by-entry", "entry k is counted in column k, not in its own column",
     "An entry has a number and a column. Which array knows its column?", "count[",
     predict_by_entry, NULL},
    {"next-column-counted",
     "every entry is counted in the column behind its own, and those of the last column outside",
     "There is one element of count for each column, and count[0] belongs to column 0. Whose "
     "entries "
     "do you count there?",
     "count[", predict_next_column, NULL},
    {"block-forgotten", "every block counts the entries of the first block: the others are missed",
     "Thread 0 of block 1 and thread 0 of block 0 have the same threadIdx. Which entry is whose?",
     "threadIdx", predict_block_forgotten, NULL},
    {"no-atomics", "threads that meet in one column overwrite each other's count",
     "Two entries of one column are counted at the same moment. What does each of the two threads "
     "find in the count, what does it leave there, and by how much has the count grown?",
     "count[", NULL, explains_lost_counts},
    {"last-entry-missed", "the last entry is not counted",
     "Entries are numbered from 0: what is the number of the last one, and does your bound let it "
     "in?",
     "nnz", predict_last_entry_missed, NULL},
    {"bound-too-far",
     "one thread too many goes on: the bounds check lets in the entry after the last",
     "With 7 entries the last one has number 6. What does your check say to thread 7?", "nnz",
     predict_one_thread_too_many, explains_one_thread_too_many},
    {"no-bounds-check",
     "threads without an entry of their own go on all the same: there is no bounds check",
     "There are as many threads as blocks times threads a block, and that is more than there are "
     "entries. What should the others do?",
     "threadIdx", predict_no_bounds_check, explains_no_bounds_check},
};

/* On the lens alone; a GPU may go well by luck. */
#define NOT_FREED                                                                                  \
  {                                                                                                \
    "not-freed", "device memory is taken and never given back",                                    \
        "A program converts a thousand matrices with your function. How much of the GPU's memory " \
        "is left for the last of them?",                                                           \
        NULL, NULL, sl_explains_not_freed                                                          \
  }

static const sl_mistake scan_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    SL_MISTAKE_INPUTS_UNREAD("last: <<<"),
    {"in-place",
     "a thread reads its neighbour's sum and writes its own in one statement: the neighbour may "
     "have changed his before it is read",
     "partial[t] += partial[t - step] is two steps: read, then write. All threads have to be done "
     "with the first before any begins the second. Where could they wait for each other?",
     NULL, NULL, sl_explains_race_in_statement},
    {"barrier-missing",
     "one thread of a block writes an element that another one reads, and there is no barrier "
     "between the two",
     "Other warps may be a whole turn ahead of yours, or behind. Who may have changed your "
     "neighbour's sum before you read it? Who may still want to read the one that you change?",
     NULL, NULL, sl_explains_missing_barrier},
    {"left-before-barrier",
     "threads return before a barrier, and the others of their block go on without their work",
     "A barrier wants all threads of the block, those too that have no number of their own. What "
     "could such a thread bring along that changes no sum?",
     "return", NULL, sl_explains_left_before_barrier},
    {"surplus-not-filled",
     "memory of your own is read that nobody has written: what a thread without a number leaves "
     "out, others still read",
     "The last block has more threads than numbers. Which element of shared memory belongs to such "
     "a thread, and what should stand there so that no sum changes?",
     NULL, NULL, sl_explains_uninitialised},
    {"inclusive", "the sum is inclusive: each element has its own number in it",
     "Column j begins behind all entries of the columns in front of it. Do its own entries belong "
     "to "
     "them?",
     "d_out", predict_inclusive, explains_inclusive},
    {"own-block-added", "each block has its own sum added, besides those of the blocks in front",
     "Nothing stands in front of block 0. What must be added to it? And to block 1?", "<<<", NULL,
     explains_own_block_added},
    {"total-missing", "d_out has one element more than d_in, and that one was not written",
     "A scan of n numbers leaves n + 1: the last one says where the last column ends. Which thread "
     "writes it?",
     "d_out", predict_total_missing, NULL},
    {"total-without-last", "the last sum lacks the last number",
     "The exclusive sum in front of the last number does not have that number in it. What is the "
     "sum "
     "of all?",
     "d_out", predict_total_without_last, NULL},
    {"block-sum-short", "the sum of each block lacks its last number",
     "The exclusive sum at the last number of a block does not have that number in it. What is the "
     "sum of the whole block?",
     "<<<", NULL, explains_block_sum_short},
    {"total-without-block",
     "there are blocks for n numbers, but n + 1 sums are wanted: where n fills its blocks, nobody "
     "writes the last",
     "Work it out for 256 numbers and 256 threads a block, and for no number at all. How many sums "
     "are wanted, and how many blocks are there?",
     "<<<", NULL, explains_total_without_block},
    {"one-block", "only as many numbers are summed as one block holds, however many there are",
     "A block has at most 1024 threads. What else can grow with the number of elements?", "<<<",
     NULL, explains_one_block},
    {"tail-missed", "the numbers behind the last whole block are left out",
     "Work it out for 257 numbers and 256 threads a block. What does the division of whole numbers "
     "do with the remainder?",
     "<<<", NULL, explains_tail_missed},
    {"blocks-not-joined", "each block is right by itself, but begins at 0 again",
     "The first element of the second block has a whole block in front of it. Who tells it the sum "
     "of that?",
     "<<<", NULL, explains_blocks_not_joined},
    {"too-many-blocks",
     "the sums of the blocks are scanned by a single block, and there are more of them than it "
     "holds",
     "With 256 threads a block, one block holds the sums of 256 blocks. How many elements are "
     "that, "
     "and what can scan more?",
     "<<<", NULL, explains_too_many_blocks},
    {"one-thread",
     "of each warp one thread works at most, and the others look on: the numbers are added up one "
     "after another",
     "Look at threads in ./lab lens 05 --task scan: how many of a warp's 32 threads take part? "
     "What "
     "could the others add up meanwhile, without waiting for anybody?",
     "<<<", NULL, explains_serial},
    NOT_FREED,
};

static const sl_mistake scatter_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    SL_MISTAKE_INPUTS_UNREAD("last: <<<"),
    {"col-ptr-advanced",
     "the column pointers have been used up: each now points to the end of its column, where the "
     "next one begins",
     "Handing out slots moves a counter. When all is done, where does the counter of column j "
     "stand, "
     "and where must d_col_ptr[j] stand?",
     "d_col_ptr", predict_col_ptr_at_ends, NULL},
    {"row-is-entry", "row_idx holds the number of the entry in CSR, not its row",
     "Entries are numbered through all rows. How do you find the row to which entry k belongs?",
     "d_row_idx", predict_row_is_entry, NULL},
    {"values-in-csr-order", "the rows are in their columns, the values stand in the order of CSR",
     "A row and its value belong to the same entry. Do they get the same slot?", "d_csc_values",
     NULL, explains_values_left_behind},
    {"last-row-missed", "the entries of the last row are missing",
     "Rows are numbered from 0: what is the number of the last one, and does your bound let it in?",
     "num_rows", predict_last_row_missed, NULL},
    {"slot-too-far", "every column begins one slot too far to the right",
     "Which number does atomicAdd return: the one that stood there before, or the one that stands "
     "there now? And which of the two is the free slot?",
     "d_col_ptr", NULL, explains_one_slot_too_far},
    {"begins-at-zero", "all columns are filled from slot 0 on, one over the other",
     "You know how many entries of its column have come before this one. Where does the column "
     "begin?",
     "d_col_ptr", NULL, explains_begins_at_zero},
    {"no-atomics", "entries are lost: threads that meet in one column take the same slot",
     "Two threads look at the next free slot of a column at the same time. Which one does each of "
     "them see, and what happens to it before the other looks?",
     "<<<", NULL, explains_lost_entries},
    {"next-not-filled", "slots are handed out from counters that nobody has filled, or not all",
     "cudaMalloc gives memory and no contents. What should next[j] be before the first entry "
     "comes? How many bytes is that for all columns?",
     NULL, NULL, sl_explains_uninitialised},
    NOT_FREED,
};

static const sl_mistake sorted_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    SL_MISTAKE_INPUTS_UNREAD("last: <<<"),
    {"rows-counted", "the pointers count the entries of rows, not those of columns",
     "CSC is CSR of the transpose: what was a row becomes a column. Whose entries have to be "
     "counted?",
     "d_col_ptr", predict_rows_counted, NULL},
    {"col-ptr-at-ends", "each column pointer stands at the end of its column, not at the beginning",
     "Column 0 begins at 0, whatever the matrix. Which sum gives that: with the column's own "
     "entries "
     "or without? And does anything move the pointers afterwards?",
     "d_col_ptr", predict_col_ptr_at_ends, NULL},
    {"row-is-entry", "row_idx holds the number of the entry in CSR, not its row",
     "Entries are numbered through all rows. How do you find the row to which entry k belongs?",
     "d_row_idx", predict_row_is_entry, NULL},
    {"values-in-csr-order", "the rows are in their columns, the values stand in the order of CSR",
     "A row and its value belong to the same entry. Do they get the same slot?", "d_csc_values",
     predict_values_left_behind, NULL},
    {"rows-falling", "within each column the rows fall from the last to the first",
     "Slots can be handed out from the beginning of a column, or from its end. Which entry should "
     "get the first?",
     "d_row_idx", predict_falling, NULL},
    {"duplicates-share-a-slot",
     "two entries of the same row and the same column get the same slot, and one of them is lost",
     "A row may have several entries in one column, and each has to arrive. If a slot is found by "
     "counting the rows in front, what do these two find?",
     "d_row_idx", predict_duplicates_share, NULL},
    {"duplicates-reordered",
     "the rows are in order, but entries of the same row and the same column have changed places",
     "The row does not tell these two apart. What does, and does your sort look at it?",
     "d_row_idx", NULL, explains_duplicates_reordered},
    {"values-not-sorted-along", "the rows have been sorted, and their values have stayed behind",
     "What else has to move when two row indices change places?", "d_csc_values", NULL,
     explains_values_not_sorted_along},
    {"unsorted",
     "every entry is in its column, but the rows within a column are in no order: they stand as "
     "the "
     "threads happened to come",
     "An atomic says how many threads came before this one. It does not say which. What else could "
     "a "
     "slot depend on?",
     "d_row_idx", NULL, explains_unsorted},
    {"bits-missed",
     "the entries are in the order of the low bits of their columns: the highest ones were not "
     "looked at",
     "There are columns 0 to num_cols - 1. How many bits has the largest of these numbers, and at "
     "which bit does your loop end?",
     "bit", NULL, explains_bits_missed},
    {"turns-not-stable",
     "the last turn has divided the entries by its bit, but what the turns before it had sorted "
     "is lost: entries that are alike in a bit overtake each other",
     "Two entries have a 1 in this bit, and earlier turns have put one in front of the other. "
     "Which is in front after this turn, and what does your place for it depend on?",
     "<<<", NULL, explains_turns_not_stable},
    {"counts-not-cleared", "the entries of the columns are added to memory that nobody has cleared",
     "An atomic adds to what is there. What is there when cudaMalloc has returned?", NULL, NULL,
     explains_counts_not_cleared},
    NOT_FREED,
};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_task tasks[] = {
    {.name = "count",
     .title = "entries of each column",
     .function = "count_columns",
     .points = 2,
     .measured = true,
     .pose = pose_count,
     .launch_reads = "col_idx",
     .hints = {"A thread takes one entry. It has nothing to do with rows.",
               "Several threads may have entries of the same column: reading, adding and writing "
               "must not be torn apart.",
               "atomicAdd on the count of the entry's column; a thread whose entry does not exist "
               "returns."},
     .mistakes = count_mistakes,
     .num_mistakes = SL_COUNT(count_mistakes)},
    {.name = "scan",
     .title = "parallel exclusive scan",
     .function = "launch_exclusive_scan",
     .points = 4,
     .measured = true,
     .pose = pose_scan,
     .launch_reads = "in",
     .inspect = inspect_scan,
     .hints = {"A block can scan as many numbers as it has threads, in shared memory. It takes as "
               "many turns as it takes doublings to get there.",
               "What a block lacks is the sum of all blocks in front of it. That is a scan too, of "
               "the blocks' sums.",
               "Kernel one scans each block and writes its sum; then scan the sums, by calling "
               "yourself; kernel two adds to each block what it lacks. If element n counts as 0, "
               "the total comes by itself."},
     .mistakes = scan_mistakes,
     .num_mistakes = SL_COUNT(scan_mistakes)},
    {.name = "scatter",
     .title = "entries to their columns",
     .function = "launch_scatter",
     .points = 4,
     .measured = true,
     .pose = pose_scatter,
     .launch_reads = "col_idx values",
     .arrange = arrange,
     .hints = {"Every column has a next free slot. Whoever comes takes it, and moves it on by one.",
               "Taking and moving on must be one step, and the pointers that you are given must be "
               "the same afterwards.",
               "Copy d_col_ptr into memory of your own; atomicAdd on the copy returns the slot; "
               "write row and value there."},
     .goals = {{"hpcg:10", SL_GOAL_SECTORS, 65000}},
     .mistakes = scatter_mistakes,
     .num_mistakes = SL_COUNT(scatter_mistakes)},
    {.name = "sorted",
     .title = "whole transpose, sorted",
     .function = "launch_transpose",
     .points = 4,
     .measured = true,
     .pose = pose_sorted,
     .launch_reads = "col_idx values",
     .shuffled = true,
     .hints = {"The slot of an entry has to follow from the matrix alone, and not from who comes "
               "first.",
               "Either scatter and then put each column in order, or sort all entries by column "
               "with a sort that keeps the order of equals.",
               "Scatter the entries' numbers in CSR instead of rows and values, sort each column's "
               "by number, then fetch row and value of each. Or a radix sort: for each bit of the "
               "column, entries with a 0 in front, those with a 1 behind, by means of your scan."},
     .goals = {{"hpcg:10", SL_GOAL_SECTORS, 260000}, {"dense:4000x8", SL_GOAL_SECTORS, 229526}},
     .mistakes = sorted_mistakes,
     .num_mistakes = SL_COUNT(sorted_mistakes)},
};

const sl_lab sl_lab_05_transpose = {.id = "05-transpose",
                                    .title = "From CSR to CSC: count, scan, scatter",
                                    .tasks = tasks,
                                    .num_tasks = SL_COUNT(tasks),
                                    .questions = questions,
                                    .num_questions = SL_COUNT(questions)};
