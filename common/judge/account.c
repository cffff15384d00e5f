/* account.c: compares the worker's report of which side wrote and read each array with what the
 * task demands. A missing report never counts as a pass. */
#include "judge/account.h"

#include "base/memory.h"
#include "judge/compare.h"
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool all_zero(const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (bytes[i]) return false;
  }
  return true;
}

/* ---- who wrote ------------------------------------------------------------------------------- */

/* An answer as the worker returned it, before anything was sorted, and its initial content. */
typedef struct answer_view {
  const sl_array *array;
  const char *writers, *got;
  const char *before; /* NULL: the initial content was poison */
  size_t element_bytes;
} answer_view;

/* Whether the element is 0 or unchanged. Setting an element to 0 or to its old value does not count
 * as computing it. */
static bool is_no_work(const answer_view *view, size_t i) {
  const char *got = view->got + i * view->element_bytes;
  const char *before = view->before ? view->before + i * view->element_bytes : NULL;
  return all_zero(got, view->element_bytes) ||
         (before && memcmp(got, before, view->element_bytes) == 0);
}

static void look_at_writers(const answer_view *view, sl_account *out) {
  for (size_t i = 0; i < view->array->count; i++) {
    char writer = view->writers[i];
    out->by_launch += writer == SL_WRITER_LAUNCH;
    bool of_device = writer == SL_WRITER_LAUNCH || writer == SL_WRITER_GIVEN;
    if (of_device || is_no_work(view, i)) continue;
    if (writer != SL_WRITER_HOST) {
      if (!out->unknown) out->unknown = view->array;
      continue;
    }
    if (!out->by_host) {
      out->by_host = view->array;
      out->by_host_at = i;
    }
    out->by_host_count += out->by_host == view->array;
  }
}

static sl_status look_at_answer(const sl_array *array, sl_precision precision,
                                const sl_answer *answer, size_t number, sl_account *out) {
  if (!answer->writers[number]) {
    if (!out->unknown) out->unknown = array;
    return SL_OK;
  }
  char *before = NULL;
  answer_view view = {.array = array,
                      .writers = answer->bytes + answer->writers[number],
                      .got = answer->bytes + answer->offsets[number],
                      .element_bytes = sl_question_element_bytes(array, precision)};
  if (array->role == SL_INOUT) {
    SL_TRY(sl_alloc(array->count, view.element_bytes, "a copy of an answer", &before));
    sl_question_store_contents(array, precision, before);
    view.before = before;
  }
  look_at_writers(&view, out);
  sl_free(before);
  return SL_OK;
}

/* ---- who read -------------------------------------------------------------------------------- */

static const sl_memory *memory_of(const sl_reply *reply, const char *array) {
  for (size_t i = 0; i < reply->num_memories; i++) {
    if (strcmp(reply->memories[i].array, array) == 0) return &reply->memories[i];
  }
  return NULL;
}

/* Whether some answer in the memory `place` has an element that had to be computed. */
static bool asks_for_work(const sl_problem *problem, enum sl_wire_place place) {
  for (int a = 0; a < problem->num_arrays; a++) {
    const sl_array *array = &problem->arrays[a];
    if (!sl_wire_is_answer(array->role) || array->place != place) continue;
    /* a single element may be right without any work */
    if (!array->expected && array->count > 1) return true;
    if (!array->expected) continue;
    for (size_t i = 0; i < array->count; i++) {
      double expected = array->expected[i], before = sl_compare_initial_value(array, i);
      if (expected != 0 && (isnan(before) || expected != before)) return true;
    }
  }
  return false;
}

static void look_at_reader(const sl_array *input, const sl_reply *reply, sl_account *out) {
  if (!input || input->count == 0) return;
  const sl_memory *memory = memory_of(reply, input->name);
  if (!memory && !out->unknown) out->unknown = input;
  if (memory && !memory->read && !out->unread) out->unread = input;
}

static void look_at_readers(const char *names, const sl_problem *problem, const sl_reply *reply,
                            sl_account *out) {
  while (*names) {
    char name[sizeof problem->arrays->name];
    size_t length = strcspn(names, " ");
    (void)snprintf(name, sizeof name, "%.*s", (int)length, names);
    look_at_reader(sl_problem_find(problem, name), reply, out);
    names += length + strspn(names + length, " ");
  }
}

/* ---- the account ----------------------------------------------------------------------------- */

static size_t count_launches(const sl_reply *reply) {
  size_t count = 0;
  for (size_t i = 0; i < reply->seen.num_launches; i++) count += reply->seen.launches[i].error == 0;
  return count;
}

/* Whether enough data was copied for the host to have computed the answer: at least half of the
 * answer in each direction, and to the host also at least half of the inputs, because the host can
 * compute nothing without them. Copying a few numbers to the host is always allowed. */
static bool is_carried(const sl_problem *problem, sl_precision precision, const sl_reply *reply) {
  const double few = 256;
  double answers = 0, inputs = 0;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->place != SL_DEVICE) continue;
    double bytes = (double)(array->count * sl_question_element_bytes(array, precision));
    if (sl_wire_is_answer(array->role)) answers += bytes;
    if (array->role != SL_OUT) inputs += bytes;
  }
  double least = answers / 2;
  double least_to_host = fmax(fmax(inputs, answers) / 2, few);
  return answers > 0 && reply->copied_to_host >= least_to_host && reply->copied_to_device >= least;
}

