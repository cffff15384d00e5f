/* say.c: a sentence for each kind of defect. */
#include "repair/say.h"

#include <stdio.h>

/* `%d` is the line. What is said must be true of every repair of its kind. */
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
                                     "what is there, or be added to it?"},
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
                     "The division in line %d rounds down, and what it leaves out is needed."},
    [SL_REMAINDER] = {"remainder",
                      "The loop in line %d does several places per iteration, and leaves "
                      "out what remains at the end."},
    [SL_REPEAT] = {"repetition", "What line %d asks has to be asked more often, or less: is once "
                                 "enough, or may it be needed several times in a row?"},
    [SL_FUNCTION] = {"function", "Line %d calls a function that does not quite do what is needed."},
    [SL_GRID] = {"grid", "The launch in line %d does not have the number of blocks that it needs."},
    [SL_TYPE] = {"type", "A type in line %d is wrong."},
    [SL_SPACE] = {"space",
                  "The variable in line %d is in the wrong kind of memory: is there one for "
                  "each thread, for each warp, or for all of a block?"},
    [SL_JUMP_WRONG] = {"jump", "Line %d leaves the wrong thing: think of where it goes on from "
                               "there."},
    [SL_SURPLUS] = {"surplus", "Without line %d, or a part of it, the task would pass."},
    [SL_PLACE] = {"place", "What line %d does is done at the wrong place: too early, too late, or "
                           "the wrong number of times."},
    [SL_NO_GUARD] = {"guard", "At line %d something goes on that should not: a check is missing."},
    [SL_NO_BARRIER] = {"barrier", "At line %d threads go on before others are done: a barrier is "
                                  "missing."},
    [SL_NO_ATOMIC] = {"atomic", "Line %d reads and writes in separate steps, and other threads can "
                                "come in between."},
    [SL_NO_START] = {"start", "Line %d uses a variable that was never given its first value."},
    [SL_NO_STATEMENT] = {"missing", "At line %d something is missing: not everything is written "
                                    "that has to be."},
    [SL_NO_FREE] = {"free", "The memory allocated in line %d is never freed."},
};

void sl_repair_text(const sl_repair *repair, char *out, size_t size) {
  (void)snprintf(out, size, words[repair->defect].sentence, repair->line);
}

const char *sl_defect_name(sl_defect defect) {
  return words[defect].name;
}
