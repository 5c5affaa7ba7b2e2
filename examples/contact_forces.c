// A box comes to rest on the floor: its contacts, their forces, and their sum, which is its weight.
#include <math.h>
#include <stdio.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

static const char scene[] = "<mujoco>"
                            "  <worldbody>"
                            "    <geom name='floor' type='plane' size='1 1 0.1'/>"
                            "    <body pos='0 0 0.12'>"
                            "      <freejoint/>"
                            "      <geom name='box' type='box' size='0.1 0.1 0.1' mass='2'/>"
                            "    </body>"
                            "  </worldbody>"
                            "</mujoco>";

int main(void) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(scene, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (!d) return 1;
  while (d->time < 2) mj_step(m, d);

  mjtNum up = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    mjtNum local[6], world[3];
    mj_contactForce(m, d, i, local);            // in the frame of the contact: normal first
    mju_mulMatTVec3(world, con->frame, local);  // rows of frame are its axes
    printf("%s on %s at (%+.3f %+.3f %+.3f): normal force %.3f N, depth %.1e m\n",
           mj_id2name(m, mjOBJ_GEOM, con->geom[1]), mj_id2name(m, mjOBJ_GEOM, con->geom[0]),
           con->pos[0], con->pos[1], con->pos[2], local[0], -con->dist);
    up += world[2];
  }
  const double weight = -m->opt.gravity[2] * mj_getTotalmass(m);
  printf("sum %.4f N, weight %.4f N\n", up, weight);
  mj_deleteData(d);
  mj_deleteModel(m);
  return fabs(up - weight) < 1e-3 * weight ? 0 : 1;
}
