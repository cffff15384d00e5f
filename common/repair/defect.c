/* defect.c: a sentence for each kind of defect. */
#include "repair/defect.h"

#include <stdio.h>
#include <string.h>

/* In each sentence, `%d` is the line. A sentence must be true of every repair of its kind. */
static const struct {
  const char *name, *sentence;
} words[SL_NUM_DEFECTS] = {
    [SL_COMPARISON] = {"comparison",
                       "The comparison in line %d is off by one: think of the case in "
                       "which both sides are equal."},
    [SL_CONDITION] = {"condition", "The condition in line %d is wrong."},
    [SL_OFF_BY_ONE] = {"off-by-one", "A value in line %d is one too large or one too small."},
    [SL_OPERATOR] = {"operator", "An operator in line %d does not compute what is needed."},
    [SL_ASSIGNMENT] = {"assignment", "Line %d assigns in the wrong way: should the value replace "
                                     "the old one, or be added to it?"},
    [SL_CONSTANT] = {"constant", "A constant in line %d is wrong."},
    [SL_NAME] = {"variable", "Line %d names the wrong variable."},
    [SL_ARRAY] = {"array", "Line %d names the wrong array."},
    [SL_THREAD] = {"thread-number", "Line %d computes the wrong index of a thread, lane or block."},
    [SL_FORMULA] = {"formula", "The formula in line %d is wrong."},
    [SL_STEP] = {"step", "The step of the loop in line %d is wrong or missing: what changes from "
                         "one iteration to the next?"},
    [SL_ARGUMENTS] = {"arguments", "The arguments in line %d are wrong, or in the wrong order."},
    [SL_MASK] = {"mask", "The mask in line %d does not name the lanes that take part."},
    [SL_ROUNDING] = {"rounding",
                     "The division in line %d rounds down, but the remainder is needed."},
    [SL_REMAINDER] = {"remainder", "The loop in line %d handles several elements per iteration, "
                                   "and skips the remaining ones at the end."},
    [SL_REPEAT] = {"repetition", "The check in line %d must be made more often, or less often: is "
                                 "one check enough, or can several be needed in a row?"},
    [SL_FUNCTION] =
        {"function",
         "Line %d calls a function that does something slightly different from what is needed."},
    [SL_GRID] = {"grid", "The launch in line %d has the wrong number of blocks."},
    [SL_TYPE] = {"type", "A type in line %d is wrong."},
    [SL_SPACE] = {"space", "The variable in line %d is in the wrong kind of memory: should each "
                           "thread, each warp or each block have one?"},
    [SL_JUMP_WRONG] = {"jump", "Line %d leaves the wrong loop or function: think of where the "
                               "program continues after it."},
    [SL_SURPLUS] = {"surplus", "Without line %d, or a part of it, the task would pass."},
    [SL_PLACE] = {"place", "Line %d is in the wrong place: it runs too early, too late, or the "
                           "wrong number of times."},
    [SL_NO_GUARD] = {"guard",
                     "At line %d the program continues when it should not: a check is missing."},
    [SL_NO_BARRIER] = {"barrier",
                       "At line %d threads continue before others are done: a barrier is missing."},
    [SL_NO_ATOMIC] = {"atomic", "Line %d reads and writes in separate steps, and other threads can "
                                "come in between."},
    [SL_NO_START] = {"start", "Line %d uses a variable that was never given its first value."},
    [SL_NO_STATEMENT] =
        {"missing", "At line %d something is missing: some elements that must be written are not."},
    [SL_NO_FREE] = {"free", "The memory that line %d allocates is never freed."},
};

/* Sentences for a defect at a known place. The first %s is the place's array, function, condition
 * or variable, and the second %s is the source that is wrong. */
