// Questions about the state as it is: Jacobians, contacts, rays, products, histories.
#include <stdlib.h>

#include "calls.h"

// ---- questions

void calls_jacobian(calls_Player* p) {
  const mjModel* m = p->m;
  mjtNum *jacp = p->scratch, *jacr = jacp + 3 * m->nv, point[3];
  const int kind = calls_byte(p) % 9;
  calls_numbers(p, point, 3);
  if (kind == 0) mj_jac(m, p->d, jacp, jacr, point, calls_id(p, m->nbody));
  if (kind == 1) mj_jacBody(m, p->d, jacp, jacr, calls_id(p, m->nbody));
  if (kind == 2) mj_jacBodyCom(m, p->d, jacp, jacr, calls_id(p, m->nbody));
  if (kind == 3) mj_jacGeom(m, p->d, jacp, jacr, calls_id(p, m->ngeom));
  if (kind == 4) mj_jacSite(m, p->d, jacp, jacr, calls_id(p, m->nsite));
  if (kind == 5) mj_jacSubtreeCom(m, p->d, jacp, calls_id(p, m->nbody));
  if (kind == 6) mj_jacDot(m, p->d, jacp, jacr, point, calls_id(p, m->nbody));
  if (kind == 8) mj_jacPointAxis(m, p->d, jacp, jacr, point, point, calls_id(p, m->nbody));
  if (kind == 7) mj_angmomMat(m, p->d, jacp, calls_id(p, m->nbody));
}

void calls_object(calls_Player* p) {
  const int type = calls_id(p, mjNOBJECT), id = calls_id(p, p->m->nbody), kind = calls_byte(p) % 3;
  if (kind == 0) mj_objectVelocity(p->m, p->d, type, id, p->scratch, calls_byte(p) % 2);
  if (kind == 1) mj_objectAcceleration(p->m, p->d, type, id, p->scratch, calls_byte(p) % 2);
  if (kind == 2) mj_id2name(p->m, type, id);
}

void calls_contact(calls_Player* p) {
  const int kind = calls_byte(p) % 4;
  if (kind == 0) mj_contactForce(p->m, p->d, calls_id(p, p->d->ncon), p->scratch);
  if (kind == 1) mj_maxContact(p->m, calls_id(p, p->m->ngeom), calls_id(p, p->m->ngeom), 0);
  if (kind == 2) {
    const int geom1 = calls_id(p, p->m->ngeom), geom2 = calls_id(p, p->m->ngeom);
    mj_geomDistance(p->m, p->d, geom1, geom2, calls_number(p), p->scratch);
  }
  if (kind == 3 && p->d->ncon) {
    mjContact con = p->d->contact[calls_byte(p) % p->d->ncon];
    con.dim = calls_byte(p) % 8;
    con.geom[0] = calls_id(p, p->m->ngeom);
    mj_addContact(p->m, p->d, &con);
  }
}

void calls_ray(calls_Player* p) {
  mjtNum point[3], vec[3];
  int geom, geoms[4];
  calls_numbers(p, point, 3);
  calls_numbers(p, vec, 3);
  const int kind = calls_byte(p) % 4, id = calls_id(p, kind ? p->m->ngeom : p->m->nbody);
  if (kind == 0) mj_ray(p->m, p->d, point, vec, NULL, 1, id, &geom, p->scratch);
  if (kind == 1) mj_rayHfield(p->m, p->d, id, point, vec, p->scratch);
  if (kind == 2) mj_rayMesh(p->m, p->d, id, point, vec, p->scratch);
  if (kind == 3) {
    mjtNum many[12], dist[4];
    calls_numbers(p, many, 12);
    mj_multiRay(p->m, p->d, point, many, NULL, 1, id, geoms, dist, NULL, 4, calls_number(p));
  }
}

