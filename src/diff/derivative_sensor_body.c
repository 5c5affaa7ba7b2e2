// Effect of one input on velocities, accelerations, momenta and wrenches of bodies and subtrees
// (rigid body kinematics and dynamics, differentiated), with reference points held fixed:
//   dv_b = rate + S_j x v_b,   da_b = bare + S_j x a_b      (diff/derivative_sensor_parts.h)
//   d(I v) = S_j x* I v + I rate
//   d(I a + v x* I v) = S_j x* (I a + v x* I v) + I bare + rate x* I v + v x* I rate
// terms with S_j and rate only for bodies that the input moves; then sums over subtrees.
//   cdof, cdof_dot, cvel, cinert, xipos, motion arrays of diff_Work, dqacc -> column_Column
#include "diff/derivative_sensor_parts.h"
#include "math/spatial.h"

// ---- queries

static const mjtNum still[6];

const mjtNum* column_shift(const column_Column* c, int body) {
  return c->input == COLUMN_Q && c->moved[body] ? c->shift : still;
}

static const mjtNum* rateOf(const column_Column* c, int body) {
  return c->moved[body] ? c->rate : still;
}

static const mjtNum* reference(const column_Column* c, int body) {
  return c->d->subtree_com + 3 * c->m->body_rootid[body];
}

void column_point(const column_Column* c, int body, const mjtNum point[3], mjtNum res[3]) {
  const mjtNum* shift = column_shift(c, body);
  mjtNum offset[3];
  v3_sub(offset, point, reference(c, body));
  v3_cross(res, shift, offset);
  v3_addTo(res, shift + 3);
}

void column_velocity(const column_Column* c, int body, mjtNum res[6]) {
  spat_crossMotion(res, column_shift(c, body), c->d->cvel + 6 * body);
  v6_addTo(res, rateOf(c, body));
}

void column_acceleration(const column_Column* c, int body, mjtNum res[6]) {
  spat_crossMotion(res, column_shift(c, body), c->s->work->cacc + 6 * body);
  v6_addTo(res, c->bare + 6 * body);
}

// ---- inputs

const mjtNum* column_of(const column_Column* c, const diff_Matrix* mat, int* stride) {
  const mjtNum* const block[] = {mat->q, mat->v, mat->act, mat->ctrl};
  const mjtNum* at = block[c->input];
  *stride = c->input == COLUMN_CTRL ? mat->cstride : mat->stride;
  return at ? at + c->index : NULL;
}

mjtNum column_entry(const column_Column* c, const diff_Matrix* mat, int row) {
  int stride;
  const mjtNum* at = column_of(c, mat, &stride);
  return at ? at[(ptrdiff_t)row * stride] : 0;
}

// ---- scratch and the point

// sums over subtrees, about the reference point of each body: that of the world is a different
// point
static void sumSubtrees(const column_Column* c, mjtNum* wrench) {
  for (int b = (int)c->m->nbody - 1; b > 0; b--) {
    const int parent = c->m->body_parentid[b];
    mjtNum offset[3], moved[6];
    v3_sub(offset, reference(c, parent), reference(c, b));
    spat_shiftForce(moved, wrench + 6 * b, offset);
    v6_addTo(wrench + 6 * parent, parent ? wrench + 6 * b : moved);
  }
}

static void fillPoint(const column_Column* c) {
  const mjData* d = c->d;
  for (int b = 0; b < c->m->nbody; b++) {
    mjtNum *momentum = c->bodyMomentum + 6 * b, *force = c->bodyForce + 6 * b, gyro[6];
    spat_mulInertia(momentum, d->cinert + 10 * b, d->cvel + 6 * b);
    v6_copy(c->subtreeMomentum + 6 * b, momentum);
    spat_mulInertia(force, d->cinert + 10 * b, c->s->work->cacc + 6 * b);
    spat_crossForce(gyro, d->cvel + 6 * b, momentum);
    v6_addTo(force, gyro);
  }
  sumSubtrees(c, c->subtreeMomentum);
}

bool column_open(column_Column* c, const mjModel* m, mjData* d, const diff_Sensors* s, int parts) {
  const int nbody = (int)m->nbody;
  *c = (column_Column){.m = m, .d = d, .s = s, .parts = parts};
  mjtNum** const part[] = {&c->bodyMomentum, &c->subtreeMomentum, &c->bodyForce, &c->bare,
                           &c->momentum,     &c->wrench,          &c->com};
  enum { NPART = sizeof part / sizeof *part };
  mjtNum* at = stack_num(d, (size_t)(6 * NPART * nbody));
  c->moved = stack_alloc(d, (size_t)nbody, 1);
  if (!at || !c->moved) return false;
  vn_zero(at, 6 * NPART * nbody);
  for (int k = 0; k < NPART; k++) *part[k] = at + 6 * k * nbody;
  fillPoint(c);
  return true;
}

// ---- a column

