/** @file grid.h
 *  The barrier of the grid, and the end of a launch that makes no progress.
 */
#ifndef LENS_RUNTIME_GRID_H
#define LENS_RUNTIME_GRID_H

#include "work.h"

typedef struct lens_grid lens_grid;
lens_grid *lens_grid_new(lens_work *work);
void lens_grid_free(lens_grid *grid);
/** The block waits for the others. */
void lens_grid_arrive(lens_block *block);
/** The block, of a cooperative launch, has ended. */
void lens_grid_leave(lens_block *block);
/** Whether the grid has met since the block arrived. */
bool lens_grid_passed(const lens_block *block);
/** Threads that had left the kernel when the grid last came together. */
uint64_t lens_grid_left(const lens_work *work);
/** All blocks of the host thread wait: sleeps until the grid has met, or the launch is stopped. */
void lens_grid_sleep(lens_host *host);
/** Blocks that have ended, on all host threads. */
uint64_t lens_grid_num_ended(const lens_work *work);
/** A number that grows whenever some block makes progress. */
uint64_t lens_grid_progress(const lens_work *work);
/** A block of the host thread has ended, or done something that is not spinning. */
void lens_grid_end(lens_host *host);
void lens_grid_move(lens_host *host);
/** Some block spun for this many entries of its threads' traces. True if the launch has done
 *  nothing else for so long that a remark is due. */
bool lens_grid_spin(lens_work *work, uint64_t entries);
/** All blocks of the host thread were stuck since `progress` was read. When that is true of all
 *  host threads, the launch hangs and is stopped. */
void lens_grid_vote(lens_host *host, uint64_t progress);
/** The host thread has no more blocks. */
void lens_grid_abstain(lens_host *host);
bool lens_grid_hangs(const lens_work *work);
/** Stops the launch. */
void lens_grid_stop(lens_work *work);

#endif
