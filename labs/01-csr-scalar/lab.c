/* lab.c: what lab 01 asks and how it is judged. The judge's side: never linked into a worker. */
#include "judge/account.h"
#include "judge/findings.h"
#include "judge/quiz.h"
#include "judge/spmv.h"
#include "lens/lens.h"
#include "visits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what the tasks ask ---------------------------------------------------------------------- */

static sl_status pose_spmv(const sl_case *given, enum sl_wire_place place, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  size_t rows = (size_t)a->num_rows, nnz = (size_t)a->nnz;
  SL_TRY(sl_problem_int(out, "num_rows", a->num_rows));
  SL_TRY(sl_problem_ints(out, "row_ptr", place, SL_IN, a->row_ptr, rows + 1));
  SL_TRY(sl_problem_ints(out, "col_idx", place, SL_IN, a->col_idx, nnz));
  SL_TRY(sl_problem_reals(out, "values", place, SL_IN, a->values, nnz));
  double traffic_bytes = sl_csr_spmv_bytes(a, sl_precision_bytes(given->precision));
  return sl_pose_vectors(given, place, traffic_bytes, out);
}

static sl_status pose_cpu(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_HOST, out);
}

static sl_status pose_kernel(const sl_case *given, sl_problem *out) {
  return pose_spmv(given, SL_DEVICE, out);
}

/* What count_visits left at a row. */
static void say_visits(const sl_problem *problem, size_t row, double count, char *out,
                       size_t size) {
  (void)problem;
  if (count <= OUT_OF_ORDER / 2) {
    (void)snprintf(out, size, "row %zu was reached, but by a kernel with its arguments mixed up",
                   row);
  } else if (count < 0) {
    (void)snprintf(out, size, "row %zu was reached in a block of fewer than 32 threads, a warp",
                   row);
  } else if (count == 0) {
    (void)snprintf(out, size, "row %zu was reached by no thread", row);
  } else if (count != floor(count)) {
    (void)snprintf(out, size,
                   "row %zu was reached several times, and in blocks of fewer than 32 "
                   "threads, a warp",
                   row);
  } else {
    (void)snprintf(out, size, "row %zu was reached %.0f times, and not once", row, count);
  }
}

/* Only the number of rows matters; each array holds one number, known to count_visits. The inputs
 * have one more, as row_ptr has: whoever launches for too many rows learns that y ends. */
static sl_status pose_launch(const sl_case *given, sl_problem *out) {
  size_t rows = (size_t)given->matrix.num_rows, count = rows + 1;
  int *ones, *twos;
  double *threes, *fours, *zeros, *expected;
  SL_TRY(sl_problem_own(out, count, sizeof *ones, &ones));
  SL_TRY(sl_problem_own(out, count, sizeof *twos, &twos));
  SL_TRY(sl_problem_own(out, count, sizeof *threes, &threes));
  SL_TRY(sl_problem_own(out, count, sizeof *fours, &fours));
  SL_TRY(sl_problem_own(out, rows, sizeof *zeros, &zeros));
  for (size_t i = 0; i < count; i++) {
    ones[i] = 1;
    twos[i] = 2;
    threes[i] = 3;
    fours[i] = 4;
  }
  SL_TRY(sl_problem_int(out, "num_rows", given->matrix.num_rows));
  SL_TRY(sl_problem_ints(out, "row_ptr", SL_DEVICE, SL_IN, ones, count));
  SL_TRY(sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, twos, count));
  SL_TRY(sl_problem_reals(out, "values", SL_DEVICE, SL_IN, threes, count));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, fours, count));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_INOUT, zeros, rows));
  out->say_answer = say_visits;
  out->elements = "rows";
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < rows; i++) expected[i] = 1;
  return SL_OK;
}

/* ---- mistakes in y ← y + A x ----------------------------------------------------------------- */

static double all_but_last(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1] - 1; k++) sum += sl_row_product(given, k);
  return sum;
}

