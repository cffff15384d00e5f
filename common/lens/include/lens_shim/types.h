/* types.h: descriptions of array elements, for findings: the size of an element, the lengths of
 * inner dimensions, the names of members.
 */
#ifndef LENS_SHIM_TYPES_H
#define LENS_SHIM_TYPES_H

#include "../../abi.h"

#if defined __cplusplus && __cplusplus >= 201703L
#include <type_traits>

#pragma GCC system_header /* allows offsetof for structures with constructors and bases */

namespace lens_shim {

template <class T, class = void> inline constexpr bool is_complete = false;
template <class T> inline constexpr bool is_complete<T, std::void_t<decltype(sizeof(T))>> = true;

template <class S> const lens_member *members_of();

/* Describes the target of a `T *`: elements of type T, or the elements of T if T is an array. */
template <class T>
inline constexpr lens_type type = {sizeof(std::remove_all_extents_t<T>),
                                   {std::extent_v<T, 0>, std::extent_v<T, 1>},
                                   std::is_class_v<std::remove_all_extents_t<T>>
                                       ? members_of<std::remove_cv_t<std::remove_all_extents_t<T>>>
                                       : nullptr};

/* Describes what a pointer P points to; NULL for void, for functions, and if P is not a pointer. */
template <class P> constexpr const lens_type *pointee() {
  typedef std::remove_pointer_t<std::remove_cv_t<std::remove_reference_t<P>>> T;
  if constexpr (std::is_pointer_v<std::remove_cv_t<std::remove_reference_t<P>>> &&
                std::is_object_v<T>) {
    if constexpr (is_complete<T>) return &type<T>;
  }
  return nullptr;
}

template <class T> constexpr lens_member member(const char *name, size_t offset) {
  return {name, offset, sizeof(T), std::is_array_v<T>, &type<std::remove_extent_t<T>>};
}

/* Describes a member of a structure, if the generic lambda `get` can return it: bit fields,
 * references and private members have no address here. */
template <class S, class Get> constexpr lens_member try_member(Get get) {
  if constexpr (std::is_invocable_v<Get, S *>) return get(static_cast<S *>(nullptr));
  return {"", 0, 0, 0, nullptr};
}

#define LENS_MEMBER_NAMED(S, name)                                                                 \
  lens_shim::try_member<S>(                                                                        \
      [](auto *s) -> std::enable_if_t<std::is_member_object_pointer_v<                             \
                                          decltype(&std::remove_pointer_t<decltype(s)>::name)>,    \
                                      lens_member> {                                               \
        typedef std::remove_pointer_t<decltype(s)> Own;                                            \
        return lens_shim::member<decltype(Own::name)>(#name, __builtin_offsetof(Own, name));       \
      })

/* A structure of the program is followed by a function of this name that describes its members
 * (translate/members.c). For other structures, such as float4, these names are tried. */
template <class S> const lens_member *lens_members_of(const S *) {
  static constexpr lens_member list[] = {LENS_MEMBER_NAMED(S, x),
                                         LENS_MEMBER_NAMED(S, y),
                                         LENS_MEMBER_NAMED(S, z),
                                         LENS_MEMBER_NAMED(S, w),
                                         {nullptr, 0, 0, 0, nullptr}};
  return list;
}

template <class S> const lens_member *members_of() {
  return lens_members_of(static_cast<const S *>(nullptr));
}

} // namespace lens_shim
#endif

#endif
