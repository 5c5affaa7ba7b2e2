// Finite element elasticity of triangles and tetrahedra whose vertices are bodies. Stretching: the
// energy of an element is a quadratic form of the changes s of its squared edge lengths (St.
// Venant-Kirchhoff, Weischedel 2012), s'Ks/4; damping adds damping / h times the change of squared
// lengths in a time step to s. Bending: a quadratic form of the four vertices around an edge
// (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006), and a cubic term for edges that are bent at
// rest.
//   flexvert_xpos, flexedge_length, flexedge_velocity, qvel -> qfrc_spring, qfrc_damper
#include "base/assert.h"
#include "dyn/dyn.h"
#include "force/flex_force.h"
#include "math/vec.h"
#include "model/stack.h"

// ---- bending

// vertices around an edge: both ends, then those opposite to it
// odd: flaps in the order of the edge; the matrix was made for the edge as its first triangle has
// it
static bool flapOf(const mjModel* m, int flex, int edge, int vert[4]) {
  const int e = m->flex_edgeadr[flex] + edge;
  vert[0] = m->flex_edge[2 * e];
  vert[1] = m->flex_edge[2 * e + 1];
  vert[2] = m->flex_edgeflap[2 * e];
  vert[3] = m->flex_edgeflap[2 * e + 1];
  return vert[2] >= 0 && vert[3] >= 0;
}

// gradient of the volume that the four points span
static void volumeSlope(mjtNum g[4][3], const mjtNum* const x[4]) {
  mjtNum e[3][3];
  for (int k = 0; k < 3; k++) v3_sub(e[k], x[k + 1], x[0]);
  v3_cross(g[1], e[1], e[2]);
  v3_cross(g[2], e[2], e[0]);
  v3_cross(g[3], e[0], e[1]);
  for (int k = 0; k < 3; k++) g[0][k] = -(g[1][k] + g[2][k] + g[3][k]);
}

// force[vert_i] -= sum_j K_ij x_j
static inline void addProduct(mjtNum* force, const int vert[4], const mjtNum K[16], const mjtNum* x,
                              mjtNum scale) {
  for (int i = 0; i < 4; i++) {
    const mjtNum* row = K + 4 * i;
    mjtNum* f = force + 3 * vert[i];
    for (int k = 0; k < 3; k++) {
      f[k] -= scale * (row[0] * x[3 * vert[0] + k] + row[1] * x[3 * vert[1] + k] +
                       row[2] * x[3 * vert[2] + k] + row[3] * x[3 * vert[3] + k]);
    }
  }
}

static void bendEdges(const mjModel* m, const mjData* d, int flex, const mjtNum* vel,
                      mjtNum* spring, mjtNum* damper) {
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const mjtNum* K = m->flex_bending + m->flex_bendingadr[flex];
  for (int e = 0; e < m->flex_edgenum[flex]; e++, K += FLEX_BEND) {
    int vert[4];
    if (!flapOf(m, flex, e, vert)) continue;
    if (spring) addProduct(spring, vert, K, xpos, 1);
    if (spring && K[16] != 0) {
      mjtNum g[4][3];
      const mjtNum* const x[4] = {xpos + 3 * vert[0], xpos + 3 * vert[1], xpos + 3 * vert[2],
                                  xpos + 3 * vert[3]};
      volumeSlope(g, x);
      for (int i = 0; i < 4; i++) v3_addToScl(spring + 3 * vert[i], g[i], -K[16]);
    }
    if (damper) addProduct(damper, vert, K, vel, m->flex_damping[flex]);
  }
}

// velocities for the damping of bending: rates of the three dofs of a vertex, or the velocity of
// the vertex
static void bendRates(const mjModel* m, const mjData* d, int flex, bool reaction, mjtNum* vel) {
  const int adr = m->flex_vertadr[flex];
  for (int v = 0; v < m->flex_vertnum[flex]; v++) {
    const int body = m->flex_vertbodyid[adr + v];
    mjtNum* res = vel + 3 * v;
    if (reaction) {
      mjtNum arm[3];
      v3_sub(arm, d->flexvert_xpos + 3 * (adr + v), d->subtree_com + 3 * m->body_rootid[body]);
      v3_cross(res, d->cvel + 6 * body, arm);
      v3_addTo(res, d->cvel + 6 * body + 3);
    } else if (m->body_dofnum[body] == 3) {
      v3_copy(res, d->qvel + m->body_dofadr[body]);
    } else {
      v3_zero(res);
    }
  }
}

