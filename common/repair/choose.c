/* choose.c: chooses the most likely of the repairs that pass, if they agree on a line. */
#include "repair/choose.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* The weight, by tier, that a repair adds to its line if it passes. */
static const int weights[SL_NUM_TIERS] = {12, 4, 2, 1};

/* A line's weight must be at least this percentage of any other line's weight. */
enum { LEAD_PERCENT = 150 };

static bool passes(const unsigned char *outcomes, size_t i) {
  return outcomes[i] == SL_PASSES;
}

/* Finds the token that contains a byte of the text; SL_NO_TOKEN if there is none. */
static size_t token_at(const sl_tokens *tokens, size_t byte) {
  for (size_t i = 0; i < tokens->count; i++) {
    if (byte >= tokens->all[i].from && byte < tokens->all[i].to) return i;
  }
  return SL_NO_TOKEN;
}

/* Finds the variable whose assigned or initial value `edit` changes; SL_NO_TOKEN if there is
 * none. */
static size_t set_by(const sl_tokens *tokens, const sl_edit *edit) {
  static const char *const ends[] = {";", "{", "}", NULL};
  size_t i = token_at(tokens, edit->from);
  while (i != SL_NO_TOKEN && i > 1 && !sl_token_in(tokens, i, ends)) {
    if (sl_token_is(tokens, --i, "=")) return i - 1;
  }
  return SL_NO_TOKEN;
}

static bool names(const sl_tokens *tokens, const sl_edit *edit, size_t name) {
  size_t i = token_at(tokens, edit->from);
  for (; i < tokens->count && tokens->all[i].from < edit->to; i++) {
    if (sl_tokens_same(tokens, i, name)) return true;
  }
  return false;
}

/* Whether `use` replaces a use of a variable, and another repair of the same tier changes the value
 * that the variable gets: the defect is then in the value. */
static bool is_of_a_use(const sl_tokens *tokens, const sl_edits *edits,
                        const unsigned char *outcomes, const sl_edit *use) {
  for (size_t i = 0; i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    bool earlier = passes(outcomes, i) && edit->tier == use->tier && edit->to <= use->from;
    size_t name = earlier && edit->line != use->line ? set_by(tokens, edit) : SL_NO_TOKEN;
    if (name != SL_NO_TOKEN && names(tokens, use, name)) return true;
  }
  return false;
}

/* The sum of the weights of a line's repairs. Each kind of defect counts only once per tier,
 * because "f * a", "f * b" and "f * (a * b)" are the same evidence. */
static int weight_of_line(const sl_edits *edits, const unsigned char *outcomes, int line) {
  bool said[SL_NUM_TIERS][SL_NUM_DEFECTS] = {{false}};
  int weight = 0;
  for (size_t i = 0; i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    if (!passes(outcomes, i) || edit->line != line || said[edit->tier][edit->defect]) continue;
    said[edit->tier][edit->defect] = true;
    weight += weights[edit->tier];
  }
  return weight;
}

/* The largest weight of any line other than `line`. */
static int best_other(const sl_edits *edits, const unsigned char *outcomes, int line) {
  int best = 0;
  for (size_t i = 0; i < edits->count; i++) {
    if (!passes(outcomes, i) || edits->all[i].line == line) continue;
    int weight = weight_of_line(edits, outcomes, edits->all[i].line);
    if (weight > best) best = weight;
  }
  return best;
}

/* Finds the first of the most likely repairs: on the line of the failure if a repair of that line
 * passes, else on the line with the largest weight. Edits are sorted by tier. */
static const sl_edit *find_best(const sl_edits *edits, const unsigned char *outcomes,
                                int seen_line) {
  const sl_edit *best = NULL;
  int most = 0;
  for (size_t i = 0; i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    if (!passes(outcomes, i) || (best && edit->tier > best->tier)) continue;
    int weight = edit->line == seen_line ? 1 << 30 : weight_of_line(edits, outcomes, edit->line);
    if (weight <= most) continue;
    best = edit;
    most = weight;
  }
  return best;
}

/* Chooses, of equally likely repairs of a line, the one whose defect is reported. If removing a
 * statement helps, the statement itself is the defect, whatever else would make it harmless. */
static const sl_edit *plainest(const sl_edits *edits, const unsigned char *outcomes,
                               const sl_edit *best) {
  for (size_t i = 0; i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    bool alike = passes(outcomes, i) && edit->line == best->line && edit->tier == best->tier;
    if (alike && edit->defect == SL_SURPLUS) return edit;
  }
  return best;
}

/* If the best repair adds 1, and another one rounds an earlier division up, the division is the
 * cause. */
