/* beside.h: must be found in the folder of the student's file, not of the translated one. */
template <class First, class Second> struct Pair {
  First first;
  Second second;
};
