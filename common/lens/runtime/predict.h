/** @file predict.h
 *  The time that each launch would take on a GPU: records the blocks of a launch while they run,
 *  and hands them to the machine model (lens/model) when all have ended.
 *
 *  Without a chosen device, nothing is recorded, and the prediction costs no time. A device is
 *  chosen with lens_set_device or the environment variable LENS_DEVICE.
 */
#ifndef LENS_RUNTIME_PREDICT_H
#define LENS_RUNTIME_PREDICT_H

#include "work.h"

/** Called before a launch: decides whether the launch is recorded. */
void lens_predict_begin(lens_work *work);
/** Called when a block of the launch begins, and when it ends. */
void lens_predict_begin_block(lens_block *block);
void lens_predict_end_block(lens_block *block);
/** Called when threads of the block wait at a barrier, and none of its threads can continue. */
void lens_predict_barrier(lens_block *block);
/** Called when all blocks have ended, while device memory can still be read. */
void lens_predict_end(lens_work *work);
/** Called for a cudaMemset of device memory between launches. */
void lens_predict_memset(uintptr_t address, size_t bytes);
/** Adds what was predicted to the record of the launch and to the log. */
void lens_predict_log(lens_work *work, lens_launch_record *record);

#endif
