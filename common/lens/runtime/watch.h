/** @file watch.h
 *  Detects threads that only spin.
 */
#ifndef LENS_RUNTIME_WATCH_H
#define LENS_RUNTIME_WATCH_H

#include "block.h"

/** Called when a new block begins. */
void lens_watch_begin(lens_block *block);
/** Records the traces of lanes of the current warp. */
void lens_watch_note(lens_block *block, uint32_t lanes);
/** Judges the block after a round, in which each warp that could run had a slice. */
lens_progress lens_watch_judge(lens_block *block);
/** Adds a finding for each thread that spins. Called when the launch hangs. */
void lens_watch_report(lens_block *block);
/** The place to report for a thread whose loop has these entries; 0 if it touches no memory. */
uintptr_t lens_watch_place(const lens_lane *lane, const lens_record *begin, const lens_record *end);

#endif
