// The model that lane-generic code reads: mjModel for one world, or a struct with its member names,
// made of the field tables, in which every number that worlds may differ in (rows WORLD) has a
// value for each lane. Included by lane-generic files after base/lane.h.
//
//   lane_Model           mjModel, or the struct below
//   lane_prm(array, i)   number i of an array of rows WORLD (mass, damping, ...)
//   lane_prmAt(array, i) where number i and those behind it are, for functions that take a row
//   lane_prms(array)     where all of them are
//   lane_opt(m, member)  the same of a number of mjOption (timestep, density, ...)
//   lane_stat(m, member) a number of mjStatistic: one for all worlds
//   lane_one(m, lane)    the mjModel of a lane, for what is done lane by lane; all have the same
//                        structure
//   lane_agree(m, cond)  the answer of a question about parameters that decides what is computed
//   (is
//                        there a spring, is there a fluid). Where lanes differ, that of most of
//                        them; the others are noted in m->mixed, and their worlds must be stepped
//                        alone
// tests/checks/check_accessor.py finds code that goes round the accessors.
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

// scalars are arrays of one number
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
  mask* mixed;  // lanes that went another way than the others; who steps clears it
} lane_Model;
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE

#define lane_opt(m, member) ((m)->opt.member[0])
#define lane_one(m, lane) ((m)->one[lane])

// all numbers as the model has them, in all lanes; NULL if memory is short
lane_Model* LANE(lane_makeModel)(const mjModel* m);
void LANE(lane_deleteModel)(lane_Model* m);
// the model of one lane: of the same structure, the numbers may differ
void LANE(lane_putModel)(lane_Model* m, int lane, const mjModel* one);
// where the numbers of a row WORLD of mjModel are ("body_mass") or of mjOption ("timestep"); NULL:
// it is none
real* LANE(lane_parameter)(lane_Model* m, const char* name);
// the answer of most lanes; the others are noted
bool LANE(lane_vote)(const lane_Model* m, const mask* cond);

LANE_INLINE bool lane_agree(const lane_Model* m, mask cond) {
  if (!lane_any(cond)) return false;
  return lane_all(cond) || LANE(lane_vote)(m, &cond);
}

#endif

#endif
