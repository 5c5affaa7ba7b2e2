// Rays of camera rangefinders (ray casting), for visualization.
#ifndef SINEW_STEP_SENSOR_RAYS_H_
#define SINEW_STEP_SENSOR_RAYS_H_

#include <sinew/data.h>
#include <sinew/model.h>

// the ray through a pixel of a camera, counted row by row from the top; dir has length 1
void sensor_pixelRay(const mjModel* m, const mjData* d, int cam, int pixel, mjtNum origin[3],
                     mjtNum dir[3]);

#endif
