// Steps a model in several threads with noise in its controls and prints where the time went, as a
// program does that measures speed. Its options are those of MuJoCo's sample testspeed.
#include <mujoco/mujoco.h>

#include <chrono>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Options {
  int nstep = 10000, nthread = 1, nenginethread = 0;
  double noisestd = 0.01, noiserate = 0.1;
  // these replace what the model says; -1: they are not given
  int solver = -1, cone = -1, jacobian = -1, integrator = -1, iterations = -1;
  int noslip_iterations = -1;
  double tolerance = -1, sleep_tolerance = -1;
  std::string model;
};

using Words = std::vector<const char*>;  // in the order of the enum
const Words solvers = {"PGS", "CG", "Newton"};
const Words cones = {"Pyramidal", "Elliptic"};
const Words jacobians = {"Dense", "Sparse", "Auto"};
const Words integrators = {"Euler", "RK4", "Implicit", "ImplicitFast"};

struct Whole {
  const char* name;
  int Options::*value;
  int low, high;
};
const Whole wholes[] = {
    {"nstep", &Options::nstep, 1, INT_MAX},
    {"nthread", &Options::nthread, 1, 1024},
    {"nenginethread", &Options::nenginethread, 0, 128},
    {"iterations", &Options::iterations, 0, INT_MAX},
    {"noslip_iterations", &Options::noslip_iterations, 0, INT_MAX},
};

struct Real {
  const char* name;
  double Options::*value;
  double high;  // the lowest is 0
};
const Real reals[] = {
    {"noisestd", &Options::noisestd, 1e10},
    {"noiserate", &Options::noiserate, 1},
    {"tolerance", &Options::tolerance, 1e10},
    {"sleep_tolerance", &Options::sleep_tolerance, 1e10},
};

struct Choice {
  const char* name;
  int Options::*value;
  const Words* words;
};
const Choice choices[] = {
    {"solver", &Options::solver, &solvers},
    {"cone", &Options::cone, &cones},
    {"jacobian", &Options::jacobian, &jacobians},
    {"integrator", &Options::integrator, &integrators},
};

// takes --name=text; false: there is no such option, or it does not take this text
bool take(Options* o, const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool good = !text.empty() && !*end && std::isfinite(number);
  for (const Whole& option : wholes) {
    if (name != option.name) continue;
    if (!good || number < option.low || number > option.high) return false;
    o->*option.value = static_cast<int>(number);
    return number == std::floor(number);
  }
  for (const Real& option : reals) {
    if (name != option.name) continue;
    o->*option.value = number;
    return good && number >= 0 && number <= option.high;
  }
  for (const Choice& option : choices) {
    for (size_t i = 0; name == option.name && i < option.words->size(); i++) {
      if (text != (*option.words)[i]) continue;
      o->*option.value = static_cast<int>(i);
      return true;
    }
  }
  return false;
}

bool parse(Options* o, int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    const size_t equal = argument.find('=');
    if (argument.compare(0, 2, "--")) {
      if (!o->model.empty()) {
        std::fprintf(stderr, "%s: there is a model already\n", argv[i]);
        return false;
      }
      o->model = argument;
    } else if (equal == std::string::npos ||
               !take(o, argument.substr(2, equal - 2), argument.substr(equal + 1))) {
      std::fprintf(stderr, "%s: no such option, or not a value that it takes\n", argv[i]);
      return false;
    }
  }
  if (o->model.empty()) std::fprintf(stderr, "there is no model\n");
  return !o->model.empty();
}

void usage() {
  std::fprintf(stderr, "usage: speed [options] model\n");
  for (const Whole& option : wholes) std::fprintf(stderr, "  --%s=N\n", option.name);
  for (const Real& option : reals) std::fprintf(stderr, "  --%s=X\n", option.name);
  for (const Choice& option : choices) {
    std::fprintf(stderr, "  --%s=", option.name);
    for (const char* word : *option.words) {
      std::fprintf(stderr, "%s%s", word == option.words->front() ? "" : "|", word);
    }
    std::fprintf(stderr, "\n");
  }
}

