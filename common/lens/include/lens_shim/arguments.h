/* arguments.h: how the arguments of a launch reach each thread.
 *
 * CUDA copies an argument once, on the host, as any call does; each thread gets the bytes of that
 * copy, and nothing is destroyed on the device. In C++ a parameter whose class has a copy
 * constructor or a destructor of its own would run them in each thread. So such an argument is
 * passed by its address. `given` turns the address into a parameter with the same bytes, and
 * `leave` ends the thread's call before the parameter would be destroyed. */
#ifndef LENS_SHIM_ARGUMENTS_H
#define LENS_SHIM_ARGUMENTS_H

#include "common.h"

#include <setjmp.h>
#include <type_traits>

namespace lens_shim {

/* Whether a class has such a constructor or destructor: the C++ ABI passes and returns such classes
 * in memory, and other classes in registers. Most arguments are numbers or pointers; for these the
 * compiler does not evaluate the expression after `constexpr`. */
template <class P> constexpr bool has_own_copies() {
  if constexpr (!(__is_class(P) || __is_union(P)) || __is_trivially_copyable(P)) {
    return false;
  } else {
    bool copies = std::is_copy_constructible<P>::value;
    bool moves = std::is_move_constructible<P>::value;
    return !std::is_trivially_destructible<P>::value || (!copies && !moves) ||
           (copies && !std::is_trivially_copy_constructible<P>::value) ||
           (moves && !std::is_trivially_move_constructible<P>::value);
  }
}

/* An argument for which has_own_copies is true, and where to jump to leave the thread's call. */
template <class P> struct handed {
  P *argument;
  jmp_buf *out;
};

/* Represents an argument in the thread's call: the argument itself, or its address. P may be a
   reference. */
template <class P> LENS_INSTRUCTION decltype(auto) pass(P &argument, jmp_buf *out) {
  if constexpr (has_own_copies<P>())
    return handed<P>{&argument, out};
  else
    return (argument);
}

/* A class that is as large as P and is also returned in memory. So a function that returns this
 * class can be called as if it returned a P, and no constructor of P runs. */
template <class P> struct bytes_of {
  alignas(P) unsigned char bytes[sizeof(P)];
  LENS_UNTRACED bytes_of(const bytes_of &other) {
    __builtin_memcpy(bytes, other.bytes, sizeof bytes);
  }
};

template <class P> LENS_UNTRACED bytes_of<P> copy_bytes(const void *from) {
  return *static_cast<const bytes_of<P> *>(from);
}

template <class P> LENS_INSTRUCTION P &given(P &argument) {
  return argument;
}
template <class P> LENS_UNTRACED P given(handed<P> &it) {
  typedef P (*copy)(const void *);
  return reinterpret_cast<copy>(reinterpret_cast<void (*)()>(&copy_bytes<P>))(it.argument);
}

template <class P> LENS_INSTRUCTION void leave_by(const P &) {}
template <class P> LENS_INSTRUCTION void leave_by(const handed<P> &it) {
  longjmp(*it.out, 1);
}
template <class... P> LENS_INSTRUCTION void leave(const P &...passed) {
  (leave_by(passed), ...);
}

} // namespace lens_shim

#endif
