/* mistakes.h: what students get wrong in the task warp of lab 06, in words. The
 * models are in models.h, seen.h, masks.h and taken.h. Included by lab.c alone. */
#ifndef LAB_06_MISTAKES_H
#define LAB_06_MISTAKES_H

#include "judge/account.h"
#include "taken.h"
#include "widths.h"

/* In what a vector does for its row, whoever gave it that row. */
#define MISTAKES_OF_VECTOR(kernel)                                                                 \
  {"beta-forgotten",                                                                               \
   "y is overwritten with α A x: what stood in it before is lost, where β is not 0",               \
   "The task is y ← α A x + β y. What should happen to the numbers that y holds when you "     \
   "arrive?",                                                                                      \
   kernel ": y[",                                                                                  \
   predict_without_beta,                                                                           \
   NULL},                                                                                          \
      {"alpha-forgotten",                                                                          \
       "A x is not multiplied by α",                                                               \
       "The task has two factors. Which of your numbers does each of them belong to?",             \
       kernel ": y[",                                                                              \
       predict_without_alpha,                                                                      \
       NULL},                                                                                      \
      {"y-unscaled",                                                                               \
       "y is added as it is: it is not multiplied by β",                                           \
       "With β = 1 this would be lab 01. What does another β do to the old y?",                    \
       kernel ": y[",                                                                              \
       predict_y_unscaled,                                                                         \
       NULL},                                                                                      \
      {"alpha-on-all",                                                                             \
       "α multiplies the old y, too",                                                              \
       "Write the line with brackets around everything that α multiplies. Should y be among it?",  \
       kernel ": alpha",                                                                           \
       predict_alpha_on_all,                                                                       \
       NULL},                                                                                      \
      {"not-reduced",                                                                              \
       "only the part of lane 0 is written: the parts of the other lanes are not added to it",     \
       "Each lane has seen its own entries of the row. Who knows the sum over all of them?",       \
       kernel ": y[",                                                                              \
       predict_lane_0,                                                                             \
       NULL},                                                                                      \
      {"last-step-missed",                                                                         \
       "the reduction ends one step early: the parts of every second lane are missing",            \
       "Follow a vector of two lanes. How often does your loop turn, and how often should it?",    \
       kernel ": offset",                                                                          \
       predict_even_lanes,                                                                         \
       NULL},                                                                                      \
      {"reduced-too-often",                                                                        \
       "the reduction begins with half a warp, whatever the vector's width: a lane that asks "     \
       "beyond its vector is given its own part again",                                            \
       "A vector of 8 lanes has 8 parts of a sum. After how many halvings is one left?",           \
       kernel ": offset 16",                                                                       \
       predict_reduced_too_often,                                                                  \
       NULL},                                                                                      \
      {"one-step-too-many",                                                                        \
       "the reduction takes one step too many: each lane adds its own part to itself, and the "    \
       "sum comes out twice",                                                                      \
       "A lane that asks beyond its vector is given its own part. Over which distances is there "  \
       "another lane for lane 0 to ask, in a vector of 8 lanes?",                                  \
       kernel ": offset",                                                                          \
       predict_twice,                                                                              \
       NULL},                                                                                      \
      {"steps-of-warp",                                                                            \
       "each lane goes 32 entries ahead, whatever the vector's width: most entries are read by "   \
       "nobody",                                                                                   \
       "A vector of 8 lanes has read entries 0 to 7 of its row. Which are the next that nobody "   \
       "has read?",                                                                                \
       kernel ": row_ptr[",                                                                        \
       predict_steps_of_warp,                                                                      \
       NULL},                                                                                      \
      {"steps-of-one",                                                                             \
       "each lane goes one entry ahead, and so reads all that other lanes read, too",              \
       "The lanes share the entries of a row. Who reads the entry behind the one of your lane?",   \
       kernel ": row_ptr[",                                                                        \
       predict_steps_of_one,                                                                       \
       NULL},                                                                                      \
      {"lane-forgotten",                                                                           \
       "all lanes of a vector begin at the first entry of the row, and read the same entries",     \
       "The lanes share the entries of a row. Which is the first that lane 0 reads, and which is " \
       "the first of lane 1?",                                                                     \
       kernel ": row_ptr[",                                                                        \
       predict_lane_0_for_all,                                                                     \
       NULL},                                                                                      \
      {"sum-overwritten",                                                                          \
       "each lane keeps its last product alone: its sum is overwritten, not added to",             \
       "A row can have more entries than its vector has lanes. When a lane comes to its second "   \
       "entry, what happens to the product of its first?",                                         \
       kernel ": values[",                                                                         \
       predict_last_turn,                                                                          \
       NULL},                                                                                      \
      {"last-entry-missed",                                                                        \
       "the last entry of each row is missed",                                                     \
       "At which entry does your loop stop, and does the row still have one there?",               \
       kernel ": row_ptr[",                                                                        \
       predict_all_but_last,                                                                       \
       NULL},                                                                                      \
      {"last-row-missed",                                                                          \
       "the last row is missed",                                                                   \
       "Rows are numbered from 0: what is the number of the last one, and does your bound let "    \
       "it in?",                                                                                   \
       kernel ": num_rows",                                                                        \
       predict_last_row_missed,                                                                    \
       NULL},                                                                                      \
      {"y-read-for-zero-beta",                                                                     \
       "y is read where β is 0: it has no contents then, and 0 times garbage can be NaN",          \
       "What is 0 · NaN? And what does the task ask you to do with y when β is 0?",                \
       kernel ": beta",                                                                            \
       NULL,                                                                                       \
       explains_y_read},                                                                           \
      {"shift-too-far",                                                                            \
       "the mask of a vector of 32 lanes is empty: a shift by 32 is not defined",                  \
       "An unsigned int has 32 bits. By how many may it be shifted?",                              \
       kernel ": <<",                                                                              \
       NULL,                                                                                       \
       explains_shift_too_far},                                                                    \
      {"mask-of-first-vector",                                                                     \
       "the mask names the lanes of vector 0, but not all lanes of the other vectors",             \
       "Bit i of a mask stands for lane i of the warp. Which lanes has vector 1?",                 \
       kernel ": mask",                                                                            \
       NULL,                                                                                       \
       explains_mask_of_first_vector},                                                             \
      {"shift-of-block",                                                                           \
       "the mask is shifted by the thread's place in the block: nothing is left of it behind the " \
       "first warp",                                                                               \
       "Bit i of a mask stands for lane i of the warp. Which lane is thread 40 of a block, and "   \
       "how far does your mask move for it?",                                                      \
       kernel ": << mask",                                                                         \
       NULL,                                                                                       \
       explains_shift_of_block},                                                                   \
      {"bound-too-far",                                                                            \
       "one row too many is worked on: your check lets in the row after the last",                 \
       "With 4 rows the last one has number 3. What does your check say of row 4?",                \
       kernel ": num_rows",                                                                        \
       NULL,                                                                                       \
       explains_bound_too_far},                                                                    \
      {"no-bounds-check",                                                                          \
       "vectors without a row of their own go on all the same: there is no bounds check",          \
       "There can be more vectors than rows left. What should those do that have none?",           \
       kernel ": row_ptr[",                                                                        \
       NULL,                                                                                       \
       explains_no_bounds_check},                                                                  \
  {                                                                                                \
    "mask-of-absent",                                                                              \
        "a mask names lanes that do not come to this exchange: they are in another branch",        \
        "Vectors of a warp can have different rows, or none. Which lanes are sure to be here "     \
        "together?",                                                                               \
        kernel ": mask 0xffffffff", NULL, explains_mask_of_absent                                  \
  }

