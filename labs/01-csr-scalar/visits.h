/* visits.h: what the task launch of lab 01 counts for a thread that reaches a row, besides 1, and
 * from where. Sums of each are told from those of the others, and are exact in single precision. */
#ifndef LAB_01_VISITS_H
#define LAB_01_VISITS_H

#define OLD_CONTENTS 64.0            /* of y, to which the kernel adds */
#define OUT_OF_ORDER (-4096.0)       /* the arguments came in another order */
#define SMALL_BLOCK  (-1.0 / 1024.0) /* for each thread of a block smaller than a warp */

#endif
