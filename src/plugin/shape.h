// Signed distance fields (SDF) in closed form: shared code of the built-in shapes, a form of
// constructive solid geometry. A shape is a distance as a function of a point and of its
// attributes, a bounding box (AABB), and default values of the attributes; instances cache the
// parsed values.
#ifndef SINEW_PLUGIN_SHAPE_H_
#define SINEW_PLUGIN_SHAPE_H_

#include <sinew/plugin.h>

enum { SHAPE_MOST = 5 };  // attributes

// for mjpPlugin: init and destroy of an instance, its distance, and the gradient by finite
// differences
int shape_init(const mjModel* m, mjData* d, int instance);
void shape_destroy(mjData* d, int instance);
mjtNum shape_distance(const mjtNum point[3], const mjData* d, int instance);
void shape_gradient(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
// attribute values of an instance
const mjtNum* shape_attributes(const mjData* d, int instance);
// texts -> n values, the default where the text is not a number
void shape_read(mjtNum attribute[], const char* value[], const mjtNum standard[], int n);

// union, intersection and difference of solids, by their distances
static inline mjtNum shape_union(mjtNum a, mjtNum b) { return a < b ? a : b; }
static inline mjtNum shape_both(mjtNum a, mjtNum b) { return a > b ? a : b; }
static inline mjtNum shape_without(mjtNum a, mjtNum b) { return shape_both(a, -b); }
// Euclidean norm of a 2D vector
mjtNum shape_length(mjtNum x, mjtNum y);

// a thread around the z axis and the hexagonal head of a screw (shape_screw.c)
typedef struct {
  mjtNum d;      // distance from the shaft
  mjtNum tooth;  // height of the ridge of the thread at this angle and z, in pitches
} shape_Thread;
shape_Thread shape_thread(const mjtNum p[3], mjtNum radius);
mjtNum shape_head(const mjtNum p[3], mjtNum d);
// shared by bolt and nut: attribute `radius`, and the bounding box
extern const char* const shape_threadNames[1];
void shape_readThread(mjtNum attribute[], const char* name[], const char* value[]);
void shape_threadBox(mjtNum aabb[6], const mjtNum* attribute);
#define SHAPE_SLOPE 0.70710678118654752  // of faces at 45 degrees

// a row of the plugin table; `read` and the other arguments are functions of the shape's file
#define SHAPE_PLUGIN(id, title, names, read, value, slope, box)                                    \
  const mjpPlugin shipped_##id = {.name = title,                                                   \
                                  .nattribute = sizeof names / sizeof *names,                      \
                                  .attributes = names,                                             \
                                  .capabilityflags = mjPLUGIN_SDF,                                 \
                                  .init = shape_init,                                              \
                                  .destroy = shape_destroy,                                        \
                                  .sdf_distance = shape_distance,                                  \
                                  .sdf_gradient = slope,                                           \
                                  .sdf_staticdistance = value,                                     \
                                  .sdf_attribute = read,                                           \
                                  .sdf_aabb = box}

#endif
