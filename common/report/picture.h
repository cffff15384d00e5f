/** @file picture.h
 *  The common part of the pictures of global and shared memory: the warp's lanes.
 */
#ifndef SL_REPORT_PICTURE_H
#define SL_REPORT_PICTURE_H

#include "judge/reply.h"

#include <stdbool.h>
#include <stdio.h>

enum {
  SL_LANES = 32,
  SL_LINE_BYTES = 128, /**< four sectors; the 32 banks side by side */
  SL_SECTOR_BYTES = 32,
  SL_PICTURE_WIDTH = 760,
  SL_LEFT = 12,  /**< the left edge of the first lane */
  SL_PITCH = 23, /**< the distance from lane to lane */
  SL_LANES_TOP = 18,
  SL_LANES_BOTTOM = 40
};

/** The lanes of a picture. Addresses are bytes; multiples of 128 begin a line. */
typedef struct sl_lanes {
  bool active[SL_LANES];
  long long address[SL_LANES];
  char class[SL_LANES][8]; /**< the colour class of each */
} sl_lanes;

sl_lanes sl_picture_lanes_of(const sl_request *request);

/** Division that rounds down, because addresses may be before their array. */
static inline long long sl_floor_div(long long a, long long b) {
  return a / b - (a % b < 0);
}

/** Returns the x coordinate of the middle of a lane. */
static inline double sl_lane_x(int lane) {
  return SL_LEFT + lane * SL_PITCH + (SL_PITCH - 1) / 2.0;
}

/** Begins the SVG, with a text for people who cannot see it. */
void sl_picture_begin(FILE *file, const sl_request *request, double height);
/** Draws the row of lanes at the top. */
void sl_picture_lanes(FILE *file, const sl_request *request, const sl_lanes *lanes, unsigned bytes);
/** Draws a curve from a lane down to a place. */
void sl_picture_curve(FILE *file, const char *class, int lane, double x, double y);
/** "x[5]", for the element `offset` bytes after the array's first element. */
void sl_picture_element(FILE *file, const sl_request *request, long long offset, unsigned bytes);

#endif
