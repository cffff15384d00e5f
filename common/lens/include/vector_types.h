/* vector_types.h: the lens's stand-in for int2, float4, dim3 and the other small vectors.
 *
 * In a kernel a float4 must be read and written by ONE access of 16 bytes, as on the GPU; a plain
 * struct would be taken apart by the compiler. So in C++ a vector of 2, 4, 8 or 16 bytes is copied
 * through a member `whole` of that size. C++ cannot decompose such a union by itself, so `get` is
 * defined for `auto [x, y] = v`. In C, which runs on the host only, the structs are plain. */
#ifndef LENS_VECTOR_TYPES_H
#define LENS_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ /* other headers test CUDA's own guard */

#include "host_defines.h"

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifdef __cplusplus

#include <type_traits>
#include <utility>

namespace lens_shim {
template <std::size_t i, class V> __forceinline__ constexpr auto &component(V &vector) {
  if constexpr (i == 0)
    return vector.x;
  else if constexpr (i == 1)
    return vector.y;
  else if constexpr (i == 2)
    return vector.z;
  else
    return vector.w;
}
typedef unsigned short whole2;
typedef unsigned whole4;
typedef unsigned whole8 __attribute__((vector_size(8)));
typedef unsigned whole16 __attribute__((vector_size(16)));
} // namespace lens_shim

#define LENS_COMPONENTS                                                                            \
  template <std::size_t i> __forceinline__ constexpr auto &get() {                                 \
    return lens_shim::component<i>(*this);                                                         \
  }                                                                                                \
  template <std::size_t i> __forceinline__ constexpr auto &get() const {                           \
    return lens_shim::component<i>(*this);                                                         \
  }

#define LENS_VECTOR2(Name, T, bytes)                                                               \
  struct alignas(bytes) Name {                                                                     \
    LENS_COMPONENTS                                                                                \
    union {                                                                                        \
      struct {                                                                                     \
        T x, y;                                                                                    \
      };                                                                                           \
      lens_shim::whole##bytes whole;                                                               \
    };                                                                                             \
    Name() = default;                                                                              \
    constexpr Name(T x_, T y_ = 0) : x(x_), y(y_) {}                                               \
    Name(const Name &other) : whole(other.whole) {}                                                \
    Name &operator=(const Name &other) {                                                           \
      whole = other.whole;                                                                         \
      return *this;                                                                                \
    }                                                                                              \
  };

#define LENS_VECTOR4(Name, T, bytes)                                                               \
  struct alignas(bytes) Name {                                                                     \
    LENS_COMPONENTS                                                                                \
    union {                                                                                        \
      struct {                                                                                     \
        T x, y, z, w;                                                                              \
      };                                                                                           \
      lens_shim::whole##bytes whole;                                                               \
    };                                                                                             \
    Name() = default;                                                                              \
    constexpr Name(T x_, T y_ = 0, T z_ = 0, T w_ = 0) : x(x_), y(y_), z(z_), w(w_) {}             \
    Name(const Name &other) : whole(other.whole) {}                                                \
    Name &operator=(const Name &other) {                                                           \
      whole = other.whole;                                                                         \
      return *this;                                                                                \
    }                                                                                              \
  };

/* A vector of 32 bytes takes two accesses, on the GPU too. */
#define LENS_VECTOR4_WIDE(Name, T)                                                                 \
  struct alignas(16) Name {                                                                        \
    LENS_COMPONENTS                                                                                \
    union {                                                                                        \
      struct {                                                                                     \
        T x, y, z, w;                                                                              \
      };                                                                                           \
      lens_shim::whole16 half[2];                                                                  \
    };                                                                                             \
    Name() = default;                                                                              \
    constexpr Name(T x_, T y_ = 0, T z_ = 0, T w_ = 0) : x(x_), y(y_), z(z_), w(w_) {}             \
    Name(const Name &other) {                                                                      \
      half[0] = other.half[0];                                                                     \
      half[1] = other.half[1];                                                                     \
    }                                                                                              \
    Name &operator=(const Name &other) {                                                           \
      half[0] = other.half[0];                                                                     \
      half[1] = other.half[1];                                                                     \
      return *this;                                                                                \
    }                                                                                              \
  };

#else

#define LENS_VECTOR2(Name, T, bytes)                                                               \
  struct __attribute__((aligned(bytes))) Name {                                                    \
    T x, y;                                                                                        \
  };
#define LENS_VECTOR4(Name, T, bytes)                                                               \
  struct __attribute__((aligned(bytes))) Name {                                                    \
    T x, y, z, w;                                                                                  \
  };
