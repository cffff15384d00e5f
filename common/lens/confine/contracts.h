/** @file contracts.h
 *  The library functions that a confined program may call, and the check before such a call. The
 *  gate refuses functions without a row. lens-confine inserts the check before the call, and the
 *  runtime makes it (runtime/confine_library.c).
 *
 *  A row has the symbol, or a prefix of symbols followed by a star, and the check.
 */
#ifndef LENS_CONFINE_CONTRACTS_H
#define LENS_CONFINE_CONTRACTS_H

/** Kinds of checks. The objects are those of GNU's C++ library. */
enum lens_contract {
  LENS_CONTRACT_NONE,   /**< the function stores nothing, or checks its own stores */
  LENS_CONTRACT_STRING, /**< the first argument is a string whose buffer is the program's own */
  LENS_CONTRACT_STRING_PART,  /**< the same; the next two arguments are a place and a length in the
                                 string */
  LENS_CONTRACT_STRING_EMPTY, /**< the same, while the string is constructed */
  LENS_CONTRACT_STRING_COPY,  /**< a string that is copied to the second argument */
  LENS_CONTRACT_STORES_8,     /**< the function stores this many bytes at its first argument */
  LENS_CONTRACT_STORES_16,
  LENS_CONTRACT_STORES_32,
  LENS_CONTRACT_STORES_216,
  LENS_CONTRACT_STORES_376,
  LENS_CONTRACT_STORES_SECOND_8, /**< the function stores 8 bytes at its second argument */
  LENS_CONTRACT_TREE_INSERT,
  LENS_CONTRACT_TREE_ERASE,
  LENS_CONTRACT_LIST_HOOK,
  LENS_CONTRACT_LIST_UNHOOK,
  LENS_CONTRACT_LIST_TRANSFER,
  LENS_CONTRACT_LIST_REVERSE,
  LENS_CONTRACT_LIST_SWAP,
  LENS_CONTRACT_STREAM,        /**< std::cout, cerr or clog, or an intact ostringstream */
  LENS_CONTRACT_STREAM_BUFFER, /**< the buffer of an ostringstream; the rest is in its string */
  LENS_CONTRACT_IOS_BEGIN,     /**< the base of a stream under construction, and its buffer */
  LENS_CONTRACT_IOS,           /**< the base of a stream */
  LENS_CONTRACT_LOCALE,        /**< the first argument is the default locale */
  LENS_CONTRACT_CHARACTERS,    /**< the first argument is the default ctype<char> */
  LENS_CONTRACT_ERROR,         /**< a library exception with its text */
  LENS_CONTRACT_ERROR_COPY,    /**< memory for such an exception, and an exception */
  LENS_CONTRACT_THROW,         /**< an exception that is thrown */
  LENS_CONTRACT_CAUGHT,        /**< an exception that the library throws, or has thrown */
  LENS_CONTRACT_CAST,          /**< an object with virtual functions */
  LENS_NUM_CONTRACTS
};

#endif
