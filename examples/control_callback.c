// A controller that the engine calls in every step: a cart balances its pole.
// Gains of a linear feedback (position, angle and their velocities) are all it needs.
#include <math.h>
#include <stdio.h>

#include <sinew/sinew.h>

static void balance(const mjModel* m, mjData* d) {
  static const double gain[4] = {-1, -40, -3, -9};  // cart, pole, their velocities
  double force = 0;
  for (int i = 0; i < 2; i++) force += gain[i] * d->qpos[i] + gain[2 + i] * d->qvel[i];
  d->ctrl[0] = -force / m->actuator_gear[0];  // the motor multiplies by its gear
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/cartpole.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (!d) return 1;

  d->qpos[1] = 0.1;  // the pole leans
  mjcb_control = balance;
  while (d->time < 5) mj_step(m, d);
  mjcb_control = NULL;

  printf("after %.1f s: cart at %+.4f m, pole at %+.4f rad\n", d->time, d->qpos[0], d->qpos[1]);
  const int upright = fabs(d->qpos[1]) < 0.01;
  mj_deleteData(d);
  mj_deleteModel(m);
  return upright ? 0 : 1;
}