static double all_but_first(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row] + 1; k < a->row_ptr[row + 1]; k++) sum += sl_row_product(given, k);
  return sum;
}

static double one_too_many(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = sl_row_right(given, row);
  int next = a->row_ptr[row + 1];
  return next < a->nnz ? sum + sl_row_product(given, next)
                       : (double)NAN; /* whatever lies behind values */
}

static double nothing(const sl_case *given, int row) {
  (void)given;
  (void)row;
  return 0;
}

static double x_by_entry(const sl_case *given, int row) {
  const sl_csr *a = &given->matrix;
  double sum = 0;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
    if (k >= a->num_cols) return (double)NAN; /* whatever lies behind x */
    sum += a->values[k] * given->x[k];
  }
  return sum;
}

#define PREDICTS(rule)                                                                             \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    sl_predict_by_row(evidence, rule, answers);                                                    \
  }
PREDICTS(all_but_last)
PREDICTS(all_but_first)
PREDICTS(one_too_many)
PREDICTS(nothing)
PREDICTS(x_by_entry)

enum { THREADS_PER_BLOCK = 256 }; /* that of drive.cu */

/* Only the first block's rows are computed, by every block at once: their value is anyone's guess.
 */
static void predict_block_forgotten(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows;
  for (int row = 0; row < rows && row < THREADS_PER_BLOCK; row++) y[row] = (double)NAN;
}

/* Each block begins as many rows behind the one before as there are blocks. Of the rows that no
 * block reaches y is as it was, and of those that several do it is anyone's guess. */
static void predict_grid_for_block(const sl_evidence *evidence, double *const *answers) {
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  double *y = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows, blocks = rows / THREADS_PER_BLOCK + 1;
  for (int row = 0; row < rows; row++) {
    int last = row / blocks < blocks ? row / blocks : blocks - 1, first = last;
    while (first > 0 && row - (first - 1) * blocks < THREADS_PER_BLOCK) first--;
    if (row - last * blocks < THREADS_PER_BLOCK)
      y[row] = first == last ? expected[row] : (double)NAN;
  }
}

/* ---- what is no answer ----------------------------------------------------------------------- */

/* Blocks race for rows that they should not share. The numbers decide which those are. */
static sl_judgement explains_blocks_at_one_row(const sl_evidence *evidence) {
  return sl_found(evidence, LENS_RACE, "y") ? SL_FITS : SL_NEUTRAL;
}

static bool is_read_past_x(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && strcmp(f->array, "x") == 0;
}

/* The first entry without an element of x is number num_cols; it is the first that is read so, in its
 * row. Where that row could also come there by its number or by a column that is one too large, this
 * case says nothing. */
static sl_judgement explains_read_past_x(const sl_evidence *evidence, const sl_finding *f) {
  const sl_csr *a = &evidence->given->matrix;
  long long row = sl_finding_thread(f, THREADS_PER_BLOCK);
  if (row >= a->num_rows || f->index != a->num_cols) return SL_CONTRADICTS;
  if (f->index < a->row_ptr[row] || f->index >= a->row_ptr[row + 1]) return SL_CONTRADICTS;
  if (row == a->num_cols || row == a->num_cols - 1) return SL_NEUTRAL;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
    if (a->col_idx[k] == a->num_cols - 1) return SL_NEUTRAL;
  }
  return SL_EXPLAINS;
}

/* On the CPU that entry ends the program. Who reads the next column ends there as well, but also
 * where there are no more entries than columns. */
static sl_judgement explains_x_by_entry(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  const sl_finding *first = sl_first_finding(evidence, is_read_past_x);
  if (evidence->fault_array && strcmp(evidence->fault_array, "x") == 0) {
    bool there = a->nnz > a->num_cols && evidence->fault_index == a->num_cols;
    return there ? SL_EXPLAINS : SL_CONTRADICTS;
  }
  return first ? explains_read_past_x(evidence, first) : SL_NEUTRAL;
}

