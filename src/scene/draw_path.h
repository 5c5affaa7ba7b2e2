// Iterates over the path of a spatial tendon, segment by segment.
//   for (draw_Segment s = draw_pathStart(d, tendon); draw_pathNext(d, tendon, &s);)
#ifndef SINEW_SCENE_DRAW_PATH_H_
#define SINEW_SCENE_DRAW_PATH_H_

#include "scene/draw.h"

typedef struct {
  int next;  // index of the path point where it ends and the next one may start
  const mjtNum *from, *to;
  bool inside;  // it lies on a geom that the tendon wraps around
} draw_Segment;

draw_Segment draw_pathStart(const mjData* d, int tendon);
// advances to the next segment, which is no pulley; false: there is none
bool draw_pathNext(const mjData* d, int tendon, draw_Segment* segment);

#endif