#define LENS_VECTOR4_WIDE(Name, T) LENS_VECTOR4(Name, T, 16)

#endif

/* Vectors of one and three components are aligned like one component, so three components take
 * three accesses, on the GPU too. */
#define LENS_VECTORS(name, T, bytes2, bytes4)                                                      \
  struct name##1 {                                                                                 \
    T x;                                                                                           \
  };                                                                                               \
  struct name##3 {                                                                                 \
    T x, y, z;                                                                                     \
  };                                                                                               \
  LENS_VECTOR2(name##2, T, bytes2)                                                                 \
  LENS_VECTOR4(name##4, T, bytes4)

#define LENS_VECTORS_OF_8(name, T)                                                                 \
  struct name##1 {                                                                                 \
    T x;                                                                                           \
  };                                                                                               \
  struct name##3 {                                                                                 \
    T x, y, z;                                                                                     \
  };                                                                                               \
  LENS_VECTOR2(name##2, T, 16)                                                                     \
  LENS_VECTOR4_WIDE(name##4, T)

LENS_VECTORS(char, signed char, 2, 4)
LENS_VECTORS(uchar, unsigned char, 2, 4)
LENS_VECTORS(short, short, 4, 8)
LENS_VECTORS(ushort, unsigned short, 4, 8)
LENS_VECTORS(int, int, 8, 16)
LENS_VECTORS(uint, unsigned, 8, 16)
LENS_VECTORS(float, float, 8, 16)
LENS_VECTORS_OF_8(long, long)
LENS_VECTORS_OF_8(ulong, unsigned long)
LENS_VECTORS_OF_8(longlong, long long)
LENS_VECTORS_OF_8(ulonglong, unsigned long long)
LENS_VECTORS_OF_8(double, double)

#ifdef __cplusplus
/* The copy constructors of vectors copy bytes, so that code which tests for this, such as groups
 * and std::atomic, treats them as in CUDA. */
#define LENS_TRIVIAL(Type, count)                                                                  \
  template <> struct is_trivially_copyable<Type> : true_type {};                                   \
  template <> inline constexpr bool is_trivially_copyable_v<Type> = true;                          \
  template <> struct tuple_size<Type> : integral_constant<size_t, count> {};                       \
  template <size_t i> struct tuple_element<i, Type> { typedef decltype(Type::x) type; };
#define LENS_TRIVIALS(name)                                                                        \
  LENS_TRIVIAL(name##2, 2)                                                                         \
  LENS_TRIVIAL(name##4, 4)
namespace std {
LENS_TRIVIALS(char)
LENS_TRIVIALS(uchar)
LENS_TRIVIALS(short)
LENS_TRIVIALS(ushort)
LENS_TRIVIALS(int)
LENS_TRIVIALS(uint)
LENS_TRIVIALS(float)
LENS_TRIVIALS(long)
LENS_TRIVIALS(ulong)
LENS_TRIVIALS(longlong)
LENS_TRIVIALS(ulonglong)
LENS_TRIVIALS(double)
} // namespace std
#undef LENS_TRIVIALS
#undef LENS_TRIVIAL
#undef LENS_COMPONENTS
#else
#define LENS_TYPEDEFS(name)                                                                        \
  typedef struct name##1 name##1;                                                                  \
  typedef struct name##2 name##2;                                                                  \
  typedef struct name##3 name##3;                                                                  \
  typedef struct name##4 name##4;
LENS_TYPEDEFS(char)
LENS_TYPEDEFS(uchar)
LENS_TYPEDEFS(short)
LENS_TYPEDEFS(ushort)
LENS_TYPEDEFS(int)
LENS_TYPEDEFS(uint)
LENS_TYPEDEFS(float)
LENS_TYPEDEFS(long)
LENS_TYPEDEFS(ulong)
LENS_TYPEDEFS(longlong)
LENS_TYPEDEFS(ulonglong)
LENS_TYPEDEFS(double)
#undef LENS_TYPEDEFS
#endif

#undef LENS_VECTOR2
#undef LENS_VECTOR4
#undef LENS_VECTOR4_WIDE
#undef LENS_VECTORS
#undef LENS_VECTORS_OF_8

/** The size of a grid or a block. Dimensions that are left out are 1. */
struct dim3 {
  unsigned x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 size) : x(size.x), y(size.y), z(size.z) {}
  constexpr operator uint3() const {
    return uint3{x, y, z};
  }
#endif
};
typedef struct dim3 dim3;

#endif