/* In how rows are handed out by the counter. */
#define MISTAKES_OF_COUNTER(kernel)                                                                \
  {"counter-not-atomic",                                                                           \
   "the counter is read or changed by a plain access: two lanes can read the same number before "  \
   "either of them has moved it on",                                                               \
   "Two lanes read the counter at the same moment, and both find a 5 there. Who works on row 5, "  \
   "and what does the counter hold afterwards?",                                                   \
   kernel ": next_row",                                                                            \
   NULL,                                                                                           \
   explains_not_atomic},                                                                           \
      {"counter-unused",                                                                           \
       "y is right, but the counter is as it was: the rows were not handed out by it, or it was set "    \
       "back",              \
       "This task is about rows that are taken, not given. Where does *d_next_row come in?",       \
       NULL,                                                                                       \
       predict_counter_unused,                                                                     \
       NULL},                                                                                      \
      {"never-leaves",                                                                             \
       "a loop never ends: what should let each lane leave it never happens",                      \
       "Follow each lane of a warp in the turn after the last row. Lane 0 has asked the counter: " \
       "what do the others know of its answer, and which line lets a lane leave the loop?",        \
       kernel ": atomicAdd",                                                                       \
       NULL,                                                                                       \
       explains_never_leaves},                                                                     \
  {                                                                                                \
    "one-turn", "each vector takes rows once, and does not come back for more",                    \
        "There are as many vectors as the GPU holds, and there can be more rows. Who works on "    \
        "the others?",                                                                             \
        kernel ": atomicAdd", NULL, explains_one_turn                                              \
  }

