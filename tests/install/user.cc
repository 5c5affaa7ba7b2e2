// The same in C++.
#include HEADER

#include <cstdio>
#include <vector>

int main() {
  mjOption opt;
  std::vector<mjtNum> quat = {1, 0, 0, 0};
  const mjtNum axis[3] = {0, 0, 1};
  mj_defaultOption(&opt);
  mju_axisAngle2Quat(quat.data(), axis, mjPI / 2);
  std::printf("API %s, timestep %g, quat %g %g\n", mj_versionString(), opt.timestep, quat[0], quat[3]);
  return !(mj_version() == mjVERSION_HEADER && opt.timestep == 0.002 && sizeof(mjContact) == 584);
}
