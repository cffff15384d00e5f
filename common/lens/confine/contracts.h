/** @file contracts.h
 *  What a confined program may call in libraries, and what is looked at before such a call. The
 * gate refuses what no row has. lens-confine puts the check in front of the call, and the runtime
 * makes it (runtime/confine_library.c).
 *
 *  A row: the symbol, or with a star at its end what all such symbols begin with; the check.
 */
#ifndef LENS_CONFINE_CONTRACTS_H
#define LENS_CONFINE_CONTRACTS_H

/** Kinds of checks. The objects are those of GNU's C++ library. */
enum lens_contract {
  LENS_CONTRACT_NONE,        /**< it stores nothing, or looks itself */
  LENS_CONTRACT_STRING,      /**< the first argument is a string: its buffer is the program's own */
  LENS_CONTRACT_STRING_PART, /**< the same; the next two are a place and a length in it */
  LENS_CONTRACT_STRING_EMPTY, /**< the same, while it is made */
  LENS_CONTRACT_STRING_COPY,  /**< a string that is copied to the second argument */
  LENS_CONTRACT_STORES_8,     /**< it stores so many bytes at its first argument */
  LENS_CONTRACT_STORES_16,
  LENS_CONTRACT_STORES_32,
  LENS_CONTRACT_STORES_216,
  LENS_CONTRACT_STORES_376,
  LENS_CONTRACT_STORES_SECOND_8, /**< at its second argument */
  LENS_CONTRACT_TREE_INSERT,
  LENS_CONTRACT_TREE_ERASE,
  LENS_CONTRACT_LIST_HOOK,
  LENS_CONTRACT_LIST_UNHOOK,
  LENS_CONTRACT_LIST_TRANSFER,
  LENS_CONTRACT_STREAM,        /**< std::cout, cerr or clog, or an ostringstream as it should be */
  LENS_CONTRACT_STREAM_BUFFER, /**< the buffer of an ostringstream; the rest lies in its string */
  LENS_CONTRACT_IOS_BEGIN,     /**< the base of a stream that is being made, and its buffer */
  LENS_CONTRACT_IOS,           /**< the base of a stream */
  LENS_CONTRACT_LOCALE,        /**< the first argument is the usual locale */
  LENS_CONTRACT_CHARACTERS,    /**< the first argument is the usual ctype<char> */
  LENS_CONTRACT_ERROR,         /**< an exception of the library with its text */
  LENS_CONTRACT_ERROR_COPY,    /**< room for one, and one */
  LENS_CONTRACT_THROW,         /**< an exception that is thrown */
  LENS_CONTRACT_CAUGHT,        /**< what the library throws, or has thrown */
  LENS_CONTRACT_CAST,          /**< an object with virtual functions */
  LENS_NUM_CONTRACTS
};

#endif
