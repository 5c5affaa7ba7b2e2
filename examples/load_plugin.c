// Loads a plugin library (examples/plugins/maxwell.c) and simulates a model that uses it: a weight
// on a spring and damper in series sinks ever further, at the speed that the damper allows.
//   load_plugin maxwell.so
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

static const char model[] =
    "<mujoco><option timestep='0.001' gravity='0 0 -10'/>"
    "<extension><plugin plugin='example.maxwell'/></extension>"
    "<worldbody><body><joint name='lift' type='slide' axis='0 0 1' damping='5'/>"
    "<geom size='0.1' mass='2'/></body></worldbody>"
    "<actuator><plugin joint='lift' plugin='example.maxwell'>"
    "<config key='stiffness' value='400'/><config key='viscosity' value='100'/>"
    "</plugin></actuator></mujoco>";

int main(int argc, char** argv) {
  char error[1000] = "";
  if (argc > 1) mj_loadPluginLibrary(argv[1]);
  if (!mjp_getPlugin("example.maxwell", NULL)) {
    printf("the library is not loaded; name it: load_plugin examples/plugins/maxwell.so\n");
    return argc > 1;
  }
  mjSpec* spec = mj_parseXMLString(model, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    fprintf(stderr, "%s\n", spec ? mjs_getError(spec) : error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (!d) return 1;
  while (d->time < 3) mj_step(m, d);

  // the force of the spring is nearly the weight then; both dampers resist the sinking
  const mjtNum speed = d->qvel[0], want = -2 * 10.0 / (100 + 5);
  printf("after 3 s it sinks at %.4f m/s; theory says %.4f; the dashpot has crept by %.3f m\n",
         speed, want, d->plugin_state[0]);
  const int good = fabs(speed / want - 1) < 0.01;
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return !good;
}