// odd: bending on dofs of vertices; what bodies above feel adds up to nothing, but rates of dofs
// are not velocities of points
static void applyBending(const mjModel* m, const mjData* d, int flex, bool reaction,
                         const mjtNum* force, mjtNum* qfrc) {
  const int adr = m->flex_vertadr[flex];
  for (int v = 0; v < m->flex_vertnum[flex]; v++) {
    const int body = m->flex_vertbodyid[adr + v];
    if (reaction) {
      flex_push(m, d, body, d->flexvert_xpos + 3 * (adr + v), force + 3 * v, qfrc);
    } else if (m->body_dofnum[body] == 3) {
      mjtNum local[3];
      m3_mulTVec(local, d->xmat + 9 * body, force + 3 * v);
      v3_addTo(qfrc + m->body_dofadr[body], local);
    }
  }
}

void flex_bend(const mjModel* m, mjData* d, int flex, const flex_Sums* sums) {
  const int n = 3 * m->flex_vertnum[flex];
  const bool damped = sums->damper && m->flex_damping[flex] != 0;
  stack_mark(d);
  mjtNum* both = stack_smooth(d, (damped ? 3 : 1) * (size_t)n);
  if (both) {
    mjtNum *damper = damped ? both + n : NULL, *vel = damped ? both + 2 * n : NULL;
    vn_zero(both, (damped ? 2 : 1) * n);
    if (damped) bendRates(m, d, flex, sums->reaction, vel);
    bendEdges(m, d, flex, vel, sums->spring ? both : NULL, damper);
    if (sums->spring) applyBending(m, d, flex, sums->reaction, both, sums->qspring);
    if (damped) applyBending(m, d, flex, sums->reaction, damper, sums->qdamper);
  }
  stack_free(d);
}

// ---- stretching

// changes of the squared edge lengths from rest, with damping
static void elongations(const mjModel* m, const mjData* d, int flex, mjtNum* s) {
  const int adr = m->flex_edgeadr[flex];
  const mjtNum h = m->opt.timestep, kD = h > 0 ? m->flex_damping[flex] / h : 0;
  for (int e = 0; e < m->flex_edgenum[flex]; e++) {
    const mjtNum l = d->flexedge_length[adr + e], l0 = m->flexedge_length0[adr + e];
    const mjtNum before = l - h * d->flexedge_velocity[adr + e];
    s[e] = l * l - l0 * l0 + (l * l - before * before) * kD;
  }
}

// forces of all elements on vertices; dispatched by dimension, so that loops over local edges are
// unrolled
static inline void stretchElements(const mjModel* m, const mjData* d, int flex, const int dim,
                                   const mjtNum* s, mjtNum* force) {
  const int(*local)[2];
  const int nedge = flex_localEdges(dim, &local);
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const mjtNum* K = m->flex_stiffness + m->flex_stiffnessadr[flex];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex];
       e++, K += FLEX_STRETCH, vert += dim + 1, edge += nedge) {
    mjtNum tension[6] = {0};
    for (int a = 0, at = 0; a < nedge; a++) {
      const mjtNum sa = s[edge[a]];
      tension[a] += K[at++] * sa;
      for (int b = a + 1; b < nedge; b++, at++) {
        tension[b] += K[at] * sa;
        tension[a] += K[at] * s[edge[b]];
      }
    }
    for (int a = 0; a < nedge; a++) {
      const int p = vert[local[a][0]], r = vert[local[a][1]];
      for (int k = 0; k < 3; k++) {
        const mjtNum f = tension[a] * (xpos[3 * p + k] - xpos[3 * r + k]);
        force[3 * p + k] -= f;
        force[3 * r + k] += f;
      }
    }
  }
}

// odd: stretch without springs
void flex_stretch(const mjModel* m, mjData* d, int flex, const flex_Sums* sums) {
  const int adr = m->flex_vertadr[flex], nvert = m->flex_vertnum[flex];
  stack_mark(d);
  mjtNum* s = stack_smooth(d, (size_t)m->flex_edgenum[flex]);
  mjtNum* force = stack_smooth(d, 3 * (size_t)nvert);
  if (s && force) {
    elongations(m, d, flex, s);
    vn_zero(force, 3 * nvert);
    if (m->flex_dim[flex] == 2) {
      stretchElements(m, d, flex, 2, s, force);
    } else {
      stretchElements(m, d, flex, 3, s, force);
    }
    for (int v = 0; v < nvert; v++) {
      flex_push(m, d, m->flex_vertbodyid[adr + v], d->flexvert_xpos + 3 * (adr + v), force + 3 * v,
                sums->qspring);
    }
  }
  stack_free(d);
}