// with M, its factor and the rows
void calls_product(calls_Player* p) {
  const mjModel* m = p->m;
  const mjtSize nv = m->nv;
  mjtNum *vec = p->scratch, *res = vec + nv, *root = res + nv * nv;
  const int kind = calls_byte(p) % 9;
  for (int i = 0; i < nv; i++) vec[i] = calls_number(p);
  if (kind == 0) mj_mulM(m, p->d, res, vec);
  if (kind == 1) mj_fullM(m, p->d, res);
  if (kind == 2) mj_solveM(m, p->d, res, vec, 1);
  if (kind == 3) mj_rne(m, p->d, calls_byte(p) % 2, res);
  if (kind == 4) mj_applyFT(m, p->d, vec, vec, vec, calls_id(p, m->nbody), p->d->qfrc_applied);
  if (kind == 5) mj_mulM2(m, p->d, res, vec);
  if (kind == 6) mj_addM(m, p->d, res, NULL, NULL, NULL);
  if (kind == 7) mj_solveM2(m, p->d, res, vec, root, 1);
  if (kind == 8) {
    mjtNum* rows = calloc((size_t)p->d->nefc + 1, sizeof *rows);
    if (!rows) return;
    mj_mulJacVec(m, p->d, rows, vec);
    mj_mulJacTVec(m, p->d, res, rows);
    if (p->d->nefc) rows[calls_byte(p) % p->d->nefc] = calls_number(p);
    mj_constraintUpdate(m, p->d, rows, res, calls_byte(p) % 2);
    free(rows);
  }
}

// coordinates: their difference, a step along them
static void coordinates(calls_Player* p) {
  mjtNum *vel = p->scratch, *pos = vel + p->m->nv;
  mj_differentiatePos(p->m, vel, calls_number(p), p->d->qpos, p->m->qpos0);
  for (int i = 0; i < p->m->nq; i++) pos[i] = p->d->qpos[i];
  mj_integratePos(p->m, pos, vel, calls_number(p));
  if (p->m->nq) pos[calls_byte(p) % p->m->nq] = calls_number(p);
  mj_normalizeQuat(p->m, pos);
}

void calls_history(calls_Player* p) {
  mjtNum value[8], times[8], values[64];
  const int id = calls_id(p, p->m->nactuator), interp = calls_id(p, 4) - 1;
  const int sensor = calls_id(p, p->m->nsensor);
  const mjtNum time = calls_number(p);
  mj_readCtrl(p->m, p->d, id, time, interp);
  // the caller's array has as many numbers as the sensor
  const bool fits = sensor < 0 || sensor >= p->m->nsensor || p->m->sensor_dim[sensor] <= 8;
  if (fits) mj_readSensor(p->m, p->d, sensor, time, value, interp);
  coordinates(p);
  if (!p->m->nactuator || id < 0 || id >= p->m->nactuator || p->m->actuator_history[2 * id] > 8)
    return;
  for (int i = 0; i < 64; i++) values[i] = times[i % 8] = i * 0.1;
  times[calls_byte(p) % 8] = calls_number(p);
  mj_initCtrlHistory(p->m, p->d, id, calls_byte(p) % 2 ? times : NULL, values);
}

void calls_print(calls_Player* p) {
  static const char* const format[] = {"%g", "%12.3f", "%s", "%n", "", "%999999f", "%d", "% -9.2g"};
  const int kind = calls_byte(p) % 16;
  const char* chosen = format[calls_byte(p) % 8];
  // of rows whose later stages have not run yet it prints what is there
  if (kind == 0 && !fuzz_seesUnwritten) mj_printFormattedData(p->m, p->d, "/dev/null", chosen);
  if (kind == 1) mj_printFormattedModel(p->m, "/dev/null", chosen);
  if (kind == 2) mj_actuatorInputName(p->m, calls_id(p, p->m->nactuator), calls_id(p, 4));
  if (kind >= 3) mj_name2id(p->m, calls_id(p, mjNOBJECT), calls_name(p));
}
