// Steps a model in several threads with noise in its controls and prints where the time went, as a
// program does that measures speed.
#include <mujoco/mujoco.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

mjModel* m = nullptr;

mjtNum microseconds() {
  static const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  return passed.count();
}

void simulate(mjData* d, int nstep, const std::vector<mjtNum>& ctrl, mjtNum* seconds) {
  const mjtNum start = microseconds();
  for (int i = 0; i < nstep; i++) {
    mju_copy(d->ctrl, ctrl.data() + static_cast<size_t>(i) * m->nu, m->nu);
    mj_step(m, d);
  }
  *seconds = 1e-6 * (microseconds() - start);
}

std::vector<mjtNum> noise(int nstep, mjtNum scale) {
  std::vector<mjtNum> ctrl;
  for (int i = 0; i < nstep; i++) {
    for (int k = 0; k < m->nu; k++) {
      mjtNum center = 0, radius = 1;
      if (m->actuator_ctrllimited[k]) {
        center = (m->actuator_ctrlrange[2 * k + 1] + m->actuator_ctrlrange[2 * k]) / 2;
        radius = (m->actuator_ctrlrange[2 * k + 1] - m->actuator_ctrlrange[2 * k]) / 2;
      }
      ctrl.push_back(center + scale * radius * (2 * mju_Halton(i, k + 2) - 1));
    }
  }
  return ctrl;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::printf("usage: speed model [nstep [nthread [noise [workers]]]]\n");
    return 2;
  }
  const std::string name = argv[1];
  const int nstep = argc > 2 ? std::atoi(argv[2]) : 1000;
  const int nthread = argc > 3 ? std::atoi(argv[3]) : 1;
  char error[1000] = "";
  const bool binary = name.size() > 4 && name.substr(name.size() - 4) == ".mjb";
  m = binary ? mj_loadModel(name.c_str(), nullptr)
             : mj_loadXML(name.c_str(), nullptr, error, sizeof error);
  if (!m) {
    std::fprintf(stderr, "%s\n", error);
    return 1;
  }
  const std::vector<mjtNum> ctrl = noise(nstep, argc > 4 ? std::atof(argv[4]) : 0.01);
  std::vector<mjData*> data;
  std::vector<mjtNum> seconds(nthread);
  for (int i = 0; i < nthread; i++) {
    data.push_back(mj_makeData(m));
    if (m->nkey) mj_resetDataKeyframe(m, data[i], 0);
    mju_threadpool(data[i], argc > 5 ? std::atoi(argv[5]) : 0);
  }
  mjcb_time = microseconds;
  std::vector<std::thread> threads;
  for (int i = 0; i < nthread; i++) {
    threads.emplace_back(simulate, data[i], nstep, std::cref(ctrl), &seconds[i]);
  }
  for (auto& thread : threads) thread.join();
  const mjTimerStat& step = data[0]->timer[mjTIMER_STEP];
  std::printf("%d steps in %g s, %d contacts, %d rows, model of %d bodies\n", nstep, seconds[0],
              data[0]->ncon, data[0]->nefc, static_cast<int>(m->nbody));
  for (int i = 0; i < mjNTIMER; i++) {
    const mjTimerStat& timer = data[0]->timer[i];
    if (timer.number) std::printf("  %-14s %g us\n", mjTIMERSTRING[i], timer.duration / timer.number);
  }
  const bool good = step.number == nstep && !data[0]->warning[mjWARN_BADQACC].number;
  mjcb_time = nullptr;
  for (mjData* d : data) mj_deleteData(d);
  mj_deleteModel(m);
  return !good;
}
