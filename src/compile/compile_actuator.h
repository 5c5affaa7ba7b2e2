// Actuators while a model is compiled, and the parts of compiling one: its transmission
// (compile_transmission.c), its control inputs and activations (compile_input.c).
#ifndef SINEW_COMPILE_COMPILE_ACTUATOR_H_
#define SINEW_COMPILE_COMPILE_ACTUATOR_H_

#include "compile/compile.h"
#include "compile/compile_index.h"

typedef struct comp_Actuator {
  spec_Element* e;  // mjsActuator
  int trntype, trnid[2];
  int ctrlspec, ctrlnum, outnum, actnum;
  int ctrladr, outadr, actadr, historyadr;  // actadr, historyadr: -1 if none
  bool ctrllimited, forcelimited, actlimited;
  double ctrlrange[2], actrange[2];  // after inheritrange
} comp_Actuator;

// compile_transmission.c: e -> trntype, trnid
bool comp_transmission(comp_Compile* c, comp_Actuator* a);
// copies the range of the target to ctrlrange or actrange, if inheritrange is set
bool comp_inheritRange(comp_Compile* c, comp_Actuator* a);
// number of entries of the actuator's rows in the sparse moment matrix; set: scratch
mjtSize comp_momentSize(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set);

// compile_input.c: e, trntype -> ctrlspec, ctrlnum, outnum, actnum; trntype of orientation
// actuators
bool comp_input(comp_Compile* c, comp_Actuator* a);

// compile_actuator.c: checks that delay and number of samples of an actuator or sensor are
// consistent
bool comp_checkHistory(comp_Compile* c, const spec_Element* e, int nsample, int interp,
                       double delay);
// reserves space for a history buffer of n numbers
bool comp_addHistory(comp_Compile* c, const spec_Element* e, mjtSize n);

#endif
