/* beside.h: must be found beside the student's file, not beside the translated one. */
template <class First, class Second> struct Pair {
  First first;
  Second second;
};
