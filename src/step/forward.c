// Forward dynamics of one world: runs the list of pipeline stages (step/stages.h) with the
// arguments of the API.
//   qpos, qvel, act, ctrl, forces, mocap -> qacc, sensordata, energy
#include "step/forward.h"

#include "base/assert.h"
#include "step/sleep.h"
#include "step/smooth.h"
#include "step/stages.h"

void step_forward(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  static const step_Stage after[] = {
      [mjSTAGE_NONE] = STAGE_NONE, [mjSTAGE_POS] = STAGE_POSITION, [mjSTAGE_VEL] = STAGE_VELOCITY};
  const int skip = skipstage < mjSTAGE_NONE  ? mjSTAGE_NONE
                   : skipstage > mjSTAGE_VEL ? mjSTAGE_VEL
                                             : skipstage;
  ASSERT(skip >= mjSTAGE_NONE && skip <= mjSTAGE_VEL);
  LANE(step_pass)(m, d, after[skip], STAGE_ENERGY | (skipsensor ? 0 : STAGE_SENSORS));
}

int step_startSleep(const mjModel* m, mjData* d) {
  if (!sleep_isOn(m)) return -1;
  if (sleep_anyInit(m)) {
    step_forward(m, d, mjSTAGE_NONE, 0);
    return sleep_layDown(m, d);
  }
  sleep_poses(m, d, LANE(step_frames));
  return -1;
}
