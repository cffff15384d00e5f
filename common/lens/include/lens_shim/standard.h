/* standard.h: the parts of the C++ library that the lens's headers use, without the special
 * functions of C++17 (std::riemann_zeta and others). Reading these functions would take the
 * compiler 0.1 s of 0.6 s for each program. A program gets them when it includes <cmath>. */
#ifndef LENS_SHIM_STANDARD_H
#define LENS_SHIM_STANDARD_H

#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#endif

/* Includes nothing, except if the compiler searches the library's <cmath> first: then it includes
 * the whole <cmath>, because the special functions could not be added later. */
#define LENS_ASKS_FOR_CMATH
#include <cmath>
#undef LENS_ASKS_FOR_CMATH

#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define _GLIBCXX_USE_STD_SPEC_FUNCS 0
#define LENS_TAKES_LIBRARY
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <tuple>
#include <type_traits>
#include <utility>
#undef LENS_TAKES_LIBRARY
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

#endif