/* It cannot be told from others by what comes back, and comes last. */
#define ALL_LANES_WRITE(kernel)                                                                    \
  {                                                                                                \
    "all-lanes-write", "every lane of a vector writes y, and one of them knows the sum",           \
        "After the reduction, what does lane 1 hold? Which lane should write?", kernel ": y[",     \
        NULL, explains_all_lanes_write                                                             \
  }

static const sl_mistake warp_mistakes[] = {
    SL_MISTAKES_OF_HOST,
    SL_MISTAKE_INPUTS_UNREAD("last: <<<"),
    MISTAKES_OF_VECTOR("spmv_warp"),
    MISTAKES_OF_COUNTER("spmv_warp"),
    {"last-rows-missed",
     "where the last rows do not do for all vectors of a warp, none of them is worked on",
     "33 rows, 4 vectors a warp: the last turn has one row and four vectors. Which of them have "
     "nothing to do?",
     "spmv_warp: num_rows", predict_last_rows_missed, NULL},
    {"counter-by-warp",
     "the counter moves on by 32, while the warp works on as many rows as it has vectors",
     "With vectors of 8 lanes, how many rows does a warp do at once?", "spmv_warp: atomicAdd",
     predict_counter_by_warp, NULL},
    {"counter-by-width",
     "the counter moves on by the width of a vector, while the warp works on as many rows as it "
     "has vectors",
     "A warp of 32 lanes has vectors of 2 lanes: how many rows does it work on at once? And how "
     "many if they have 8?",
     "spmv_warp: atomicAdd", NULL, explains_counter_by_width},
    {"same-row", "all vectors of a warp work on the first of its rows",
     "The warp has taken several rows. Which of them is that of vector 3?",
     "spmv_warp: __shfl_sync", NULL, explains_same_row},
    {"row-by-vectors",
     "a lane's row is found with the number of vectors, 32 / V, in place of their width",
     "If V is 2, lanes 0 and 1 are a vector, lanes 2 and 3 the next. Which row does your line give "
     "to lane 2?",
     "spmv_warp: __shfl_sync", NULL, explains_row_by_vectors},
    {"counter-by-one", "the counter moves on by 1: rows are taken again by the next warp",
     "The warp works on several rows at once. Where should the next warp begin?",
     "spmv_warp: atomicAdd", NULL, explains_counter_by_one},
    {"rows-by-every-vector",
     "each vector takes rows for the whole warp, and most of these rows are never worked on",
     "In one turn a warp works on as many rows as it has vectors. How far does the counter move in "
     "a turn of yours?",
     "spmv_warp: atomicAdd", NULL, explains_rows_by_every_vector},
    {"rows-by-every-lane",
     "every lane takes rows from the counter, and most of these rows are never worked on",
     "One lane asks for the whole warp. By how much should the counter have moved for one turn?",
     "spmv_warp: atomicAdd", NULL, explains_rows_by_every_lane},
    ALL_LANES_WRITE("spmv_warp"),
};

#endif
