// mjModel for SIMD over worlds: lane-generic code reads mjModel for one world, or a struct with the
// same member names, generated from the field tables, in which every parameter that may differ
// between worlds (rows WORLD, domain randomization) has a value for each lane. Included by
// lane-generic files after base/lane.h.
//
//   lane_Model           mjModel, or the struct below
//   lane_prm(array, i)   element i of an array of rows WORLD (mass, damping, ...)
//   lane_prmAt(array, i) pointer to element i, for functions that take a row
//   lane_prms(array)     pointer to the first element
//   lane_opt(m, member)  value of a member of mjOption (timestep, density, ...)
//   lane_stat(m, member) value of a member of mjStatistic: the same in all worlds
//   lane_one(m, lane)    the mjModel of a lane, for code that runs lane by lane; all have the same
//                        structure
//   lane_agree(m, cond)  a condition on parameters that decides what is computed (is there a
//                        spring, a fluid): the majority of the lanes decides; the others are noted
//                        in m->mixed, and their worlds must be stepped alone
// tests/checks/check_accessor.py finds code that bypasses the accessors.
#ifndef SINEW_MODEL_LANE_MODEL_H_
#define SINEW_MODEL_LANE_MODEL_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/model.h>

#include "base/lane.h"

#define lane_prm(array, i) ((array)[i])
#define lane_prmAt(array, i) ((array) + (i))
#define lane_prms(array) (array)
#define lane_stat(m, member) ((m)->stat.member)

#if LANE_W == 1

typedef mjModel lane_Model;

#define lane_opt(m, member) ((m)->opt.member)
#define lane_one(m, lane) (m)
#define lane_agree(m, cond) ((void)(m), (bool)(cond))

#else

// scalars are arrays with one element
#define WORLD(name, ...) real name[sizeof(((mjOption*)0)->name) / sizeof(mjtNum)];
#define FIXED(name, ...) __typeof__(((mjOption*)0)->name) name;
typedef struct {
#include "model/option_fields.def"
} lane_Option;
#undef WORLD
#undef FIXED

#define WORLD(name, ...) real* name;
#define NUMBER(name, ...) __typeof__(((mjModel*)0)->name) name;
#define FIXED(name, ...) __typeof__(((mjModel*)0)->name) name;
#define SIZE(name) __typeof__(((mjModel*)0)->name) name;
typedef struct {
#include "model/model_fields.def"
  mjtBool flg_gravcomp, flg_surfacevel, flg_adhesion;
  lane_Option opt;
  mjStatistic stat;
  const mjModel* one[LANE_W];
  mask* mixed;  // lanes that disagreed with the majority; the stepping code clears it
} lane_Model;
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE

#define lane_opt(m, member) ((m)->opt.member[0])
#define lane_one(m, lane) ((m)->one[lane])

// all values as in the model, in all lanes; NULL if out of memory
lane_Model* LANE(lane_makeModel)(const mjModel* m);
void LANE(lane_deleteModel)(lane_Model* m);
// sets the model of one lane: the same structure, values may differ
void LANE(lane_putModel)(lane_Model* m, int lane, const mjModel* one);
// pointer to the values of a row WORLD of mjModel ("body_mass") or of mjOption ("timestep"); NULL:
// not such a row
real* LANE(lane_parameter)(lane_Model* m, const char* name);
// returns the condition of most lanes; notes the others
bool LANE(lane_vote)(const lane_Model* m, const mask* cond);

LANE_INLINE bool lane_agree(const lane_Model* m, mask cond) {
  if (!lane_any(cond)) return false;
  return lane_all(cond) || LANE(lane_vote)(m, &cond);
}

#endif

#endif
