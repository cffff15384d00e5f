/* catalogue_write.c: writes the mistakes of a lab in the format that the judge reads. */
#include "judge/catalogue.h"

#include <inttypes.h>

void sl_catalogue_write_mistake(FILE *file, const char *task, const sl_mistake *mistake) {
  (void)fprintf(file, "mistake %s %s\n", task, mistake->name);
  (void)fprintf(file, "what %s\nhint %s\n", mistake->what, mistake->hint);
  if (mistake->at) (void)fprintf(file, "at %s\n", mistake->at);
}

static bool is_plain_pass(const sl_print *print) {
  return print->can_pass && !print->can_fail;
}

static void write_passes(FILE *file, const struct sl_prints *prints) {
  bool any = false;
  for (size_t i = 0; i < prints->count; i++) {
    if (!is_plain_pass(&prints->of[i])) continue;
    (void)fprintf(file, "%s %016" PRIx64, any ? "" : "pass", prints->of[i].asked);
    any = true;
  }
  if (any) (void)fputc('\n', file);
}

static void write_answer(FILE *file, const sl_print_answer *answer) {
  (void)fprintf(file, " %s=%016" PRIx64, answer->name, answer->hash);
  for (int i = 0; i < answer->num_unknown; i++) {
    (void)fprintf(file, ",%" PRIu32 "-%" PRIu32, answer->unknown[i].first, answer->unknown[i].last);
  }
}

static void write_print(FILE *file, const sl_print *print) {
  const char *how = print->open                          ? "open"
                    : print->can_pass && print->can_fail ? "either"
                    : print->can_pass                    ? "pass"
                                                         : "fail";
  (void)fprintf(file, "on %016" PRIx64 " %s", print->asked, how);
  for (int i = 0; i < print->num_marks; i++) {
    const sl_mark *mark = &print->marks[i];
    (void)fprintf(file, " %c%s,%s,%c", mark->sure ? '!' : '?', mark->what, mark->array,
                  mark->relation);
    if (mark->index) (void)fprintf(file, "%lld", mark->index);
    (void)fprintf(file, ",%c", mark->several ? 'n' : '1');
  }
  for (int i = 0; i < print->num_answers; i++) write_answer(file, &print->answers[i]);
  (void)fputc('\n', file);
}

void sl_catalogue_write_program(FILE *file, uint64_t key, const struct sl_prints *prints) {
  (void)fprintf(file, "program %016" PRIx64 "\n", key);
  write_passes(file, prints);
  for (size_t i = 0; i < prints->count; i++) {
    if (!is_plain_pass(&prints->of[i])) write_print(file, &prints->of[i]);
  }
}
