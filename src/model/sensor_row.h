// Sensor types: table of allowed objects, dimension, data type and stage, for the compiler, which
// makes sensors, and for the validation of models from files.
#ifndef SINEW_MODEL_SENSOR_ROW_H_
#define SINEW_MODEL_SENSOR_ROW_H_

#include <sinew/model.h>

#define SENSOR_BIT(type) (1u << (type))

enum {
  SENSOR_GIVEN = -1,   // datatype, needstage: given for each sensor
  SENSOR_VARIES = -1,  // dim: depends on objects and parameters
  SENSOR_NREDUCE = 4,  // ways to select contacts: none, mindist, maxforce, netforce
};

typedef struct {
  unsigned obj, ref;  // bits of mjtObj for the allowed object and reference; bit 0: may be absent
  int dim, datatype, needstage;
} sensor_Row;

// the row of an mjtSensor, NULL if there is no such type
const sensor_Row* sensor_row(int type);
// number of values of the ray or contact fields whose bits are set; -1 if none, or invalid bits
int sensor_raySize(int chosen);
int sensor_contactSize(int chosen);

#endif
