/* lab.c: what lab 07 asks and how it is judged. It runs in the judge, and is never linked into a
 * worker. */
#include "judge/spmv.h"
#include "system.h"

/* ---- questions ------------------------------------------------------------------------------- */

/* The percentage of an iteration's bytes that belong to vectors, if it uses CSR and calls a library
 * for each operation. */
static double percent_of_vectors(const sl_quiz_view *view) {
  enum { PASSES = 21 };
  double vectors = PASSES * (double)view->matrix->num_rows;
  vectors *= (double)sl_spmv_precision_bytes(view->precision);
  return 100 * vectors / (vectors + sl_spmv_csr_bytes(view->matrix, view->precision));
}

static const sl_answer_function quiz_numbers[] = {{"percent-of-vectors", percent_of_vectors}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_case_row cases[] = {
    {"no rows at all", "empty:0x0", NULL, true, false, NULL},
    {"one unknown", "laplace2d5:1", NULL, true, false, NULL},
    {"31 rows", "banded:31", NULL, true, false, NULL},
    {"32 rows", "banded:32", NULL, true, false, NULL},
    {"33 rows", "banded:33", NULL, true, false, NULL},
    {"255 rows", "banded:255", NULL, true, false, NULL},
    {"256 rows", "banded:256", NULL, true, false, NULL},
    {"257 rows", "banded:257", NULL, true, false, NULL},
    {"1025 rows", "banded:1025,half=2", NULL, true, false, NULL},
    {"one unknown, any number", "laplace2d5:1", NULL, false, false, NULL},
    {GIVE_UP_SOON, "laplace2d5:8", NULL, false, false, NULL},
    {"a grid", "laplace2d5:9x15", NULL, false, false, NULL},
    {"small finite elements", "fem:3,spd=1", NULL, false, false, NULL},
    {"a small circuit", "circuit:301,spd=1", NULL, false, false, NULL},
    {"a small HPCG", "hpcg:6", NULL, false, false, NULL},
    {NOTHING_LEFT, "laplace2d5:7", NULL, false, false, NULL},
    {GIVE_UP, "laplace2d5:20", NULL, false, false, NULL},
    {"2-D stencil, 5 points", "laplace2d5:48", "laplace2d5:256", false, true, "laplace2d5:36"},
    {"3-D stencil, 27 points (HPCG)", "hpcg:16", "hpcg:64", false, true, "hpcg:11"},
    {"finite elements", "fem:7,spd=1", "fem:40,spd=1", false, true, NULL},
    {"circuit, dense rows and columns", "circuit:3000,spd=1", "circuit:150000,spd=1", false, true,
     NULL},
    {"very many rows", "laplace2d5:550", "circuit:1500000,spd=1", false, true, "laplace2d5:40"},
};

static const sl_task tasks[] = {
    {.name = "dot",
     .title = "a dot product in two levels",
     .function = "launch_dot",
     .points = 3,
     .measured = true,
     .pose = sl_cg_pose_dot,
     .launch_reads = "x y",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = sl_cg_inspect_sums,
     .hints =
         {"No block can wait for another within a kernel. What can each block do alone, and what "
          "is left for a second kernel?",
          "Each thread adds up several products whose elements are one grid size apart. The block "
          "adds up the sums of its threads, and writes one number to d_partial.",
          "The second kernel is one block: its threads add up the numbers in d_partial in the "
          "same way, and thread 0 writes *d_sum. It must know how many blocks there were."}},
    {.name = "update",
     .title = "all vector updates in one pass",
     .function = "launch_update",
     .points = 4,
     .measured = true,
     .pose = sl_cg_pose_update,
     .launch_reads = "inverse p q x r",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .inspect = sl_cg_inspect_update,
     .hints =
         {"One thread does all the work for an element. If it needs a value twice, it keeps it in "
          "a variable.",
          "Compute the new r first, in a variable. z and both sums need it.",
          "Write x, r and z, add r * z and r * r to two sums of the thread, and add both up in the "
          "block as in dot. The second kernel adds up two lists of numbers."}},
    {.name = "spmv",
     .title = "SpMV in a format of your choice",
     .function = "launch_spmv",
     .points = 4,
     .measured = true,
     .pose = sl_cg_pose_spmv,
     .launch_reads = "x",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints =
         {"CSR is a format, too: copy its three arrays to the device.",
          "make_matrix returns a pointer to a struct on the host. It holds the device pointers.",
          "Unlike in the other labs, do not add to y: y[row] = sum, also for empty rows."}},
    {.name = "loop",
     .title = "iterations with their scalars on the device",
     .function = "launch_iterations",
     .points = 4,
     .measured = true,
     .takes_long = true,
     .pose = sl_cg_pose_loop,
     .check = sl_cg_check_loop,
     .builds_on = "dot update spmv",
     .launch_reads = "z",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints = {"Do the steps of an iteration in the order of the comment on top of solver.h. Three "
               "of them are functions in parts.",
               "Two kernels of one thread compute α and β from scalars. A third kernel computes "
               "the new p.",
               "Call spmv from p to q, then dot of p and q into scalars + CG_PQ. Compute α, call "
               "update, compute β, and copy NEW_RZ to RZ. Last, p ← z + β p."},
     .rules = {&sl_cg_loop_rules}},
    {.name = "solve",
     .title = "the beginning, the test of the residual, the end",
     .function = "solve_cg",
     .points = 4,
     .measured = true,
     .takes_long = true,
     .pose = sl_cg_pose_solve,
     .check = sl_cg_check_solve,
     .builds_on = "dot update spmv loop",
     .launch_reads = "b",
     .divided = SL_OVER_LANES | SL_OVER_WARPS | SL_OVER_BLOCKS,
     .hints =
         {"Which values must x, r, z and p, and the scalars RZ and RR, have before the first "
          "iteration?",
          "‖b‖ is the root of r · r at the beginning. Copy CG_RR to the host, and compare its root "
          "with tolerance · ‖b‖ before the first iteration and after every five iterations.",
          "while (done < most and the residual is too large): ask parts->iterations for 5 "
          "iterations, or for most - done if these are fewer, and add them to done."},
     .rules = {&sl_cg_solve_rules}},
};

const sl_lab sl_lab_07_solver = {.id = "07-solver",
                                 .title = "Solving A x = b by conjugate gradients",
                                 SL_TASKS(tasks),
                                 SL_CASES(cases),
                                 SL_ANSWERS(quiz_numbers)};
