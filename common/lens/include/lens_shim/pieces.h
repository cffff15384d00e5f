/* pieces.h: what a header of CUB's or Thrust's is here. They run on a GPU only: what a program uses
 * of them is refused by lens-translate (translate/pieces.c). Which headers there are is in
 * ../pieces.txt. The standard headers are those that come with them, and that programs count on. */
#ifndef LENS_SHIM_PIECES_H
#define LENS_SHIM_PIECES_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#define THRUST_VERSION 200000
#define CUB_VERSION    200000

#define CubDebug(error)     (error)
#define CubDebugExit(error) ((error) ? exit(1) : (void)0)

namespace thrust {}
namespace cub {}

#endif
