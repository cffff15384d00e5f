/** @file grid.h
 *  The barrier of the grid, and the end of a launch that makes no progress.
 */
#ifndef LENS_RUNTIME_GRID_H
#define LENS_RUNTIME_GRID_H

#include "work.h"

typedef struct lens_grid lens_grid;
lens_grid *lens_grid_new(lens_work *work);
void lens_grid_free(lens_grid *grid);
/** Called when the block begins to wait at a barrier of the grid. */
void lens_grid_arrive(lens_block *block);
/** Called when a block of a cooperative launch has ended. */
void lens_grid_leave(lens_block *block);
/** Whether all blocks have reached the barrier of the grid at which the block waits. */
bool lens_grid_passed(const lens_block *block);
/** The number of threads that had left the kernel when all blocks last met at a barrier of the
 *  grid. */
uint64_t lens_grid_left(const lens_work *work);
/** Called when all blocks of the host thread wait at a barrier of the grid: sleeps until all blocks
 *  of the launch have reached the barrier, or the launch is stopped. */
void lens_grid_sleep(lens_host *host);
/** The number of blocks that have ended, on all host threads. */
uint64_t lens_grid_num_ended(const lens_work *work);
/** A number that grows whenever some block makes progress. */
uint64_t lens_grid_progress(const lens_work *work);
/** lens_grid_end is called when a block of the host thread has ended, lens_grid_move when a block
 *  has done something other than spin. */
void lens_grid_end(lens_host *host);
void lens_grid_move(lens_host *host);
/** Called when a block has spun for this many entries of its threads' traces. True if the launch
 *  has done nothing else for so long that a remark is due. */
bool lens_grid_spin(lens_work *work, uint64_t entries);
/** Called when all blocks of the host thread have been stuck since it read `progress`. If this is
 *  true for all host threads, the launch hangs and is stopped. */
void lens_grid_vote(lens_host *host, uint64_t progress);
/** Called when the host thread has no more blocks. */
void lens_grid_abstain(lens_host *host);
bool lens_grid_hangs(const lens_work *work);
/** Stops the launch. */
void lens_grid_stop(lens_work *work);

#endif