sl_status sl_account_take(const sl_task *task, const sl_case *given, const sl_problem *problem,
                          const sl_answer *answer, const sl_reply *reply, sl_account *out) {
  sl_precision precision = given->precision;
  bool on_device = false;
  memset(out, 0, sizeof *out);
  out->launches = count_launches(reply);
  out->carried = is_carried(problem, precision, reply);
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (!sl_wire_is_answer(array->role) || array->place != SL_DEVICE) continue;
    on_device = true;
    SL_TRY(look_at_answer(array, precision, answer, (size_t)i, out));
  }
  out->uncounted = out->by_launch > 0 && (out->launches == 0 || reply->seen.num_counters == 0);
  out->unlaunched = !on_device && out->launches == 0 && asks_for_work(problem, SL_HOST);
  if (asks_for_work(problem, SL_DEVICE)) look_at_readers(task->launch_reads, problem, reply, out);
  out->other_kernel = sl_shares_other_kernel(task, reply);
  out->undivided = sl_shares_missing(task, given, problem, reply, &out->launch);
  out->asked = task->kernel;
  const sl_memory *written = out->by_host ? memory_of(reply, out->by_host->name) : NULL;
  if (written) {
    memcpy(out->file, written->file, sizeof out->file);
    out->line = written->line;
  }
  return SL_OK;
}

bool sl_account_is_bad(const sl_account *account) {
  return account->unknown || account->by_host || account->unread || account->uncounted ||
         account->unlaunched || account->other_kernel || (account->undivided && account->asked);
}

const char *sl_account_review(const sl_account *account) {
  if (account->undivided) return sl_shares_text(account->undivided);
  return account->carried ? "the launch copies as much data between host and device as the host "
                            "would need to compute the answer; does a kernel do the work?"
                          : NULL;
}

void sl_account_text(const sl_account *account, char *out, size_t size) {
  const sl_array *array = account->by_host;
  char where[32] = "";
  if (account->line > 0) (void)snprintf(where, sizeof where, " at line %d", account->line);
  if (array) {
    (void)snprintf(out, size,
                   "%s: the host did it%s. It wrote %zu of the %zu elements of %s, the first is "
                   "%s[%zu]; a kernel must write them",
                   account->launches ? "no kernel has computed this answer, or only part of it"
                                     : "no kernel was launched",
                   where, account->by_host_count, array->count, array->name, array->name,
                   account->by_host_at);
  } else if (account->unread) {
    (void)snprintf(out, size, "the answer is right, but no kernel has read %s, on which it depends",
                   account->unread->name);
  } else if (account->unlaunched) {
    (void)snprintf(out, size,
                   "the answer is right, but no kernel was launched; a kernel must compute it");
  } else if (account->other_kernel) {
    const sl_written *by = account->other_kernel;
    (void)snprintf(
        out, size,
        "the answer is right, but the kernel under test did not write all of it: another "
        "one, %s, was the last to write to %s (elements: %.0f)",
        by->kernel[0] ? by->kernel : "the fourth or a later", by->array, by->count);
  } else if (account->undivided && account->asked) {
    (void)snprintf(out, size, "the answer is right, but %s of the kernel",
                   sl_shares_text(account->undivided));
  } else if (account->uncounted) {
    (void)snprintf(
        out, size,
        "kernels have written %zu elements of the answer, but no launch, or no access of "
        "one, was counted",
        account->by_launch);
  } else {
    (void)snprintf(out, size, "who wrote or read %s did not come back with the answer",
                   account->unknown->name);
  }
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static sl_judgement explains_if(bool yes) {
  return yes ? SL_EXPLAINS : SL_NEUTRAL;
}

sl_judgement sl_account_nothing_launched(const sl_evidence *evidence) {
  const sl_account *account = evidence->account;
  if (!account || !account->by_host) return SL_NEUTRAL;
  return account->launches > 0 ? SL_CONTRADICTS : SL_EXPLAINS;
}

sl_judgement sl_account_work_of_host(const sl_evidence *evidence) {
  const sl_account *account = evidence->account;
  return explains_if(account && account->by_host);
}

/* Whether the answer is right and nothing but leaks was found. Otherwise an unread input proves
 * nothing: a wrong program may have missed the input by mistake, or the host may have used it
 * directly. */
static bool is_right_without_findings(const sl_evidence *evidence) {
  const sl_difference *d = evidence->difference;
  bool nothing_found =
      sl_findings_only(evidence, LENS_LEAK, NULL); /* a leak says nothing about the work */
  return nothing_found && !evidence->fault_signal && !evidence->cuda_error &&
         !(d && (d->wrong || d->damaged || d->changed_input));
}

sl_judgement sl_account_inputs_unread(const sl_evidence *evidence) {
  const sl_account *account = evidence->account;
  if (!is_right_without_findings(evidence)) return SL_CONTRADICTS;
  return explains_if(account && !account->by_host && account->unread);
}

sl_judgement sl_account_other_kernel(const sl_evidence *evidence) {
  const sl_account *account = evidence->account;
  if (!is_right_without_findings(evidence)) return SL_CONTRADICTS;
  return explains_if(account && !account->by_host && !account->unread && account->other_kernel);
}

sl_judgement sl_account_not_divided(const sl_evidence *evidence) {
  const sl_account *account = evidence->account;
  if (!is_right_without_findings(evidence)) return SL_CONTRADICTS;
  return explains_if(account && !account->by_host && !account->unread && !account->other_kernel &&
                     account->undivided && account->asked);
}
