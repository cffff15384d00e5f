/** @file few_threads.h
 *  For tests: makes pthread_create fail after some successful calls. One file of a test program
 *  includes this header, and the program is linked with -Wl,--wrap=pthread_create, so that the
 *  linker redirects the calls to the function below.
 */
#ifndef SL_BASE_TESTS_FEW_THREADS_H
#define SL_BASE_TESTS_FEW_THREADS_H

#include <errno.h>
#include <pthread.h>

/* The number of threads that may still be started. Negative: any number. */
static int threads_left = -1;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  if (threads_left == 0) return EAGAIN;
  if (threads_left > 0) threads_left--;
  return __real_pthread_create(thread, attributes, start, argument);
}

#endif
