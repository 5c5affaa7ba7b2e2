// Edits between calls: options and numbers of the model, the state, to any value.
#include <math.h>
#include <stdlib.h>

#include "calls.h"
#include "model/fields.h"

// ---- the model between calls

void calls_option(calls_Player* p) {
  mjOption* opt = &p->m->opt;
  int* const whole[] = {
      &opt->integrator, &opt->cone,          &opt->jacobian,       &opt->solver,
      &opt->iterations, &opt->ls_iterations, &opt->ccd_iterations, &opt->noslip_iterations};
  mjtNum* const real[] = {&opt->timestep,   &opt->impratio,        &opt->tolerance,
                          &opt->gravity[2], &opt->ls_tolerance,    &opt->noslip_tolerance,
                          &opt->density,    &opt->ccd_tolerance,   &opt->viscosity,
                          opt->wind,        &opt->sleep_tolerance, opt->magnetic};
  const int nwhole = sizeof whole / sizeof *whole, nreal = sizeof real / sizeof *real;
  const int k = calls_byte(p) % (nwhole + nreal + 2);
  if (k < nwhole) {
    *whole[k] = calls_id(p, 4);
  } else if (k < nwhole + nreal) {
    *real[k - nwhole] = calls_number(p);
  } else if (k == nwhole + nreal) {
    opt->disableflags ^= 1 << calls_byte(p) % mjNDISABLE;
  } else {
    opt->enableflags ^= 1 << calls_byte(p) % mjNENABLE;
  }
  calls_limitWork(p->m);
}

// options that shape buffers, all at once
void calls_shape(calls_Player* p) {
  mjOption* opt = &p->m->opt;
  const int k = calls_byte(p);
  opt->jacobian = k % 3;
  opt->solver = k / 3 % 3;
  opt->cone = k / 9 % 2;
  opt->noslip_iterations = k / 18 % 2;
  opt->disableflags = k / 36 % 2 ? mjDSBL_ISLAND : 0;
  opt->enableflags = k / 72 % 2 ? mjENBL_DIAGEXACT : 0;
}

// a number of a model; indices and sizes are its structure and stay
void calls_modelNumber(calls_Player* p) {
  const field_Table table = field_model();
  const field_Field* f = &table.field[calls_word(p) % table.n];
  const mjtSize n = field_count(f, p->m, NULL);
  if (!n || (f->type != FIELD_NUM && f->type != FIELD_FLOAT)) return;
  const mjtSize at = calls_word(p) % n;
  const mjtNum x = calls_number(p);
  if (f->type == FIELD_NUM) ((mjtNum*)field_get(f, p->m))[at] = x;
  if (f->type == FIELD_FLOAT) ((float*)field_get(f, p->m))[at] = (float)x;
}

void calls_kind(calls_Player* p) {
  int* const array[] = {p->m->geom_condim, p->m->geom_contype, p->m->geom_conaffinity,
                        p->m->geom_priority};
  if (p->m->ngeom) array[calls_byte(p) % 4][calls_byte(p) % p->m->ngeom] = calls_byte(p) - 2;
}

// ---- the state between calls

void calls_input(calls_Player* p) {
  const field_Table table = field_data();
  const field_Field* f = &table.field[calls_word(p) % table.n];
  const mjtSize n = field_count(f, p->m, p->d);
  if (!n || f->part != FIELD_INPUT || f->type != FIELD_NUM) return;
  ((mjtNum*)field_get(f, p->d))[calls_word(p) % n] = calls_number(p);
}

void calls_setState(calls_Player* p) {
  const int sig = calls_word(p) & ((1 << mjNSTATE) - 1), n = mj_stateSize(p->m, sig);
  mj_getState(p->m, p->d, p->state, sig);
  if (n > 0) p->state[calls_word(p) % n] = calls_number(p);
  mj_setState(p->m, p->d, p->state, sig);
}

void calls_reset(calls_Player* p) {
  const int kind = calls_byte(p) % 6;
  if (kind == 0) mj_resetData(p->m, p->d);
  if (kind == 1) mj_resetDataKeyframe(p->m, p->d, calls_id(p, p->m->nkey));
  if (kind == 2) mj_resetDataDebug(p->m, p->d, (unsigned char)calls_byte(p));
  if (kind == 3) mj_resetCtrl(p->m, p->d);
  if (kind == 4) mj_setKeyframe(p->m, p->d, calls_id(p, p->m->nkey));
  if (kind == 5) mj_copyData(p->d, p->m, p->fresh);
}

// all of a state at once
void calls_garbageState(calls_Player* p) {
  const int sig = calls_word(p) & ((1 << mjNSTATE) - 1), n = mj_stateSize(p->m, sig);
  mj_getState(p->m, p->d, p->state, sig);
  const mjtNum x = calls_number(p);
  const int step = 1 + calls_byte(p) % 16;
  for (int i = calls_byte(p) % step; i < n; i += step) p->state[i] = x;
  mj_setState(p->m, p->d, p->state, sig);
}

// ---- copies

static void extract(calls_Player* p) {
  const int from = calls_word(p) & ((1 << mjNSTATE) - 1), sig = calls_word(p) & from;
  mjtNum* part = calloc((size_t)mj_stateSize(p->m, sig) + 1, sizeof *part);
  mj_getState(p->m, p->d, p->state, from);
  if (part) mj_extractState(p->m, p->state, from, part, sig);
  free(part);
}

void calls_copies(calls_Player* p) {
  const int kind = calls_byte(p) % 5;
  if (kind == 0) mj_copyData(p->fresh, p->m, p->d);
  if (kind == 1) mj_copyState(p->m, p->fresh, p->d, calls_word(p));
  if (kind == 2) extract(p);
  if (kind == 3) calls_takeModel(p, mj_copyModel(NULL, p->m));
  if (kind == 4) {
    mjData* again = mj_copyData(NULL, p->m, p->d);
    mj_deleteData(p->d);
    p->d = again;
    if (!again) p->at = p->end;
  }
}
