// Paths of spatial tendons (wrapping around spheres and cylinders) for analytic derivatives,
// lane-generic: straight pieces between points that move with bodies, and tangent points on geoms
// that also slip along the geom.
#ifndef SINEW_DIFF_DERIVATIVE_PATH_H_
#define SINEW_DIFF_DERIVATIVE_PATH_H_

#include "diff/derivative_row.h"
#include "force/wrap.h"

// A segment runs from one site to the next, straight in some worlds, around a geom in others.
// Frames: 0, 1 those of the sites, 2 that of the geom. Points: 0, 1 the sites, 2, 3 where the path
// first and last touches the geom. Pieces: 0 from site to site, 1 from 0 to 2, 2 from 3 to 1.
typedef struct {
  int body[3], last[3],
      place[3];        // of frames: body, last dof that moves it, index of that dof in the row
  bool has[3];         // pieces
  real arm[4][3];      // of points, relative to the reference point of their tree
  real armGeom[2][3];  // of the sites, relative to the reference point of the geom
  real slip[2][2][9];  // of the touching points, by motion of the sites relative to the geom
  real unit[3][3], inverse[3];  // of pieces: direction, 1/length
  real scale[3];                // 1/divisor, or 0 where the path takes another way
} diff_Segment;

typedef struct {
  diff_Segment* segment;
  int n;
} diff_Path;

// path of a tendon, wrenches of a unit tension -> row; false if scratch is short
bool LANE(diff_openPath)(const lane_Model* m, lane_Data* d, int tendon, unsigned without,
                         diff_Path* path, diff_Row* row);
// diff_Change of a path (diff_Path)
void LANE(diff_changePath)(const diff_Row* row, const void* path, int dof);
// motion of point k when a dof moves, without slip; false if it does not move
bool LANE(diff_movePoint)(const diff_Row* row, const diff_Segment* s, int k, int dof, real move[3]);

// touching points k by end points l, slip[k][l] (3 x 3), in world axes, relative to the geom
void LANE(diff_touch)(real slip[2][2][9], const wrap_Geom* geom, const wrap_Result* wrap,
                      const real p0[3], const real p1[3]);

#endif