static const struct {
  sl_role role;
  sl_defect defect;
  const char *sentence;
} placed[] = {
    {SL_INDEX, SL_NAME, "Line %d reads or writes %s at the wrong index: \"%s\"."},
    {SL_INDEX, SL_FORMULA, "Line %d computes the wrong index of %s: look at \"%s\"."},
    {SL_INDEX, SL_OPERATOR, "Line %d computes the wrong index of %s: look at \"%s\"."},
    {SL_INDEX, SL_CONSTANT, "Line %d computes the wrong index of %s: look at \"%s\"."},
    {SL_INDEX, SL_OFF_BY_ONE, "The index of %2$s in line %1$d is one too large or one too small."},
    {SL_ARGUMENT, SL_NAME,
     "Line %d calls %s with a wrong argument: \"%s\". What does this parameter mean?"},
    {SL_ARGUMENT, SL_FORMULA,
     "Line %d calls %s with a wrong argument: look at \"%s\". What does this parameter mean?"},
    {SL_ARGUMENT, SL_OFF_BY_ONE,
     "Line %1$d calls %2$s with an argument that is one too large or one too small: \"%3$s\"."},
    {SL_ASKED, SL_NAME,
     "The condition in line %1$d, \"%2$s\", tests the wrong variable: \"%3$s\"."},
    {SL_ASKED, SL_CONDITION,
     "The condition in line %1$d, \"%2$s\", is wrong: when should it "
     "hold, and when does it?"},
    {SL_ASKED, SL_FORMULA, "The condition in line %d, \"%s\", is wrong: look at \"%s\"."},
    {SL_ASKED, SL_COMPARISON,
     "The comparison in line %1$d, \"%2$s\", is off by one: think of the "
     "case in which both sides are equal."},
    {SL_GIVEN, SL_NAME,
     "Line %d gives %s the wrong value: \"%s\" is not the variable that is "
     "needed."},
    {SL_GIVEN, SL_FORMULA,
     "The formula for %2$s in line %1$d is wrong: look at \"%3$s\". Work it "
     "out by hand for two neighbours."},
    {SL_GIVEN, SL_THREAD,
     "The formula for %2$s in line %1$d is wrong: look at \"%3$s\". Which numbers do threads 0 and "
     "1 of blocks 0 and 1 get?"},
    {SL_GIVEN, SL_CONSTANT, "Line %d gives %s the wrong value: look at \"%s\"."},
};

/* Whether a sentence can quote the wrong source: it must be in the file, and be short enough. */
static bool can_quote(const char *source) {
  enum { MOST = 60 };
  return source[0] && strlen(source) <= MOST && !strchr(source, '\n');
}

static const char *sentence_of(const sl_repair *repair) {
  for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
    bool fits = placed[i].role == repair->place.role && placed[i].defect == repair->defect;
    if (fits && can_quote(repair->before)) return placed[i].sentence;
  }
  return NULL;
}

/* The sentence about memory or a variable that nothing sets before it is read. */
static const char *sentence_of_start(const sl_repair *repair) {
  if (strncmp(repair->before, "malloc", 6) == 0) {
    return "The memory that malloc returns in line %d has arbitrary contents: nothing sets it to 0 "
           "before it is read.";
  }
  if (strstr(repair->after, "cudaMemset")) {
    return "The memory that line %d allocates has arbitrary contents: nothing sets it to 0 before "
           "it is read.";
  }
  return words[SL_NO_START].sentence;
}

void sl_defect_text(const sl_repair *repair, char *out, size_t size) {
  const char *sentence = sentence_of(repair);
  if (!sentence) {
    bool start = repair->defect == SL_NO_START;
    (void)snprintf(out, size, start ? sentence_of_start(repair) : words[repair->defect].sentence,
                   repair->line);
    return;
  }
  const char *of = repair->place.of, *elements = sl_place_elements(of);
  int length = snprintf(out, size, sentence, repair->line, of, repair->before);
  if (repair->place.role == SL_INDEX && elements && length > 0 && (size_t)length < size) {
    (void)snprintf(out + length, size - (size_t)length, " %s has one element for %s.", of,
                   elements);
  }
}

const char *sl_defect_name(sl_defect defect) {
  return words[defect].name;
}