static const sl_edit *telling(const sl_edits *edits, const unsigned char *outcomes,
                              const sl_edit *best) {
  for (size_t i = 0; best->defect == SL_OFF_BY_ONE && i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    bool alike = passes(outcomes, i) && edit->tier == best->tier;
    if (alike && edit->defect == SL_ROUNDING && edit->line < best->line) return edit;
  }
  return best;
}

/* Length of the text before its first `(`, `<` or `;`. */
static size_t length_of_call(const char *text, size_t length) {
  size_t call = 0;
  while (call < length && !strchr("(<;", text[call])) call++;
  return call;
}

/* If the best repair removes one of two equal statements or calls, returns the removal of the
 * second; otherwise NULL. */
static const sl_edit *repeated(const sl_tokens *tokens, const sl_edits *edits,
                               const unsigned char *outcomes, const sl_edit *best) {
  size_t length = length_of_call(tokens->text + best->from, best->to - best->from);
  const sl_edit *last = NULL;
  for (size_t i = 0; best->defect == SL_SURPLUS && i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    if (!passes(outcomes, i) || edit->tier != best->tier || edit == best) continue;
    bool same = edit->defect == SL_SURPLUS && length > 0 &&
                length == length_of_call(tokens->text + edit->from, edit->to - edit->from) &&
                memcmp(tokens->text + edit->from, tokens->text + best->from, length) == 0;
    if (!same) return NULL;
    last = edit->from > best->from ? edit : best;
  }
  return last;
}

/* Whether a repair from an unlikely tier passes, but time ran out before all edits of that tier
 * were tried. */
static bool is_hasty(const sl_edits *edits, const unsigned char *outcomes, const sl_edit *best) {
  for (size_t i = 0; best->tier >= 2 && i < edits->count; i++) {
    if (outcomes[i] == SL_UNTRIED && edits->all[i].tier <= best->tier) return true;
  }
  return false;
}

/* Finds the lines of the repairs that are as likely as the best, if there are exactly two such
 * lines. */
static void find_two(const sl_edits *edits, const unsigned char *outcomes, const sl_edit *best,
                     int *either_out) {
  int lines[2] = {0}, count = 0;
  for (size_t i = 0; i < edits->count; i++) {
    const sl_edit *edit = &edits->all[i];
    if (!passes(outcomes, i) || edit->tier != best->tier) continue;
    if (edit->line == lines[0] || edit->line == lines[1]) continue;
    if (count == 2) return;
    lines[count++] = edit->line;
  }
  if (count < 2) return;
  either_out[0] = lines[0] < lines[1] ? lines[0] : lines[1];
  either_out[1] = lines[0] + lines[1] - either_out[0];
}

/* Copies the outcomes, but counts a repair as failed if it replaces the use of a variable whose
 * value another repair corrects. */
static void leave_uses(const sl_tokens *tokens, const sl_edits *edits,
                       const unsigned char *outcomes, unsigned char *out) {
  for (size_t i = 0; i < edits->count; i++) {
    bool use = passes(outcomes, i) && is_of_a_use(tokens, edits, outcomes, &edits->all[i]);
    out[i] = use ? SL_FAILS : outcomes[i];
  }
}

static void choose(const sl_tokens *tokens, const sl_edits *edits, const unsigned char *outcomes,
                   int seen_line, sl_repair *out) {
  const sl_edit *best = find_best(edits, outcomes, seen_line);
  if (!best || is_hasty(edits, outcomes, best)) return;
  best = telling(edits, outcomes, best);
  int own = weight_of_line(edits, outcomes, best->line);
  int other = best_other(edits, outcomes, best->line);
  const sl_edit *second = repeated(tokens, edits, outcomes, best);
  if (second) best = second;
  bool clear = best->line == seen_line || best->defect == SL_ROUNDING || second;
  if (!clear && 100 * own < LEAD_PERCENT * other) {
    find_two(edits, outcomes, best, out->either);
    return;
  }
  best = plainest(edits, outcomes, best);
  out->line = best->line;
  out->defect = best->defect;
  (void)snprintf(out->before, sizeof out->before, "%.*s", (int)(best->to - best->from),
                 tokens->text + best->from);
  (void)snprintf(out->after, sizeof out->after, "%s", best->text);
  sl_place_find(tokens, best, &out->place);
}

sl_status sl_choose(const sl_tokens *tokens, const sl_edits *edits, const unsigned char *outcomes,
                    int seen_line, sl_repair *out) {
  unsigned char *left;
  SL_TRY(sl_alloc(edits->count, 1, "the outcomes of repairs", &left));
  leave_uses(tokens, edits, outcomes, left);
  choose(tokens, edits, left, seen_line, out);
  sl_free(left);
  return SL_OK;
}
