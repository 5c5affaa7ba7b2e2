// What each kind of sensor is: for the compiler, which makes sensors, and for the check of models
// that come from a file.
#ifndef SINEW_MODEL_SENSOR_ROW_H_
#define SINEW_MODEL_SENSOR_ROW_H_

#include <sinew/model.h>

#define SENSOR_BIT(type) (1u << (type))

enum {
  SENSOR_GIVEN = -1,   // datatype, needstage: each sensor says it
  SENSOR_VARIES = -1,  // dim: objects and parameters decide
  SENSOR_NREDUCE = 4,  // ways to choose contacts: none, mindist, maxforce, netforce
};

typedef struct {
  unsigned obj, ref;  // bits of mjtObj that may be its object and reference; bit 0: may be absent
  int dim, datatype, needstage;
} sensor_Row;

// the row of an mjtSensor, NULL if there is no such kind
const sensor_Row* sensor_row(int type);
// numbers of the fields of a ray or contact whose bits are set; -1 if there are none, or others
int sensor_raySize(int chosen);
int sensor_contactSize(int chosen);

#endif
