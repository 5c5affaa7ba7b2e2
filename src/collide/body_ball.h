// The bounding sphere around the geoms of a body, inflated by margin and gap.
//   geom_xpos, xipos, ximat -> ball
#ifndef SINEW_COLLIDE_BODY_BALL_H_
#define SINEW_COLLIDE_BODY_BALL_H_

#include "collide/ball.h"
#include "collide/filter.h"
#include "math/vec.h"

static const mjtNum BALL_WIDEN = 1 + 1e-10;  // against rounding: a later test decides

// a geom's share of the contact distance threshold: how far from its surface it may make contacts
static inline mjtNum ball_ownLimit(const mjModel* m, int g) {
  const mjtNum margin =
      m->opt.enableflags & mjENBL_OVERRIDE ? 0.5 * m->opt.o_margin : m->geom_margin[g];
  return margin + m->geom_gap[g];
}

// radius of the bounding sphere of a geom
static inline mjtNum ball_ofGeom(const mjModel* m, int g) {
  return m->geom_rbound[g] > 0 ? m->geom_rbound[g] + ball_ownLimit(m, g) : (mjtNum)__builtin_inf();
}

// centered at the root box of the bounding volume hierarchy if its margins are valid, else at the
// inertial frame
static inline void ball_ofMany(const mjModel* m, const mjData* d, int body, ball_Ball* ball) {
  const mjtNum* center = d->xipos + 3 * body;
  const int adr = m->body_geomadr[body], root = m->body_bvhadr[body];
  if (!(m->opt.disableflags & mjDSBL_MIDPHASE) && !(m->opt.enableflags & mjENBL_OVERRIDE) &&
      root >= 0) {
    const mjtNum* aabb = m->bvh_aabb + 6 * root;
    m3_mulVec(ball->pos, d->ximat + 9 * body, aabb);
    v3_addTo(ball->pos, center);
    const mjtNum radius = v3_norm(aabb + 3);
    ball->radius = radius < 1e9 ? radius + m->body_margin[body] : (mjtNum)__builtin_inf();
    return;
  }
  v3_copy(ball->pos, center);
  ball->radius = 0;
  for (int i = 0; i < m->body_geomnum[body]; i++) {
    const mjtNum reach = v3_dist(center, d->geom_xpos + 3 * (adr + i)) + ball_ofGeom(m, adr + i);
    if (reach > ball->radius) ball->radius = reach;
  }
}

static inline bool ball_has(const mjModel* m, int body) {
  return filter_canCollide(m, body) && m->body_geomnum[body];
}

static inline void ball_ofBody(const mjModel* m, const mjData* d, int body, ball_Ball* ball) {
  if (m->body_geomnum[body] == 1) {
    const int g = m->body_geomadr[body];
    v3_copy(ball->pos, d->geom_xpos + 3 * g);
    ball->radius = ball_ofGeom(m, g);
  } else {
    ball_ofMany(m, d, body, ball);
  }
  ball->radius *= BALL_WIDEN;
  if (ball->radius < 0) ball->radius = 0;  // negative margin: 0 is conservative
}

#endif
