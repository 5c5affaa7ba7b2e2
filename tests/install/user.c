/* A user's program: links against an installed Sinew and uses a function of each part. */
#include HEADER

#include <stdio.h>
#include <string.h>

int main(void) {
  mjOption opt;
  mjtNum quat[4] = {1, 0, 0, 0}, axis[3] = {0, 0, 1};
  mj_defaultOption(&opt);
  mju_axisAngle2Quat(quat, axis, mjPI / 2);
  printf("API %s, timestep %g, quat %g %g\n", mj_versionString(), opt.timestep, quat[0], quat[3]);
  return !(mj_version() == mjVERSION_HEADER && opt.timestep == 0.002 && sizeof(mjContact) == 584);
}
