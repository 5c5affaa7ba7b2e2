// Which torques make an arm follow a motion? Inverse dynamics tell; forward dynamics prove it.
#include <math.h>
#include <stdio.h>

#include <sinew/sinew.h>

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/arm.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (!d) return 1;

  double worst = 0;
  for (int k = 0; k <= 4; k++) {
    const double time = 0.25 * k;
    for (int i = 0; i < m->nv; i++) {  // every joint swings: angle, velocity, acceleration
      const double rate = 1 + 0.5 * i;
      d->qpos[i] = m->qpos0[i] + 0.3 * sin(rate * time);
      d->qvel[i] = 0.3 * rate * cos(rate * time);
      d->qacc[i] = -0.3 * rate * rate * sin(rate * time);
    }
    const mjtNum wanted = d->qacc[0];
    mj_inverse(m, d);
    printf("t = %.2f: torques", time);
    for (int i = 0; i < m->nv; i++) printf(" %8.3f", d->qfrc_inverse[i]);
    printf("\n");

    mju_copy(d->qfrc_applied, d->qfrc_inverse, m->nv);
    mju_zero(d->ctrl, m->nu);
    mj_forward(m, d);  // includes what the actuators do with zero controls
    for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] -= d->qfrc_actuator[i];
    mj_forward(m, d);
    worst = fmax(worst, fabs(d->qacc[0] - wanted));
  }
  printf("the torques give the accelerations to %.1e\n", worst);
  mj_deleteData(d);
  mj_deleteModel(m);
  return worst < 1e-8 ? 0 : 1;
}
