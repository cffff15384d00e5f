/* everywhere.c: the mistakes that every lab has, recognised by what the lens has found. */
#include "judge/everywhere.h"

#include "judge/findings.h"

/* A race within one line may need another cure than a barrier. */
static bool is_of_one_line(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE && (!f->other.line || f->other.line == f->line);
}

static sl_judgement explains_barrier_missing(const sl_evidence *evidence) {
  if (sl_first_finding(evidence, is_of_one_line)) return SL_CONTRADICTS;
  return sl_explains_missing_barrier(evidence);
}

/* What was not written by threads that are not there, others read. */
static bool is_of_barrier(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_DIVERGENT_BARRIER || f->kind == LENS_UNINITIALISED_READ;
}

static sl_judgement explains_barrier_not_by_all(const sl_evidence *evidence) {
  bool divergent = sl_found(evidence, LENS_DIVERGENT_BARRIER, NULL);
  return sl_explains_if(divergent && sl_no_finding_but(evidence, is_of_barrier));
}

static sl_judgement explains_lane_absent(const sl_evidence *evidence) {
  return sl_explains_if(sl_found(evidence, LENS_BAD_SHUFFLE, NULL) &&
                        sl_found_only(evidence, LENS_BAD_SHUFFLE, NULL));
}

static bool is_mask_of_absent(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && f->reason == LENS_LANES_NEVER_COME;
}

static sl_judgement explains_mask_of_absent(const sl_evidence *evidence) {
  return sl_explains_if(sl_all_findings(evidence, is_mask_of_absent));
}

static bool is_empty_block(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_LAUNCH && f->reason == LENS_EMPTY_BLOCK;
}

static sl_judgement explains_empty_block(const sl_evidence *evidence) {
  return sl_explains_if(sl_all_findings(evidence, is_empty_block));
}

/* A rule without a name: it belongs to this mistake alone. */
#define BY(function)                                                                               \
  .rule = &(const sl_rule) {                                                                       \
    "", function                                                                                   \
  }

const sl_mistake sl_everywhere[SL_NUM_EVERYWHERE] = {
    {.name = "barrier-missing",
     BY(explains_barrier_missing),
     .what =
         "one thread of a block writes an element of shared memory that another reads or writes, "
         "without a barrier in between",
     .hint =
         "Other warps may be far ahead of yours, or behind. Who fills what you read, and when is "
         "that done? Who may overwrite it, and are you done by then?"},
    {.name = "barrier-not-by-all",
     BY(explains_barrier_not_by_all),
     .what = "not all threads of the block come to this barrier: some have left the kernel, or are "
             "in another branch",
     .hint = "A barrier waits for all threads of the block. Which condition decides who comes to "
             "it? How can the others come, too, without doing harm?"},
    {.name = "lane-absent",
     BY(explains_lane_absent),
     .what = "a lane is given the value of one that takes no part in this shuffle",
     .hint = "The lanes of the mask take part, if they have not left the kernel and are in this "
             "branch. Which lane is asked here, and is it one of them?"},
    {.name = "mask-of-absent",
     BY(explains_mask_of_absent),
     .what = "a mask names lanes that do not come to this exchange: they have left the kernel, or "
             "are in another branch",
     .hint = "Follow the last warp: which of its lanes have returned, or skipped a turn of a loop, "
             "when the others exchange values?"},
    {.name = "block-without-threads",
     BY(explains_empty_block),
     .what = "the launch has blocks without threads",
     .hint = "What stands between <<< and >>>: which of the two is the number of blocks, and which "
             "the number of threads in each? What are they for this matrix?"},
    {.name = "own-memory-not-filled",
     BY(sl_explains_uninitialised),
     .what = "memory of your own is read before anything was written there",
     .hint =
         "What is in memory that you have just taken? Who should fill this element, and does it "
         "happen before it is read?"},
    {.name = "own-memory-too-short",
     BY(sl_explains_own_memory),
     .what =
         "the function goes past the end of memory that it took for itself: it is too short, or "
         "the index too large",
     .hint = "Which is the largest index that you use, and how many elements are there? Does the "
             "call that takes the memory count elements or bytes?"},
    {.name = "not-freed",
     BY(sl_explains_not_freed),
     .what = "memory that was taken on the device is not given back",
     .hint = "Each cudaMalloc needs its cudaFree, on every way out of the function."},
};
