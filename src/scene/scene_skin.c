// Linear blend skinning: vertices of skins follow several bones, each with its weight; vertex
// normals. Values are kept in single precision, as the scene holds them.
#include <string.h>

#include "math/quat.h"
#include "scene/draw.h"
#include "scene/scene.h"

// transform from the bind pose to the world
typedef struct {
  mjtNum mat[9], pos[3];
} Bone;

static Bone boneOf(const mjModel* m, const mjData* d, int bone) {
  const int body = m->skin_bonebodyid[bone];
  const float *pos = m->skin_bonebindpos + 3 * bone, *quat = m->skin_bonebindquat + 4 * bone;
  const mjtNum back[4] = {quat[0], -quat[1], -quat[2], -quat[3]},
               bind[3] = {pos[0], pos[1], pos[2]};
  mjtNum turn[4];
  Bone b;
  quat_mul(turn, d->xquat + 4 * body, back);
  quat_toMat(b.mat, turn);
  m3_mulVec(b.pos, b.mat, bind);
  v3_sub(b.pos, d->xpos + 3 * body, b.pos);
  return b;
}

// adds the weighted positions of one bone to the vertices of a skin
static void addBone(const mjModel* m, const Bone* b, int skin, int bone, float* vert) {
  const int first = m->skin_bonevertadr[bone], end = first + m->skin_bonevertnum[bone];
  const float* bound = m->skin_vert + 3 * m->skin_vertadr[skin];
  for (int k = first; k < end; k++) {
    const int v = m->skin_bonevertid[k];
    const float weight = m->skin_bonevertweight[k];
    const mjtNum local[3] = {bound[3 * v], bound[3 * v + 1], bound[3 * v + 2]};
    mjtNum pos[3];
    m3_mulVec(pos, b->mat, local);
    v3_addTo(pos, b->pos);
    for (int i = 0; i < 3; i++) vert[3 * v + i] += weight * (float)pos[i];
  }
}

// adds the normal of each face, weighted by its area, to its vertices
static void addNormals(const mjModel* m, int skin, const float* vert, float* normal) {
  const int* face = m->skin_face + 3 * m->skin_faceadr[skin];
  for (int k = 0; k < m->skin_facenum[skin]; k++) {
    mjtNum edge[2][3], area[3];
    for (int i = 0; i < 3; i++) {
      edge[0][i] = (mjtNum)vert[3 * face[3 * k + 1] + i] - vert[3 * face[3 * k] + i];
      edge[1][i] = (mjtNum)vert[3 * face[3 * k + 2] + i] - vert[3 * face[3 * k] + i];
    }
    v3_cross(area, edge[0], edge[1]);
    for (int c = 0; c < 3; c++) {
      for (int i = 0; i < 3; i++) normal[3 * face[3 * k + c] + i] += (float)area[i];
    }
  }
}

static void inflate(int nvert, float by, float* vert, float* normal) {
  for (int k = 0; k < nvert; k++) {
    float* at = normal + 3 * k;
    mjtNum n[3] = {at[0], at[1], at[2]};
    v3_normalize(n);
    for (int i = 0; i < 3; i++) {
      at[i] = (float)n[i];
      vert[3 * k + i] += by * at[i];
    }
  }
}

static void updateSkin(const mjModel* m, const mjData* d, int skin, float* vert, float* normal) {
  const int first = m->skin_boneadr[skin], end = first + m->skin_bonenum[skin];
  for (int bone = first; bone < end; bone++) {
    const Bone b = boneOf(m, d, bone);
    addBone(m, &b, skin, bone, vert);
  }
  addNormals(m, skin, vert, normal);
  inflate(m->skin_vertnum[skin], m->skin_inflate[skin], vert, normal);
}

void scene_updateSkins(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn) {
  for (int i = 0; i < m->nskin; i++) {
    float *vert = scn->skinvert + 3 * m->skin_vertadr[i],
          *normal = scn->skinnormal + 3 * m->skin_vertadr[i];
    const size_t bytes = 3 * (size_t)m->skin_vertnum[i] * sizeof(float);
    memset(vert, 0, bytes);
    memset(normal, 0, bytes);
    if (draw_hasGroup(opt->skingroup, m->skin_group[i])) updateSkin(m, d, i, vert, normal);
  }
}
