/* last.c: what is linked behind the student's file: here its variables end. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_last)