static void setMotion(column_Column* c) {
  const mjModel* m = c->m;
  const bool moves = c->input == COLUMN_Q || c->input == COLUMN_V;
  const int body = moves ? m->dof_bodyid[c->index] : -1;
  c->moved[0] = false;
  for (int b = 1; b < m->nbody; b++) c->moved[b] = b == body || c->moved[m->body_parentid[b]];
  if (!moves) return;
  const mjtNum *S = c->d->cdof + 6 * c->index, *Sd = c->d->cdof_dot + 6 * c->index;
  v6_copy(c->shift, S);
  v6_copy(c->rate, c->input == COLUMN_Q ? Sd : S);
}

// W_b(dqacc) of all bodies, then the terms of the moved bodies
static void setAcceleration(column_Column* c) {
  const mjModel* m = c->m;
  const diff_Work* w = c->s->work;
  const mjtNum* own = (c->input == COLUMN_Q ? w->dotdot : w->both) + 6 * c->index;
  int stride;
  const mjtNum* dqacc = column_of(c, &c->s->qacc, &stride);
  v6_zero(c->bare);
  for (int b = 1; b < m->nbody; b++) {
    v6_copy(c->bare + 6 * b, c->bare + 6 * m->body_parentid[b]);
    const int adr = m->body_dofadr[b], end = adr + m->body_dofnum[b];
    for (int k = adr; dqacc && k < end; k++) {
      v6_addToScl(c->bare + 6 * b, c->d->cdof + 6 * k, dqacc[(ptrdiff_t)k * stride]);
    }
  }
  for (int b = 1; b < m->nbody; b++) {
    if (!c->moved[b]) continue;
    mjtNum product[6];
    spat_crossMotion(product, c->rate, c->d->cvel + 6 * b);
    v6_addTo(c->bare + 6 * b, product);
    v6_addTo(c->bare + 6 * b, own);
  }
}

// the center of mass of a subtree without mass is that of its body
static void setCom(column_Column* c) {
  const mjModel* m = c->m;
  for (int b = 0; b < m->nbody; b++) {
    column_point(c, b, c->d->xipos + 3 * b, c->com + 3 * b);
    v3_scl(c->com + 3 * b, c->com + 3 * b, m->body_mass[b]);
  }
  for (int b = (int)m->nbody - 1; b >= 0; b--) {
    const mjtNum mass = m->body_subtreemass[b];
    if (b) v3_addTo(c->com + 3 * m->body_parentid[b], c->com + 3 * b);
    if (mass < mjMINVAL) {
      column_point(c, b, c->d->xipos + 3 * b, c->com + 3 * b);
    } else {
      v3_scl(c->com + 3 * b, c->com + 3 * b, 1 / mass);
    }
  }
}

static void setMomentum(column_Column* c) {
  for (int b = 0; b < c->m->nbody; b++) {
    mjtNum part[6];
    spat_crossForce(c->momentum + 6 * b, column_shift(c, b), c->bodyMomentum + 6 * b);
    spat_mulInertia(part, c->d->cinert + 10 * b, rateOf(c, b));
    v6_addTo(c->momentum + 6 * b, part);
  }
  sumSubtrees(c, c->momentum);
}

static void bodyWrench(const column_Column* c, int b, mjtNum res[6]) {
  const mjtNum *I = c->d->cinert + 10 * b, *vel = c->d->cvel + 6 * b, *rate = rateOf(c, b);
  mjtNum part[6], momentum[6];
  spat_crossForce(res, column_shift(c, b), c->bodyForce + 6 * b);
  spat_mulInertia(part, I, c->bare + 6 * b);
  v6_addTo(res, part);
  spat_crossForce(part, rate, c->bodyMomentum + 6 * b);
  v6_addTo(res, part);
  spat_mulInertia(momentum, I, rate);
  spat_crossForce(part, vel, momentum);
  v6_addTo(res, part);
}

// The wrenches of trees are summed at the world unshifted, each about the center of mass of its
// tree: so the motion of these points counts there.
static void setWrench(column_Column* c) {
  const mjModel* m = c->m;
  for (int b = 0; b < m->nbody; b++) bodyWrench(c, b, c->wrench + 6 * b);
  column_subExternal(c);
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    const int parent = m->body_parentid[b];
    v6_addTo(c->wrench + 6 * parent, c->wrench + 6 * b);
    if (!parent) {
      mjtNum turn[3];
      v3_cross(turn, c->com + 3 * b, c->d->cfrc_int + 6 * b + 3);
      v3_subFrom(c->wrench, turn);
    }
  }
}

void column_set(column_Column* c, column_Input input, int index) {
  c->input = input;
  c->index = index;
  setMotion(c);
  if (c->parts & COLUMN_ACC) setAcceleration(c);
  if (c->parts & COLUMN_COM) setCom(c);
  if (c->parts & COLUMN_MOMENTUM) setMomentum(c);
  if (c->parts & COLUMN_WRENCH) setWrench(c);
}
