/* register.h: code that the translator adds after definitions, and `__shared__` variables. */
#ifndef LENS_SHIM_REGISTER_H
#define LENS_SHIM_REGISTER_H

#include "launch.h"

namespace lens_shim {

/* Calls a kernel that is known at compile time with CUDA's void** convention. */
template <auto kernel> struct caller;
template <class... P, void (*kernel)(P...)> struct caller<kernel> {
  template <size_t... I> static LENS_UNTRACED void apply(void **values, std::index_sequence<I...>) {
    (void)values; /* of a kernel without parameters */
    typedef void (*Call)(P...);
    closure<Call, P...> made(kernel, closure<Call, P...>::template at<P>(values[I])...);
    made.run(&made);
  }
  static LENS_UNTRACED void call(void **values) {
    apply(values, std::index_sequence_for<P...>());
  }
  static const void *address() {
    return reinterpret_cast<const void *>(kernel);
  }
};

struct kernel_entry {
  const void *function;
  void (*call)(void **values);
};

template <auto kernel> kernel_entry kernel_address() {
  return kernel_entry{caller<kernel>::address(), caller<kernel>::call};
}

struct registered_kernel {
  lens_kernel kernel;
  LENS_UNTRACED
  registered_kernel(const char *name, const char *file, int line, const char *parameters,
                    kernel_entry entry = kernel_entry())
      : kernel{name, file, line, parameters, entry.function, entry.call, nullptr} {
    lens_register_kernel(&kernel);
  }
};

/* An instance of a template: About describes the template. */
template <class About, auto kernel> struct instance {
  lens_kernel entry;
  LENS_UNTRACED instance() : entry(About::about()) {
    entry.function = caller<kernel>::address();
    entry.call = caller<kernel>::call;
    lens_register_kernel(&entry);
  }
  static instance known;
};
template <class About, auto kernel> instance<About, kernel> instance<About, kernel>::known;

struct registered_symbol {
  lens_symbol symbol;
  template <class T>
  registered_symbol(const char *name, const T &variable, int constant, int managed = 0)
      : symbol{name,
               const_cast<void *>(static_cast<const volatile void *>(&variable)),
               sizeof variable,
               constant,
               managed,
               nullptr,
               &type<std::remove_extent_t<T>>} {
    lens_register_symbol(&symbol);
  }
};

/* What a device variable's name means in host code: the host's own copy of the variable. */
template <class T> static inline T &host_side(T &variable) {
  return *static_cast<T *>(
      lens_host_side(const_cast<void *>(static_cast<const volatile void *>(&variable))));
}

/* A variable that the class About describes, like instance. */
template <class About> struct local_symbol {
  registered_symbol entry = About::about();
  static local_symbol known;
};
template <class About> local_symbol<About> local_symbol<About>::known;

/* An instance of a variable template: naming it makes the compiler construct `known` before
 * main. */
template <class About, class T> constexpr T &known_variable(T &variable) {
  (void)&local_symbol<About>::known;
  return variable;
}

template <class T>
LENS_INSTRUCTION T &shared(const void *key, const char *name, size_t align = alignof(T)) {
  static_assert(sizeof(T) <= 48 * 1024,
                "__shared__ variables of a kernel take 48 KB at most (a limit "
                "of nvcc); use extern __shared__ and the third argument of "
                "the launch");
  return *static_cast<T *>(lens_shared(key, sizeof(T), align > alignof(T) ? align : alignof(T),
                                       name, &type<std::remove_extent_t<T>>));
}

template <class T> LENS_INSTRUCTION T &shared_dynamic(const char *name) {
  return *static_cast<T *>(lens_shared_dynamic(name, &type<std::remove_extent_t<T>>));
}

} // namespace lens_shim

#endif
