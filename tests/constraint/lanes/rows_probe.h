// Contacts and rows of several worlds, made in lanes and taken apart by world, in plain numbers.
#ifndef SINEW_TESTS_ROWS_PROBE_H_
#define SINEW_TESTS_ROWS_PROBE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "constraint/lane_plan.h"

enum { PROBE_BLOCKS = 2000, PROBE_CONTACTS = 1000 };

typedef struct {
  int pair, geom[2], dim;
  mjtNum dist, pos[3], frame[9];
  contact_Params params;
} probe_Contact;

typedef struct {
  int ncon, nblock, nefc, ne, nf;
  probe_Contact contact[PROBE_CONTACTS];
  int shape[PROBE_BLOCKS], type[PROBE_BLOCKS], id[PROBE_BLOCKS];
  int row[PROBE_BLOCKS], efc[PROBE_BLOCKS], rows[PROBE_BLOCKS];  // row: in the world; efc: in lanes
  mjtNum mu[PROBE_BLOCKS];
  mjtNum *J, *D, *R, *aref, *frictionloss;  // of the world's rows
} probe_World;

typedef enum {
  PROBE_GOOD,
  PROBE_FULL,   // there was no room
  PROBE_WRONG,  // numbers where there are none
} probe_Result;

// as many worlds as the width
typedef probe_Result probe_Rows(const mjModel* m, const lane_Plan* plan, mjData* const* world,
                                probe_World* out);
probe_Rows probe_rows_w2, probe_rows_w4_avx2, probe_rows_w8_avx512;

#endif
