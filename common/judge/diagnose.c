/* diagnose.c: names the mistake whose program leaves exactly the traces of the student's program,
 * on all failed and all passed cases. */
#include "judge/diagnose.h"

#include "judge/fingerprint.h"

enum {
  ENOUGH_PASSED = 20 /* if this many cases do not exclude a rule, larger ones will not either */
};

/* The suspects are the mistakes of the task, followed by those that every lab has. */
static size_t num_suspects(const sl_task *task) {
  return task->num_mistakes + SL_NUM_COMMON_MISTAKES;
}

static const sl_mistake *suspect(const sl_task *task, size_t m) {
  return m < task->num_mistakes ? &task->mistakes[m] : &sl_everywhere[m - task->num_mistakes];
}

static sl_judgement judge_failed(const sl_mistake *mistake, const sl_evidence *evidence,
                                 uint64_t asked) {
  sl_judgement by_rule = mistake->rule ? mistake->rule->explains(evidence) : SL_FITS;
  return by_rule == SL_FITS ? sl_fingerprint_judge(mistake->prints, asked, evidence, true)
                            : by_rule;
}

double sl_diagnose_size_to_show(int num_rows, int nnz) {
  enum { WORKED = 4 + 7, EMPTY = 32 };
  double size = (double)num_rows + nnz, least = nnz == 0 ? EMPTY : WORKED;
  return size < least ? least : size;
}

static void take_explained(sl_suspects *suspects, size_t m, const sl_csr *matrix) {
  double size = sl_diagnose_size_to_show(matrix->num_rows, matrix->nnz);
  if (suspects->explained[m]++ > 0 && size >= suspects->size[m]) return;
  suspects->shown[m] = suspects->failed;
  suspects->size[m] = size;
}

void sl_diagnose_failed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence) {
  uint64_t asked = sl_fingerprint_problem_hash(evidence->problem);
  for (size_t m = 0; m < num_suspects(task); m++) {
    bool of_lab = !sl_common_mistakes_has(suspect(task, m));
    if (suspects->ruled_out[m] && (suspects->of_lab || !of_lab)) continue; /* decided */
    sl_judgement judgement = judge_failed(suspect(task, m), evidence, asked);
    if (judgement == SL_EXPLAINS && of_lab) suspects->of_lab = true;
    if (suspects->ruled_out[m]) continue;
    if (judgement == SL_EXPLAINS) take_explained(suspects, m, &evidence->given->matrix);
    suspects->ruled_out[m] = judgement == SL_CONTRADICTS || judgement == SL_NEVER;
  }
  suspects->found = suspects->found || evidence->seen.num_findings > 0;
  suspects->failed++;
}

void sl_diagnose_passed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence) {
  uint64_t asked = 0; /* computed on demand, because hashing a large problem is the slowest part */
  bool hashed = false;
  for (size_t m = 0; m < num_suspects(task); m++) {
    const sl_mistake *mistake = suspect(task, m);
    if (suspects->ruled_out[m]) continue;
    if (mistake->rule) { /* most rules do not say on which cases such a program fails */
      bool asks = suspects->passed < ENOUGH_PASSED;
      suspects->ruled_out[m] = asks && mistake->rule->explains(evidence) == SL_NEVER;
      continue;
    }
    if (!hashed) asked = sl_fingerprint_problem_hash(evidence->problem);
    hashed = true;
    suspects->ruled_out[m] =
        sl_fingerprint_judge(mistake->prints, asked, evidence, false) == SL_CONTRADICTS;
  }
  suspects->passed++;
}

const sl_mistake *sl_diagnose_verdict(const sl_suspects *suspects, const sl_task *task) {
  for (size_t m = 0; m < num_suspects(task); m++) {
    if (suspects->ruled_out[m] || suspects->explained[m] == 0) continue;
    /* On a tiny matrix many mistakes leave the same numbers, so one of the lab's own may explain a
     * case by chance. An effect that most cases show and none contradicts is still named. */
    bool doubtful =
        suspects->of_lab && (suspects->found || 2 * suspects->explained[m] <= suspects->failed);
    if (m < task->num_mistakes || !doubtful) return suspect(task, m);
  }
  return NULL;
}

int sl_diagnose_case(const sl_suspects *suspects, const sl_task *task, const sl_mistake *named) {
  for (size_t m = 0; named && m < num_suspects(task); m++) {
    if (suspect(task, m) == named) return suspects->shown[m];
  }
  return 0;
}