static bool names_entries(const char *array) {
  return strcmp(array, "values") == 0 || strcmp(array, "col_idx") == 0;
}

static bool is_read_past_entries(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && names_entries(f->array);
}

/* Past the last row's last entry comes the end of the arrays: just one step too far. */
static sl_judgement explains_one_too_many(const sl_evidence *evidence) {
  const char *array = evidence->fault_array ? evidence->fault_array : "";
  const sl_finding *first = sl_first_finding(evidence, is_read_past_entries);
  bool past_end = evidence->fault_index == evidence->given->matrix.nnz;
  if (past_end && names_entries(array)) return SL_EXPLAINS;
  if (!first) return SL_NEUTRAL;
  return first->index == first->length ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Threads beyond the last row read row_ptr or write y outside. */
static bool beyond_rows(const sl_evidence *evidence) {
  return sl_found(evidence, LENS_OUT_OF_BOUNDS_READ, "row_ptr") ||
         sl_found(evidence, LENS_OUT_OF_BOUNDS_READ, "y") ||
         sl_found(evidence, LENS_OUT_OF_BOUNDS_WRITE, "y") || evidence->past_end > 0;
}

static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return beyond_rows(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_of_next_element(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->index <= f->length && f->count <= 2;
}

/* One thread too many, whatever the number of rows: the next element and no other. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  bool next = evidence->past_end <= 2 && sl_no_finding_but(evidence, is_of_next_element);
  return next && beyond_rows(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- mistakes in the launch ------------------------------------------------------------------ */

/* The rows up to the last one reached, or −1 when a row in between was missed or counted twice. */
static int rows_reached(const sl_evidence *evidence) {
  const double *visits = sl_evidence_answer(evidence, "y");
  int rows = evidence->given->matrix.num_rows, reached = 0;
  if (!visits) return -1;
  while (reached < rows && visits[reached] == 1) reached++;
  for (int row = reached; row < rows; row++) {
    if (visits[row] != 0) return -1;
  }
  return reached;
}

/* Whole blocks are launched, and the rows of the last, partly filled one are missed. */
static sl_judgement explains_rounded_down(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows, reached = rows_reached(evidence);
  if (rows == 0) return SL_NEUTRAL;
  if (reached == 0 && (evidence->cuda_error || rows < SL_MAX_BLOCK)) return SL_EXPLAINS;
  if (reached < 0)
    return evidence->cuda_error && rows < SL_MAX_BLOCK ? SL_EXPLAINS : SL_CONTRADICTS;
  return rows - reached < SL_MAX_BLOCK && rows > reached ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* One block, however many rows there are. */
static sl_judgement explains_one_block(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows, reached = rows_reached(evidence);
  if (rows == 0) return SL_NEUTRAL;
  if (reached < SL_MIN_BLOCK || reached > SL_MAX_BLOCK || reached == rows) return SL_CONTRADICTS;
  return rows >= 2 * reached + 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_empty_grid(const sl_evidence *evidence) {
  bool refused = evidence->cuda_error != 0 || evidence->num_findings > 0;
  return evidence->given->matrix.num_rows == 0 && refused ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_block_too_large(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows;
  bool refused = evidence->cuda_error != 0 || evidence->num_findings > 0;
  if (rows == 0) return SL_NEUTRAL; /* a block of no threads is refused as well */
  return rows >= SL_MAX_BLOCK / 4 && refused ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Block and grid exchanged: as many threads a block as there should be blocks, which count_visits
 * finds too small until they are as many as a warp has lanes. */
static void predict_grid_as_block(const sl_evidence *evidence, double *const *answers) {
  double *visits = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows;
  double in_small = rows <= SL_MIN_BLOCK * (SL_MIN_BLOCK - 1) ? SMALL_BLOCK : (double)NAN;
  for (int row = 0; row < rows; row++) visits[row] = rows == 1 ? 1 : in_small;
}

static void predict_arguments(const sl_evidence *evidence, double *const *answers) {
  double *visits = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows;
  for (int row = 0; row < rows; row++) visits[row] = OUT_OF_ORDER;
}

/* ---- the tables ------------------------------------------------------------------------------ */

#define MISTAKES_OF_SPMV                                                                           \
  {"overwritten",                                                                                  \
   "y is overwritten with A x: what stood in it before is lost",                                   \
   "The task is y ← y + A x. What should happen to the numbers that y holds when you arrive?",     \
   "y[",                                                                                           \
   sl_predict_overwritten,                                                                         \
   NULL},                                                                                          \
      {"last-entry-missed",                                                                        \
       "the last entry of each row is missed",                                                     \
       "Write down row_ptr of the 4×4 example and walk through one row by hand: at which entry "  \
       "does "                                                                                     \
       "your loop stop, and does the row still have one there?",                                   \
       "row_ptr[",                                                                                 \
       predict_all_but_last,                                                                       \
       NULL},                                                                                      \
      {"one-entry-too-many",                                                                       \
       "each row takes one entry too many: the first of the next row",                             \
       "row_ptr[row + 1] is where the next row begins. Does that entry still belong to this one?", \
       "row_ptr[",                                                                                 \
       predict_one_too_many,                                                                       \
       explains_one_too_many},                                                                     \
      {"first-entry-missed",                                                                       \
       "the first entry of each row is missed",                                                    \
       "Entries are numbered from 0, and row_ptr[row] is itself the number of the row's first "    \
       "one.",                                                                                     \
       "row_ptr[",                                                                                 \
       predict_all_but_first,                                                                      \
       NULL},                                                                                      \
      {"row-never-entered",                                                                        \
       "the loop over a row's entries never runs: it ends where it begins, as if its end were "    \
       "row_ptr[row] too",                                                                         \
       "Where does a row end? The same array knows it: it is where something else begins.",        \
       "row_ptr[",                                                                                 \
       predict_nothing,                                                                            \
       NULL},                                                                                      \
      {"sum-overwritten",                                                                          \
       "only the last product of each row is kept: the sum is overwritten, not added to",          \
       "How many products does a row with three entries have, and what happens to the first two?", \
       "x[",                                                                                       \
       sl_predict_last_product,                                                                    \
       NULL},                                                                                      \
      {"x-by-entry",                                                                               \
       "x is read at the number of the entry, not at the entry's column",                          \
       "An entry multiplies the element of x that belongs to its column. Which array knows the "   \
       "column of an entry?",                                                                      \
       "x[",                                                                                       \
       predict_x_by_entry,                                                                         \
       explains_x_by_entry},                                                                       \
      {"x-by-row",                                                                                 \
       "x is read at the number of the row, not at the entry's column",                            \
       "All entries of a row meet different elements of x. Which array knows the column of an "    \
       "entry?",                                                                                   \
       "x[",                                                                                       \
       sl_predict_x_by_row,                                                                        \
       NULL},                                                                                      \
      {"without-x",                                                                                \
       "the values of each row are added up, but not multiplied by x",                             \
       "A row of A x is a sum of products. What is the second factor?",                            \
       "values[",                                                                                  \
       sl_predict_without_x,                                                                       \
       NULL},                                                                                      \
  {                                                                                                \
    "last-row-missed", "the last row is missed",                                                   \
        "Rows are numbered from 0: what is the number of the last one, and does your bound let "   \
        "it in?",                                                                                  \
        "num_rows", sl_predict_last_row_missed, NULL                                               \
  }

static const sl_mistake cpu_mistakes[] = {MISTAKES_OF_SPMV};

static const sl_mistake kernel_mistakes[] = {
    MISTAKES_OF_SPMV,
    {"block-forgotten", "only the rows of the first block are computed, by every block again",
     "Two threads in different blocks have the same threadIdx.x. What sets them apart?",
     "threadIdx", predict_block_forgotten, explains_blocks_at_one_row},
    {"grid-for-block",
     "the block's number is multiplied by the number of blocks: blocks overlap, and the last rows "
     "are not reached",
     "The rows of block 1 come behind those of block 0. How many rows has block 0, and does it "
     "have more of them when there are more blocks?",
     "gridDim", predict_grid_for_block, explains_blocks_at_one_row},
    {"bound-too-far",
     "one thread too many goes on: the bounds check lets in the row after the last",
     "With 4 rows the last one has number 3. What does your check say to the thread of row 4?",
     "num_rows", NULL, explains_bound_too_far},
    {"no-bounds-check",
     "threads without a row of their own go on all the same: there is no bounds check",
     "There are as many threads as blocks times threads a block, and that is more than there are "
     "rows. What should the others do?",
     "threadIdx", NULL, explains_no_bounds_check},
};

static const sl_mistake launch_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    {"arguments-mixed-up", "the kernel's arguments arrive in another order than it declares them",
     "Compare your launch with the parameters of the kernel in csr-scalar.h, one by one.", "<<<",
     predict_arguments, NULL},
    {"grid-as-block",
     "grid and block are exchanged: the number of blocks stands where the threads go",
     "Work it out for 4 rows: how many threads has a block in your launch, and how many blocks are "
     "there? Which comes first between <<< and >>>?",
     "<<<", predict_grid_as_block, NULL},
    {"empty-grid", "with no rows at all a grid of no blocks is launched, which CUDA refuses",
     "What does your formula give for num_rows = 0, and is there anything to launch then?", "<<<",
     NULL, explains_empty_grid},
    {"one-block", "one block is launched, however many rows there are",
     "A block has at most 1024 threads. What else can grow with the number of rows?", "<<<", NULL,
     explains_one_block},
    {"grid-too-short",
     "the grid is one block short: the rows of the last, partly filled block are missed",
     "Work it out for 257 rows and 256 threads a block. What does the division of whole numbers do "
     "with the remainder?",
     "<<<", NULL, explains_rounded_down},
    {"block-too-large", "with many rows CUDA refuses the launch: too many threads in a block",
     "A block has at most 1024 threads. Which of the two numbers between <<< and >>> is the block?",
     "<<<", NULL, explains_block_too_large},
};

static const sl_task tasks[] = {
    {.name = "cpu",
     .title = "sequential CSR on the CPU",
     .function = "spmv_csr_cpu",
     .points = 2,
     .pose = pose_cpu,
     .hints = {"Two loops: one over the rows, one over the entries of a row.",
               "row_ptr tells where the entries of a row begin; where do they end?",
               "For entry k the product is values[k] times the element of x at col_idx[k]; add the "
               "products up in a variable of its own and add that to y[row] once."},
     .mistakes = cpu_mistakes,
     .num_mistakes = SL_COUNT(cpu_mistakes)},
    {.name = "kernel",
     .title = "one thread a row",
     .column = "CSR scalar",
     .function = "spmv_csr_scalar",
     .points = 5,
     .measured = true,
     .pose = pose_kernel,
     .launch_reads = "values",
     .hints = {"The kernel is one turn of the outer loop: it does not loop over rows.",
               "A thread finds its row from its block, the size of a block, and its place in it.",
               "blockIdx.x * blockDim.x + threadIdx.x; a thread whose row does not exist returns."},
     .goals = {{"hpcg:10", SL_GOAL_SECTORS, 20000}},
     .mistakes = kernel_mistakes,
     .num_mistakes = SL_COUNT(kernel_mistakes)},
    {.name = "launch",
     .title = "launch for any row count",
     .function = "launch_spmv_csr",
     .points = 3,
     .pose = pose_launch,
     .launch_reads = "",
     .hints = {"Choose the threads a block first; the number of blocks follows from the rows.",
               "Division of whole numbers rounds down. You need it rounded up, also for 0 rows.",
               "One more block when the remainder is not 0; no launch at all without blocks."},
     .mistakes = launch_mistakes,
     .num_mistakes = SL_COUNT(launch_mistakes)},
};

/* ---- questions ------------------------------------------------------------------------------- */

static double csr_bytes(const sl_quiz_view *view) {
  double entry_bytes = (double)(sl_precision_bytes(view->precision) + sizeof(int));
  return view->matrix->nnz * entry_bytes + sizeof(int) * (view->matrix->num_rows + 1.0);
}

static double sectors_of_values(const sl_quiz_view *view) {
  return sl_quiz_sectors_per_request(view, "values");
}

static double sectors_of_y(const sl_quiz_view *view) {
  return sl_quiz_sectors_per_request(view, "y");
}

static double active_threads(const sl_quiz_view *view) {
  return sl_quiz_threads_per_request(view, NULL);
}

static double idle_threads(const sl_quiz_view *view) {
  return 32 - active_threads(view);
}

static const sl_question questions[] = {
    {.name = "bytes",
     .ask = "How many bytes do the three arrays of CSR take for this matrix?",
     .unit = "bytes",
     .matrices = {"example-4x4"},
     .answer = csr_bytes,
     .why = "A value and a column index for each of the 7 entries, and one row pointer more than "
            "there are rows."},
    {.name = "y-together",
     .ask =
         "32 neighbouring threads read or write their elements of y at once. How many sectors of "
         "32 bytes does one such request touch?",
     .unit = "sectors a request",
     .matrices = {"diagonal:1024"},
     .task = "kernel",
     .answer = sectors_of_y,
     .why = "32 elements side by side: their bytes fill whole sectors, and nothing is moved that "
            "nobody asked for."},
    {.name = "values-apart",
     .ask = "In this matrix every row has 27 entries. How many sectors does one request for values "
            "touch?",
     .unit = "sectors a request",
     .matrices = {"dense:1024x27"},
     .task = "kernel",
     .answer = sectors_of_values,
     .tolerance = 0.01,
     .why = "Neighbouring threads stand in neighbouring rows, and these begin 27 entries apart: "
            "every thread asks for a sector of its own. Where rows are shorter, as at the border "
            "of the mesh hpcg:10, some threads take no part, and it is 27.6 on average."},
    {.name = "values-on-a-diagonal",
     .ask = "And here, where each row has one entry?",
     .unit = "sectors a request",
     .matrices = {"diagonal:1024"},
     .task = "kernel",
     .answer = sectors_of_values,
     .why = "Rows of one entry begin one entry apart: the same kernel is coalesced. The format is "
            "not at fault, the distance between the rows is."},
    {.name = "threads-at-work",
     .ask = "How many of a warp's 32 threads take part in an average request of the whole kernel?",
     .unit = "threads",
     .matrices = {"web:2000"},
     .task = "kernel",
     .answer = active_threads,
     .tolerance = 0.15,
     .why = "A warp goes on until its longest row is done. Few rows of this matrix are long, and "
            "the other threads wait for them."},
    {.name = "idlest",
     .ask = "On which of these do most threads of a warp idle?",
     .unit = "idle threads a request",
     .matrices = {"hpcg:10", "road:55", "web:2000", "diagonal:1024"},
     .task = "kernel",
     .answer = idle_threads,
     .why =
         "It is not long rows that make threads idle, but rows of different length side by side."},
};

const sl_lab sl_lab_01_csr_scalar = {.id = "01-csr-scalar",
                                     .title = "Sparse matrix times vector, one thread a row",
                                     .tasks = tasks,
                                     .num_tasks = SL_COUNT(tasks),
                                     .questions = questions,
                                     .num_questions = SL_COUNT(questions)};
