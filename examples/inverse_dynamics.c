// Inverse dynamics: which torques make an arm follow a motion? mj_inverse computes them; a forward
// simulation step with these torques proves it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/arm.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mjtNum* wanted = (mjtNum*)malloc(sizeof(mjtNum) * (size_t)m->nv);
  if (!d || !wanted) return 1;

  double worst = 0;
  for (int k = 0; k <= 4; k++) {
    const double time = 0.25 * k;
    mj_resetDataKeyframe(m, d, mj_name2id(m, mjOBJ_KEY, "home"));
    for (int j = 0; j < m->njnt; j++) {  // the hinges swing about the keyframe, the rest stays
      if (m->jnt_type[j] != mjJNT_HINGE) continue;
      const int dof = m->jnt_dofadr[j];
      const double rate = 1 + 0.5 * j;
      d->qpos[m->jnt_qposadr[j]] += 0.1 * sin(rate * time);
      d->qvel[dof] = 0.1 * rate * cos(rate * time);
      d->qacc[dof] = -0.1 * rate * rate * sin(rate * time);
    }
    mju_copy(wanted, d->qacc, m->nv);
    mj_inverse(m, d);
    printf("t = %.2f s, torques in N m:", time);
    for (int j = 0; j < m->njnt; j++) {
      if (m->jnt_type[j] == mjJNT_HINGE) printf(" %7.2f", d->qfrc_inverse[m->jnt_dofadr[j]]);
    }
    printf("\n");

    mju_copy(d->qfrc_applied, d->qfrc_inverse, m->nv);
    mju_zero(d->ctrl, m->nu);
    mj_forward(m, d);  // includes what the actuators do with zero controls
    for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] -= d->qfrc_actuator[i];
    mj_forward(m, d);
    for (int i = 0; i < m->nv; i++) worst = fmax(worst, fabs(d->qacc[i] - wanted[i]));
  }
  printf("the torques give the accelerations to %.1e\n", worst);
  free(wanted);
  mj_deleteData(d);
  mj_deleteModel(m);
  return worst < 1e-8 ? 0 : 1;
}
