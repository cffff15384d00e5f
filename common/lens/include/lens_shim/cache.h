/* cache.h: loads and stores with a cache hint. The lens counts the access and ignores the hint. */
#ifndef LENS_SHIM_CACHE_H
#define LENS_SHIM_CACHE_H

#include "common.h"

template <class T> LENS_INSTRUCTION T __ldg(const T *address) {
  lens_read_only(address, sizeof(T));
  return *address;
}

#define LENS_LOAD_WITH(name)                                                                       \
  template <class T> LENS_INSTRUCTION T name(const T *address) {                                   \
    return *address;                                                                               \
  }
LENS_LOAD_WITH(__ldca)
LENS_LOAD_WITH(__ldcg)
LENS_LOAD_WITH(__ldcs)
LENS_LOAD_WITH(__ldlu)
LENS_LOAD_WITH(__ldcv)
#undef LENS_LOAD_WITH

namespace lens_shim {
/* The value has the type of the memory, so __stcs(&x, 1) converts. */
template <class T> struct same { typedef T type; };
} // namespace lens_shim

#define LENS_STORE_WITH(name)                                                                      \
  template <class T>                                                                               \
  LENS_INSTRUCTION void name(T *address, typename lens_shim::same<T>::type value) {                \
    *address = value;                                                                              \
  }
LENS_STORE_WITH(__stwb)
LENS_STORE_WITH(__stcg)
LENS_STORE_WITH(__stcs)
LENS_STORE_WITH(__stwt)
#undef LENS_STORE_WITH

#endif