mjModel* load(const Options& o) {
  const std::string& name = o.model;
  char error[1000] = "could not load the binary model";
  const bool binary = name.size() > 4 && name.substr(name.size() - 4) == ".mjb";
  mjModel* m = binary ? mj_loadModel(name.c_str(), nullptr)
                      : mj_loadXML(name.c_str(), nullptr, error, sizeof error);
  if (!m) {
    std::fprintf(stderr, "%s\n", error);
    return nullptr;
  }
  if (o.solver >= 0) m->opt.solver = o.solver;
  if (o.cone >= 0) m->opt.cone = o.cone;
  if (o.jacobian >= 0) m->opt.jacobian = o.jacobian;
  if (o.integrator >= 0) m->opt.integrator = o.integrator;
  if (o.iterations >= 0) m->opt.iterations = o.iterations;
  if (o.noslip_iterations >= 0) m->opt.noslip_iterations = o.noslip_iterations;
  if (o.tolerance >= 0) m->opt.tolerance = o.tolerance;
  if (o.sleep_tolerance >= 0) m->opt.sleep_tolerance = o.sleep_tolerance;
  return m;
}

mjtNum microseconds() {
  static const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  return passed.count();
}

// controls wander about those of the start, or about the middles of their ranges
void simulate(const mjModel* m, mjData* d, const Options* o, int key, mjtNum* seconds) {
  std::vector<mjtNum> center(m->nu), radius(m->nu, 1), away(m->nu);
  for (int k = 0; k < m->nu; k++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * k;
    if (m->actuator_ctrllimited[k]) {
      center[k] = (range[0] + range[1]) / 2;
      radius[k] = (range[1] - range[0]) / 2;
    }
    if (key >= 0) center[k] = d->ctrl[k];
  }
  const mjtNum start = microseconds();
  for (int i = 0; i < o->nstep; i++) {
    for (int k = 0; k < m->nu; k++) {
      const mjtNum push = o->noisestd * radius[k] * (2 * mju_Halton(i, k + 2) - 1);
      away[k] = (1 - o->noiserate) * away[k] + push;
      d->ctrl[k] = center[k] + away[k];
    }
    mj_step(m, d);
  }
  *seconds = 1e-6 * (microseconds() - start);
}

// all threads made all steps, without warnings, and came to the same place
bool agree(const mjModel* m, const std::vector<mjData*>& data, int nstep) {
  for (const mjData* d : data) {
    if (d->timer[mjTIMER_STEP].number != nstep) return false;
    for (int i : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC}) {
      if (d->warning[i].number) return false;
    }
    if (m->nq && std::memcmp(d->qpos, data[0]->qpos, sizeof(mjtNum) * m->nq)) return false;
  }
  return true;
}

void report(const mjModel* m, const mjData* d, const Options& o, mjtNum seconds) {
  std::printf("%d steps in %g s in each of %d threads, %g steps per second\n", o.nstep, seconds,
              o.nthread, o.nstep / seconds);
  std::printf("model of %d bodies, %d degrees of freedom, %d contacts, %d rows\n",
              static_cast<int>(m->nbody), static_cast<int>(m->nv), d->ncon, d->nefc);
  std::printf("solver %s, cone %s, jacobian %s, integrator %s, at most %d iterations\n",
              solvers.at(m->opt.solver), cones.at(m->opt.cone), jacobians.at(m->opt.jacobian),
              integrators.at(m->opt.integrator), m->opt.iterations);
  for (int i = 0; i < mjNTIMER; i++) {
    const mjTimerStat& timer = d->timer[i];
    if (timer.number)
      std::printf("  %-14s %g us\n", mjTIMERSTRING[i], timer.duration / timer.number);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  if (!parse(&o, argc, argv)) {
    usage();
    return 2;
  }
  mjModel* m = load(o);
  if (!m) return 1;
  const int key = mj_name2id(m, mjOBJ_KEY, "test");
  std::vector<mjData*> data;
  std::vector<mjtNum> seconds(o.nthread);
  for (int i = 0; i < o.nthread; i++) {
    data.push_back(mj_makeData(m));
    if (key >= 0) mj_resetDataKeyframe(m, data[i], key);
    mju_threadpool(data[i], o.nenginethread);
  }
  mjcb_time = microseconds;
  std::vector<std::thread> threads;
  for (int i = 0; i < o.nthread; i++) {
    threads.emplace_back(simulate, m, data[i], &o, key, &seconds[i]);
  }
  for (auto& thread : threads) thread.join();
  mjcb_time = nullptr;
  report(m, data[0], o, seconds[0]);
  const bool good = agree(m, data, o.nstep);
  if (!good) std::fprintf(stderr, "the threads differ, or a step went wrong\n");
  for (mjData* d : data) mj_deleteData(d);
  mj_deleteModel(m);
  return !good;
}
