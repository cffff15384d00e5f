/* launch.h: kernel<<<grid, block>>>(arguments), after translation.
 *
 * The translator writes lens_shim::launch("k", file, line, k, grid, block)(arguments). `launch`
 * saves the settings and returns a function with the kernel's own parameters, so that the compiler
 * checks and converts the arguments as for an ordinary call. That function takes the saved settings
 * and runs the grid.
 */
#ifndef LENS_SHIM_LAUNCH_H
#define LENS_SHIM_LAUNCH_H

#include "arguments.h"
#include "pending.h"
#include "types.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace lens_shim {

/* Whether a parameter is a pointer to constant numbers. A pointer to another type does not count,
 * because such a type may itself contain pointers. */
template <class P> inline constexpr bool is_constant = false;
template <class P>
inline constexpr bool is_constant<const P *> =
    std::is_arithmetic<P>::value && !std::is_volatile<P>::value;

/* What a thread of the grid starts with: the function to call, and its arguments. Every thread gets
 * a copy, because every CUDA thread has its own parameters. */
template <class Call, class... P> struct closure {
  Call call;
  void *values[sizeof...(P) + 1]; /* addresses of arguments; one more, because P may be empty */

  LENS_UNTRACED closure(Call called, P &...arguments)
      : call(called), values{const_cast<void *>(static_cast<const void *>(&arguments))...,
                             nullptr} {}

  /* std::tuple would do the same, but std::get is traced, which costs a call of the lens for each
   * argument of each thread. */
  template <class A> static LENS_UNTRACED A &at(void *address) {
    return *static_cast<std::remove_reference_t<A> *>(address);
  }

  /* A function written by the translator ends with the same arguments as `passed` here. */
  template <class... A> LENS_UNTRACED void start(A &&...passed) {
    if constexpr (std::is_pointer<Call>::value)
      call(given(passed)...), leave(passed...);
    else
      call(passed...);
  }
  template <size_t... I> LENS_UNTRACED void apply(std::index_sequence<I...>) {
    if constexpr ((has_own_copies<P>() || ...)) {
      jmp_buf out;
      if (_setjmp(out) == 0) start(pass<P>(at<P>(values[I]), &out)...);
    } else {
      call(*static_cast<std::remove_reference_t<P> *>(values[I])...);
    }
  }
  static LENS_UNTRACED void run(void *self) {
    static_cast<closure *>(self)->apply(std::index_sequence_for<P...>());
  }
  LENS_UNTRACED int launch(lens_launch *settings) {
    static_assert((sizeof(P) + ... + 0) <= 32764,
                  "the parameters of a kernel take 32764 bytes at most; copy the data to device "
                  "memory and pass a pointer");
    size_t sizes[] = {sizeof(P)..., 0};
    int constants[] = {is_constant<P>..., 0};
    const lens_type *types[] = {pointee<P>()..., nullptr};
    settings->types = types;
    return lens_run_closure(settings, run, this, sizeof *this, sizeof...(P), values, sizes,
                            constants);
  }
};

/* The function that `launch` returns. The runtime keeps the launch's error for cudaGetLastError. */
template <class... P> LENS_UNTRACED void start(P... arguments) {
  lens_launch settings = {};
  lens_pop_launch(&settings);
  typedef void (*kernel)(P...);
  closure<kernel, P...> made(reinterpret_cast<kernel>(const_cast<void *>(settings.function)),
                             arguments...);
  (void)made.launch(&settings);
}

template <class... P>
auto launch(const char *name, const char *file, int line, void (*kernel)(P...), dim3 grid,
            dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) -> void (*)(P...);

/* Host code that is not traced calls the traced `launch`, so that `launch` is compiled only
 * once. */
#ifndef LENS_PLAIN_HOST
template <class... P>
__attribute__((noinline)) auto launch(const char *name, const char *file, int line,
                                      void (*kernel)(P...), dim3 grid, dim3 block,
                                      size_t shared_bytes, cudaStream_t stream) -> void (*)(P...) {
  lens_push_launch(name, file, line, reinterpret_cast<const void *>(kernel), grid, block,
                   shared_bytes, stream);
  return &start<P...>;
}
#endif

/* The form of a launch in which the call selects the function, because the call determines a
 * template's arguments or the kernel is overloaded. */
template <class Call> struct starter {
  Call call;
  template <class... A> void operator()(A... arguments) const {
    /* so that an error in the call is reported here, and not in a deeper template */
    if (false) call(pass<A>(arguments, nullptr)...);
    lens_launch settings = {};
    lens_pop_launch(&settings);
    closure<Call, A...> made(call, arguments...);
    (void)made.launch(&settings);
  }
};

template <class Call>
starter<Call> launch_call(const char *name, const char *file, int line, Call call, dim3 grid,
                          dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  lens_push_launch(name, file, line, nullptr, grid, block, shared_bytes, stream);
  return starter<Call>{call};
}

/* A kernel with default arguments, called with its first parameters I. */
template <class Call, class Parameters, class I> struct prefix;
template <class Call, class Parameters, size_t... I>
struct prefix<Call, Parameters, std::index_sequence<I...>> {
  const void *function;
  Call call;
  void operator()(std::tuple_element_t<I, Parameters>... arguments) const {
    lens_launch settings;
    lens_pop_launch(&settings);
    settings.function = function;
    closure<Call, std::tuple_element_t<I, Parameters>...> made(call, arguments...);
    (void)made.launch(&settings);
  }
};

/* All calls that leave out at most the parameters with defaults. */
template <class Call, class Parameters, class N> struct prefixes;
template <class Call, class Parameters, size_t... N>
struct prefixes<Call, Parameters, std::index_sequence<N...>>
    : prefix<Call, Parameters,
             std::make_index_sequence<std::tuple_size<Parameters>::value - N>>... {
  prefixes(const void *function, Call call)
      : prefix<Call, Parameters, std::make_index_sequence<std::tuple_size<Parameters>::value - N>>{
            function, call}... {}
  using prefix<Call, Parameters,
               std::make_index_sequence<std::tuple_size<Parameters>::value - N>>::operator()...;
};

template <size_t defaults, class Call, class... P>
prefixes<Call, std::tuple<P...>, std::make_index_sequence<defaults + 1>>
launch_defaulted(const char *name, const char *file, int line, void (*kernel)(P...), Call call,
                 dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  const void *function = reinterpret_cast<const void *>(kernel);
  lens_push_launch(name, file, line, function, grid, block, shared_bytes, stream);
  return {function, call};
}

} // namespace lens_shim

#endif
