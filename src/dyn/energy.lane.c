// Potential and kinetic energy. Potential: -m g.xipos of all bodies, and of springs U(x) = k x^2/2
// + c0 x^3/3 + c1 x^4/4, x signed for hinges, slides and tendons, a norm for balls and the two
// parts of free joints. Kinetic: v' M v / 2.
//   qpos, xipos, ten_length -> energy[0]; qvel, M -> energy[1]
#include "dyn/dyn.h"
#include "math/quat.h"

_Static_assert(mjNPOLY == 2, "a spring has a linear and a quadratic term");

// stiffness as polynomial: k, c0, c1
LANE_INLINE real springEnergy(real x, const real* k, const real* poly, int i) {
  const real k0 = lane_prm(k, i), c0 = lane_prm(poly, mjNPOLY * i);
  const real c1 = lane_prm(poly, mjNPOLY * i + 1);
  const real xx = x * x, xxx = xx * x;
  return 0.5 * k0 * xx + c0 / 3.0 * xxx + 0.25 * c1 * (xxx * x);
}

// whether a lane has the spring: sums start at 0, to which the other lanes add nothing
LANE_INLINE bool hasSpring(const real* k, const real* poly, int i) {
  return lane_any((k[i] != 0) | (poly[mjNPOLY * i] != 0) | (poly[mjNPOLY * i + 1] != 0));
}

// angle of the rotation from the spring's reference
LANE_INLINE real rotationFrom(const real ref[4], const real qpos[4]) {
  real quat[4], diff[3];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_sub(diff, quat, ref);
  return v3_norm(diff);
}

LANE_INLINE real jointSpring(const lane_Model* m, const lane_Data* d, int j) {
  const int type = m->jnt_type[j];
  const real* qpos = d->qpos + m->jnt_qposadr[j];
  const real* ref = lane_prmAt(m->qpos_spring, m->jnt_qposadr[j]);
  const real *k = lane_prms(m->jnt_stiffness), *poly = lane_prms(m->jnt_stiffnesspoly);
  if (type == mjJNT_HINGE || type == mjJNT_SLIDE) return springEnergy(qpos[0] - ref[0], k, poly, j);
  if (type == mjJNT_BALL) return springEnergy(rotationFrom(ref, qpos), k, poly, j);
  return springEnergy(v3_dist(qpos, ref), k, poly, j) +
         springEnergy(rotationFrom(ref + 3, qpos + 3), k, poly, j);
}

// distance of a length from the spring's dead band
LANE_INLINE real stretch(const lane_Model* m, int tendon, real length) {
  const real lo = lane_prm(m->tendon_lengthspring, 2 * tendon);
  const real hi = lane_prm(m->tendon_lengthspring, 2 * tendon + 1);
  return lane_select(length > hi, length - hi, lane_select(length < lo, length - lo, lane_bc(0)));
}

#if LANE_W == 1
// odd: energy of flexes; edges alone, which are stiff in lines
LANE_INLINE real flexEnergy(const lane_Model* m, const lane_Data* d, int flex) {
  real sum = 0;
  if (m->flex_rigid[flex] || m->flex_interp[flex] || lane_prm(m->flex_edgestiffness, flex) == 0)
    return 0;
  for (int e = m->flex_edgeadr[flex]; e < m->flex_edgeadr[flex] + m->flex_edgenum[flex]; e++) {
    const real x = m->flexedge_length0[e] - d->flexedge_length[e];
    if (!m->flexedge_rigid[e]) sum += 0.5 * lane_prm(m->flex_edgestiffness, flex) * x * x;
  }
  return sum;
}
#endif

void LANE(dyn_energyPos)(const lane_Model* m, lane_Data* d) {
  real sum = lane_bc(0);
  if (!(m->opt.disableflags & mjDSBL_GRAVITY)) {
    real gravity[3];
    for (int k = 0; k < 3; k++) gravity[k] = lane_prm(m->opt.gravity, k);
    for (int i = 1; i < m->nbody; i++) {
      sum = sum - lane_prm(m->body_mass, i) * v3_dot(gravity, d->xipos + 3 * i);
    }
  }
  if (!(m->opt.disableflags & mjDSBL_SPRING)) {
    const range_List ranges = lane_ranges(d);  // odd: energy of sleeping trees
    range_each(ranges, jnt, i) {
      if (hasSpring(lane_prms(m->jnt_stiffness), lane_prms(m->jnt_stiffnesspoly), i)) {
        sum = sum + jointSpring(m, d, i);
      }
    }
    for (int i = 0; i < m->ntendon; i++) {
      if (!hasSpring(lane_prms(m->tendon_stiffness), lane_prms(m->tendon_stiffnesspoly), i)) {
        continue;
      }
      if (lane_isTendonAsleep(m, d, i)) continue;
      const real x = stretch(m, i, d->ten_length[i]);
      sum = sum +
            springEnergy(x, lane_prms(m->tendon_stiffness), lane_prms(m->tendon_stiffnesspoly), i);
    }
#if LANE_W == 1
    for (int f = 0; f < m->nflex; f++) sum = sum + flexEnergy(m, d, f);
#endif
  }
  d->energy[0] = sum;
}

void LANE(dyn_energyVel)(const lane_Model* m, lane_Data* d) {
  lane_mark(d);
  real* momentum = lane_scratch(d, (int)m->nv);
  if (momentum) {
    LANE(dyn_mulM)(m, d, momentum, d->qvel);
    d->energy[1] = 0.5 * vn_dot(momentum, d->qvel, (int)m->nv);
  }
  lane_free(d);
}
