/* goals.c: the bonus goals after a run, one line each. */
#include "report/report.h"

#include "judge/quiz.h"
#include "report/paint.h"

#include <string.h>

enum { WIDTH = 100 };

const char *sl_report_goal_text(const sl_goal *goal, const sl_goal_outcome *outcome, char *out,
                                size_t size) {
  const sl_goal_bound *bound = outcome->bound;
  char value[40], limit[40], words[SL_GOAL_WORDS];
  bool reached = outcome->state == SL_GOAL_REACHED;
  if (outcome->state == SL_GOAL_NOT_PASSED && bound) {
    (void)snprintf(out, size, "not reached: %s with %s", sl_judge_verdict_name(outcome->verdict),
                   bound->matrix);
  } else if (outcome->state == SL_GOAL_NOT_PASSED) {
    (void)snprintf(out, size, "the task must pass first");
  } else if (outcome->state == SL_GOAL_UNKNOWN) {
    (void)snprintf(out, size, "not measured: %s", sl_goal_describe(goal, words));
  } else {
    bool predicted = bound->figure == SL_GOAL_PREDICTED_US;
    (void)snprintf(out, size, "%s: %s of at %s %s %s with %s", reached ? "reached" : "not reached",
                   sl_quiz_write(outcome->value, value, sizeof value),
                   bound->at_least ? "least" : "most",
                   sl_quiz_write(bound->limit, limit, sizeof limit),
                   predicted ? "us predicted" : sl_goal_figure_name(bound->figure), bound->matrix);
  }
  return out;
}

static void print_goal(FILE *stream, const sl_goal *goal, const sl_goal_outcome *outcome) {
  char text[SL_GOAL_WORDS + 80], line[SL_GOAL_WORDS + 200];
  (void)sl_report_goal_text(goal, outcome, text, sizeof text);
  (void)snprintf(line, sizeof line, "%s (%g point%s) %s", goal->task->name, goal->points,
                 goal->points == 1 ? "" : "s", text);
  (void)fputs(sl_paint_code(stream, outcome->state == SL_GOAL_REACHED ? SL_GOOD : SL_WARN), stream);
  sl_paint_wrapped(stream, line, 2, WIDTH);
  (void)fputs(sl_paint_code(stream, SL_PLAIN), stream);
}

void sl_report_goals(FILE *stream, const sl_goal_results *seen) {
  double points = 0, possible = 0;
  bool any_passed = false;
  for (size_t g = 0; seen && g < seen->goals.count; g++) {
    const sl_goal *goal = &seen->goals.all[g];
    any_passed =
        any_passed || seen->outcomes[g].state != SL_GOAL_NOT_PASSED || seen->outcomes[g].bound;
    possible += goal->points;
    if (seen->outcomes[g].state == SL_GOAL_REACHED) points += goal->points;
  }
  if (!any_passed) return; /* bonus goals can wait */
  (void)fprintf(stream, "\nBonus: %g of %g points. They do not replace points of tasks.\n", points,
                possible);
  for (size_t g = 0; g < seen->goals.count; g++) {
    print_goal(stream, &seen->goals.all[g], &seen->outcomes[g]);
  }
}
