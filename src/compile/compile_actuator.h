// Actuators as the compiler sees them, and the parts of compiling one: what it acts on
// (compile_transmission.c), its inputs and activations (compile_input.c).
#ifndef SINEW_COMPILE_COMPILE_ACTUATOR_H_
#define SINEW_COMPILE_COMPILE_ACTUATOR_H_

#include "compile/compile.h"
#include "compile/compile_index.h"

typedef struct comp_Actuator {
  spec_Element* e;  // mjsActuator
  int trntype, trnid[2];
  int ctrlspec, ctrlnum, outnum, actnum;
  int ctrladr, outadr, actadr, historyadr;  // actadr, historyadr: -1 if there is none
  bool ctrllimited, forcelimited, actlimited;
  double ctrlrange[2], actrange[2];  // inheritrange applied
} comp_Actuator;

// compile_transmission.c: e -> trntype, trnid
bool comp_transmission(comp_Compile* c, comp_Actuator* a);
// range of the target -> ctrlrange or actrange, if inheritrange asks for it
bool comp_inheritRange(comp_Compile* c, comp_Actuator* a);
// entries of the actuator's rows in the sparse moment; set: scratch
mjtSize comp_momentSize(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set);

// compile_input.c: e, trntype -> ctrlspec, ctrlnum, outnum, actnum; trntype of orientation
// actuators
bool comp_input(comp_Compile* c, comp_Actuator* a);

// compile_actuator.c: delay and samples of an actuator or sensor fit together
bool comp_checkHistory(comp_Compile* c, const spec_Element* e, int nsample, int interp,
                       double delay);
// room for a history of n numbers
bool comp_addHistory(comp_Compile* c, const spec_Element* e, mjtSize n);

#endif
