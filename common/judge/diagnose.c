/* diagnose.c: the mistake is the one whose program leaves just what the student's left, on every
 * case that failed and on every one that passed. */
#include "judge/diagnose.h"

#include "judge/fingerprint.h"

#include <limits.h>

enum { BY_RULE = INT_MAX }; /* a rule foresees no element */

/* Takes in how much the mistake leaves to chance on a case that it explains. */
static void add_open(sl_suspects *suspects, size_t m, const sl_mistake *mistake,
                     const sl_evidence *evidence, uint64_t asked) {
  bool by_rule = mistake->rule && mistake->rule->explains(evidence) != SL_FITS;
  suspects->open[m] += by_rule ? BY_RULE : sl_prints_open(mistake->prints, asked);
}

static sl_judgement judge_failed(const sl_mistake *mistake, const sl_evidence *evidence,
                                 uint64_t asked) {
  sl_judgement by_rule = mistake->rule ? mistake->rule->explains(evidence) : SL_FITS;
  return by_rule == SL_FITS ? sl_prints_judge(mistake->prints, asked, evidence, true) : by_rule;
}

void sl_suspects_failed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence) {
  uint64_t asked = sl_problem_hash(evidence->problem);
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (suspects->ruled_out[m]) continue;
    sl_judgement judgement = judge_failed(&task->mistakes[m], evidence, asked);
    if (judgement == SL_EXPLAINS && suspects->explained[m]++ == 0) {
      suspects->first[m] = suspects->failed;
    }
    if (judgement == SL_EXPLAINS && evidence->on_gpu) {
      add_open(suspects, m, &task->mistakes[m], evidence, asked);
    }
    suspects->ruled_out[m] = judgement == SL_CONTRADICTS;
  }
  suspects->failed++;
}

void sl_suspects_passed(sl_suspects *suspects, const sl_task *task, const sl_evidence *evidence) {
  uint64_t asked = sl_problem_hash(evidence->problem);
  for (size_t m = 0; m < task->num_mistakes; m++) {
    const sl_mistake *mistake = &task->mistakes[m];
    if (mistake->rule) continue; /* it does not say where a program of its kind fails */
    sl_judgement judgement = sl_prints_judge(mistake->prints, asked, evidence, false);
    suspects->ruled_out[m] = suspects->ruled_out[m] || judgement == SL_CONTRADICTS;
  }
}

const sl_mistake *sl_suspects_verdict(const sl_suspects *suspects, const sl_task *task) {
  const sl_mistake *named = NULL;
  size_t open = 0;
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (suspects->ruled_out[m] || suspects->explained[m] == 0) continue;
    bool foresees_more =
        suspects->open[m] < open && (suspects->open[m] == 0 || open < (size_t)BY_RULE);
    if (named && !foresees_more) continue;
    named = &task->mistakes[m];
    open = suspects->open[m];
  }
  return named;
}

int sl_suspects_case(const sl_suspects *suspects, const sl_task *task, const sl_mistake *named) {
  return named ? suspects->first[named - task->mistakes] : 0;
}
