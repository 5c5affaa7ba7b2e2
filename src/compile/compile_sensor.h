// Sensors while a model is compiled.
#ifndef SINEW_COMPILE_COMPILE_SENSOR_H_
#define SINEW_COMPILE_COMPILE_SENSOR_H_

#include "compile/compile.h"

typedef struct comp_Sensor {
  spec_Element* e;                     // mjsSensor
  int objtype, objid, reftype, refid;  // ids are -1 if there is none
  int dim, datatype, needstage;
  int adr, historyadr;  // historyadr is -1 if there is none
} comp_Sensor;

#endif
