// The tasks of Gymnasium v5 as tables: what is observed, what is rewarded, when an episode ends.
// The formulas are Gymnasium's, sums in its order, so that rewards agree to the last digits.
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "envs.h"

static const mjtNum* qpos_of(const Env* e, int w) { return e->qpos + (mjtSize)w * e->m->nq; }
static const mjtNum* qvel_of(const Env* e, int w) { return e->qvel + (mjtSize)w * e->m->nv; }

static const mjtNum* body_at(const Env* e, int w, int body) {
  return e->xpos + 3 * ((mjtSize)w * e->m->nbody + body);
}

static double clip(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

static bool inside(const Env* e, Param range, double x) {
  return e->p[range] < x && x < e->p[range + 1];
}

static double distance(const mjtNum* a, const mjtNum* b) {
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// ---- maps of observations

static double clip_ten(const Env* e, double x) {
  (void)e;
  return clip(x, -10, 10);
}

static double clip_force(const Env* e, double x) {
  return clip(x, e->p[P_FORCE], e->p[P_FORCE_END]);
}

static double sine(const Env* e, double x) {
  (void)e;
  return sn_sin(x);
}

static double cosine(const Env* e, double x) {
  (void)e;
  return sn_cos(x);
}

// ---- sums, in the order and precision of numpy: eight partial sums for eight numbers and more

#define SUM_OF_SQUARES(name, type)                                                                 \
  static type name(const type* x, int n) {                                                         \
    type part[8], sum = 0;                                                                         \
    int i = 0;                                                                                     \
    if (n >= 8) {                                                                                  \
      for (int k = 0; k < 8; k++) part[k] = x[k] * x[k];                                           \
      for (i = 8; i + 8 <= n; i += 8) {                                                            \
        for (int k = 0; k < 8; k++) part[k] += x[i + k] * x[i + k];                                \
      }                                                                                            \
      sum = ((part[0] + part[1]) + (part[2] + part[3])) +                                          \
            ((part[4] + part[5]) + (part[6] + part[7]));                                           \
    }                                                                                              \
    for (; i < n; i++) sum += x[i] * x[i];                                                         \
    return sum;                                                                                    \
  }
SUM_OF_SQUARES(squares, double)
SUM_OF_SQUARES(squares_of_floats, float)

// weight times the squares of the action, which Gymnasium computes in the action's precision
static double action_cost(const Env* e, const void* action, double weight) {
  const int nu = (int)e->m->nu;
  if (!e->single) return weight * squares(action, nu);
  const float sum = squares_of_floats(action, nu);
  return e->weak ? (double)((float)weight * sum) : weight * (double)sum;
}

static double ctrl_cost(const Env* e, int w) {
  const int nu = (int)e->m->nu;
  return e->p[P_CTRL] * squares(e->ctrl + (mjtSize)w * nu, nu);
}

static double force_cost(const Env* e, int w) {
  const mjtSize n = 6 * e->m->nbody;
  const double cost = e->cfrc_ext ? e->p[P_CONTACT] * squares(e->cfrc_ext + w * n, (int)n) : 0;
  return clip(cost, e->p[P_COST], e->p[P_COST_END]);
}

// ---- positions, and what resets tell of them

static void first_coordinates(const Env* e, int w, double at[2]) {
  at[0] = qpos_of(e, w)[0];
  at[1] = qpos_of(e, w)[1];
}

static void main_body(const Env* e, int w, double at[2]) {
  const mjtNum* x = body_at(e, w, (int)e->p[P_BODY]);
  at[0] = x[0];
  at[1] = x[1];
}

static void mass_center(const Env* e, int w, double at[2]) {
  const mjtNum* x = e->xipos + 3 * (mjtSize)w * e->m->nbody;
  double sum[2] = {0};
  for (int i = 0; i < e->m->nbody; i++) {
    sum[0] += e->m->body_mass[i] * x[3 * i];
    sum[1] += e->m->body_mass[i] * x[3 * i + 1];
  }
  at[0] = sum[0] / e->mass;
  at[1] = sum[1] / e->mass;
}

static void place_x(const Env* e, int w, double* info) { info[0] = qpos_of(e, w)[0]; }

static void place_xz(const Env* e, int w, double* info) {
  info[0] = qpos_of(e, w)[0];
  info[1] = qpos_of(e, w)[1] - e->m->qpos0[1];
}

static void place_plane(const Env* e, int w, double* info) {
  const mjtNum* q = qpos_of(e, w);
  info[0] = q[0];
  info[1] = q[1];
  info[2] = sqrt(q[0] * q[0] + q[1] * q[1]);
}

static void place_height(const Env* e, int w, double* info) {
  const mjtNum* q = qpos_of(e, w);
  info[0] = q[0];
  info[1] = q[1];
  info[2] = q[2] - e->m->qpos0[2];
}

static void velocity(const Env* e, const Motion* motion, double v[2]) {
  for (int i = 0; i < 2; i++) v[i] = (motion->after[i] - motion->before[i]) / e->dt;
}

// ---- rewards and ends

static bool finite_state(const Env* e, int w) {
  bool good = true;
  for (int i = 0; i < e->m->nq; i++) good = good && isfinite(qpos_of(e, w)[i]);
  for (int i = 0; i < e->m->nv; i++) good = good && isfinite(qvel_of(e, w)[i]);
  return good;
}

static double clipped_force_cost(const Env* e, int w) {
  const mjtSize n = e->cfrc_ext ? 6 * e->m->nbody : 0;
  const mjtNum* force = e->cfrc_ext + w * n;
  double sum = 0;
  for (mjtSize i = 0; i < n; i++) {
    const double f = clip_force(e, force[i]);
    sum += f * f;
  }
  return e->p[P_CONTACT] * sum;
}

static void judge_ant(const Env* e, int w, const Motion* motion, Outcome* out) {
  double v[2];
  velocity(e, motion, v);
  const double z = qpos_of(e, w)[2];
  const bool healthy = finite_state(e, w) && e->p[P_Z] <= z && z <= e->p[P_Z_END];
  const double forward = v[0] * e->p[P_FORWARD], survive = healthy * e->p[P_HEALTHY];
  const double ctrl = action_cost(e, motion->action, e->p[P_CTRL]);
  const double contact = clipped_force_cost(e, w);
  out->reward = forward + survive - (ctrl + contact);
  out->terminated = !healthy && e->p[P_TERMINATE] != 0;
  const double info[] = {v[0], v[1], forward, -ctrl, -contact, survive};
  memcpy(out->info, info, sizeof(info));
}

static void judge_cheetah(const Env* e, int w, const Motion* motion, Outcome* out) {
  (void)w;
  double v[2];
  velocity(e, motion, v);
  const double forward = e->p[P_FORWARD] * v[0];
  const double ctrl = action_cost(e, motion->action, e->p[P_CTRL]);
  out->reward = forward - ctrl;
  const double info[] = {v[0], forward, -ctrl};
  memcpy(out->info, info, sizeof(info));
}

static void judge_swimmer(const Env* e, int w, const Motion* motion, Outcome* out) {
  (void)w;
  double v[2];
  velocity(e, motion, v);
  const double forward = e->p[P_FORWARD] * v[0];
  const double ctrl = action_cost(e, motion->action, e->p[P_CTRL]);
  out->reward = forward - ctrl;
  const double info[] = {v[0], v[1], forward, -ctrl};
  memcpy(out->info, info, sizeof(info));
}

// hopper and walker: height and angle of the torso, for the hopper all of the state
static bool upright(const Env* e, int w) {
  const mjtNum *q = qpos_of(e, w), *v = qvel_of(e, w);
  bool good = inside(e, P_Z, q[1]) && inside(e, P_ANGLE, q[2]);
  for (int i = 2; i < e->m->nq; i++) good = good && inside(e, P_STATE, q[i]);
  for (int i = 0; i < e->m->nv; i++) good = good && inside(e, P_STATE, v[i]);
  return good;
}

static void judge_upright(const Env* e, int w, const Motion* motion, Outcome* out) {
  double v[2];
  velocity(e, motion, v);
  const bool healthy = upright(e, w);
  const double forward = e->p[P_FORWARD] * v[0], survive = healthy * e->p[P_HEALTHY];
  const double ctrl = action_cost(e, motion->action, e->p[P_CTRL]);
  out->reward = forward + survive - ctrl;
  out->terminated = !healthy && e->p[P_TERMINATE] != 0;
  const double info[] = {v[0], forward, -ctrl, survive};
  memcpy(out->info, info, sizeof(info));
}

static void judge_humanoid(const Env* e, int w, const Motion* motion, Outcome* out) {
  double v[2];
  velocity(e, motion, v);
  const bool healthy = inside(e, P_Z, qpos_of(e, w)[2]);
  const double forward = e->p[P_FORWARD] * v[0], survive = healthy * e->p[P_HEALTHY];
  const double ctrl = ctrl_cost(e, w), contact = force_cost(e, w);
  out->reward = forward + survive - (ctrl + contact);
  out->terminated = !healthy && e->p[P_TERMINATE] != 0;
  const double info[] = {v[0], v[1], survive, forward, -ctrl, -contact};
  memcpy(out->info, info, sizeof(info));
}

static void judge_standup(const Env* e, int w, const Motion* motion, Outcome* out) {
  (void)motion;
  const double up = qpos_of(e, w)[2] / e->m->opt.timestep;
  const double ctrl = ctrl_cost(e, w), impact = force_cost(e, w);
  out->reward = up - ctrl - impact + 1;
  const double info[] = {up, -ctrl, -impact};
  memcpy(out->info, info, sizeof(info));
}

static void judge_double_pendulum(const Env* e, int w, const Motion* motion, Outcome* out) {
  (void)motion;
  const mjtNum* tip = e->site_xpos + 3 * (mjtSize)w * e->m->nsite;
  const mjtNum* v = qvel_of(e, w);
  const double x = tip[0], y = tip[2];
  out->terminated = y <= 1;
  const double far = 0.01 * (x * x) + (y - 2) * (y - 2);
  const double fast = 1e-3 * (v[1] * v[1]) + 5e-3 * (v[2] * v[2]);
  const double survive = out->terminated ? 0 : e->p[P_HEALTHY];
  out->reward = survive - far - fast;
  const double info[] = {survive, -far, -fast};
  memcpy(out->info, info, sizeof(info));
}

static void judge_pendulum(const Env* e, int w, const Motion* motion, Outcome* out) {
  (void)motion;
  out->terminated = !finite_state(e, w) || fabs(qpos_of(e, w)[1]) > 0.2;
  out->reward = out->info[0] = !out->terminated;
}

static void judge_pusher(const Env* e, int w, const Motion* motion, Outcome* out) {
  const mjtNum *tip = body_at(e, w, e->body[0]), *object = body_at(e, w, e->body[1]);
  const double near = -distance(object, tip) * e->p[P_NEAR];
  const double far = -distance(object, body_at(e, w, e->body[2])) * e->p[P_DIST];
  const double ctrl = -action_cost(e, motion->action, e->p[P_CTRL]);
  out->reward = far + ctrl + near;
  const double info[] = {far, ctrl, near};
  memcpy(out->info, info, sizeof(info));
}

static void judge_reacher(const Env* e, int w, const Motion* motion, Outcome* out) {
  const double far = -distance(body_at(e, w, e->body[0]), body_at(e, w, e->body[1])) * e->p[P_DIST];
  const double ctrl = -action_cost(e, motion->action, e->p[P_CTRL]);
  out->reward = far + ctrl;
  const double info[] = {far, ctrl};
  memcpy(out->info, info, sizeof(info));
}

// ---- tables

#define EXCLUDE                                                                                    \
  {                                                                                                \
    "exclude_current_positions_from_observation", P_EXCLUDE, 1, { 1 }                              \
  }
#define INCLUDE(what, param)                                                                       \
  {                                                                                                \
    "include_" what "_in_observation", param, 1, { 1 }                                             \
  }
#define HUMANOID_PIECES                                                                            \
  {                                                                                                \
    {"qpos", 2, 0, P_EXCLUDE}, {"qvel", 0, 0, P_ALWAYS}, {"cinert", 10, 0, P_CINERT},              \
        {"cvel", 6, 0, P_CVEL}, {"qfrc_actuator", 6, 0, P_QFRC}, {                                 \
      "cfrc_ext", 6, 0, P_CFRC, .forces = true                                                     \
    }                                                                                              \
  }
#define HUMANOID_FLAGS                                                                             \
  EXCLUDE, INCLUDE("cinert", P_CINERT), INCLUDE("cvel", P_CVEL), INCLUDE("qfrc_actuator", P_QFRC), \
      INCLUDE("cfrc_ext", P_CFRC)

static const Task tasks[] = {
    {.name = "Ant",
     .file = "ant.xml",
     .need = {3, 0, 0},
     .frame_skip = 5,
     .max_steps = 1000,
     .noise = 0.1,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {0.5}},
                {"contact_cost_weight", P_CONTACT, 1, {5e-4}},
                {"healthy_reward", P_HEALTHY, 1, {1}},
                {"main_body", P_BODY, 1, {1}},
                {"terminate_when_unhealthy", P_TERMINATE, 1, {1}},
                {"healthy_z_range", P_Z, 2, {0.2, 1}},
                {"contact_force_range", P_FORCE, 2, {-1, 1}},
                EXCLUDE,
                INCLUDE("cfrc_ext", P_CFRC)},
     .piece = {{"qpos", 2, 0, P_EXCLUDE},
               {"qvel", 0, 0, P_ALWAYS},
               {"cfrc_ext", 6, 0, P_CFRC, clip_force, .forces = true}},
     .info = {"x_position", "y_position", "distance_from_origin", "x_velocity", "y_velocity",
              "reward_forward", "reward_ctrl", "reward_contact", "reward_survive"},
     .nplace = 3,
     .position = main_body,
     .place = place_plane,
     .judge = judge_ant},
    {.name = "HalfCheetah",
     .file = "half_cheetah.xml",
     .need = {2, 0, 0},
     .frame_skip = 5,
     .max_steps = 1000,
     .noise = 0.1,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {0.1}},
                EXCLUDE},
     .piece = {{"qpos", 1, 0, P_EXCLUDE}, {"qvel", 0, 0, P_ALWAYS}},
     .info = {"x_position", "x_velocity", "reward_forward", "reward_ctrl"},
     .nplace = 1,
     .position = first_coordinates,
     .place = place_x,
     .judge = judge_cheetah},
    {.name = "Hopper",
     .file = "hopper.xml",
     .need = {3, 0, 0},
     .frame_skip = 4,
     .max_steps = 1000,
     .noise = 5e-3,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {1e-3}},
                {"healthy_reward", P_HEALTHY, 1, {1}},
                {"terminate_when_unhealthy", P_TERMINATE, 1, {1}},
                {"healthy_state_range", P_STATE, 2, {-100, 100}},
                {"healthy_z_range", P_Z, 2, {0.7, INFINITY}},
                {"healthy_angle_range", P_ANGLE, 2, {-0.2, 0.2}},
                EXCLUDE},
     .piece = {{"qpos", 1, 0, P_EXCLUDE}, {"qvel", 0, 0, P_ALWAYS, clip_ten}},
     .info = {"x_position", "z_distance_from_origin", "x_velocity", "reward_forward", "reward_ctrl",
              "reward_survive"},
     .nplace = 2,
     .position = first_coordinates,
     .place = place_xz,
     .judge = judge_upright},
    {.name = "Humanoid",
     .file = "humanoid.xml",
     .need = {3, 0, 0},
     .frame_skip = 5,
     .max_steps = 1000,
     .noise = 1e-2,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1.25}},
                {"ctrl_cost_weight", P_CTRL, 1, {0.1}},
                {"contact_cost_weight", P_CONTACT, 1, {5e-7}},
                {"contact_cost_range", P_COST, 2, {-INFINITY, 10}},
                {"healthy_reward", P_HEALTHY, 1, {5}},
                {"terminate_when_unhealthy", P_TERMINATE, 1, {1}},
                {"healthy_z_range", P_Z, 2, {1, 2}},
                HUMANOID_FLAGS},
     .piece = HUMANOID_PIECES,
     .info = {"x_position", "y_position", "distance_from_origin", "x_velocity", "y_velocity",
              "reward_survive", "reward_forward", "reward_ctrl", "reward_contact"},
     .nplace = 3,
     .position = mass_center,
     .place = place_plane,
     .judge = judge_humanoid},
    {.name = "HumanoidStandup",
     .file = "humanoidstandup.xml",
     .need = {3, 0, 0},
     .frame_skip = 5,
     .max_steps = 1000,
     .noise = 1e-2,
     // Gymnasium takes the weight of the height and does not use it
     .option = {{"uph_cost_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {0.1}},
                {"impact_cost_weight", P_CONTACT, 1, {5e-7}},
                {"impact_cost_range", P_COST, 2, {-INFINITY, 10}},
                HUMANOID_FLAGS},
     .piece = HUMANOID_PIECES,
     .info = {"x_position", "y_position", "z_distance_from_origin", "reward_linup",
              "reward_quadctrl", "reward_impact"},
     .nplace = 3,
     .place = place_height,
     .judge = judge_standup},
    {.name = "InvertedDoublePendulum",
     .file = "inverted_double_pendulum.xml",
     .need = {2, 3, 1},
     .frame_skip = 5,
     .max_steps = 1000,
     .noise = 0.1,
     .option = {{"healthy_reward", P_HEALTHY, 1, {10}}},
     .piece = {{"qpos", 0, 1, P_ALWAYS},
               {"qpos", 1, 0, P_ALWAYS, sine},
               {"qpos", 1, 0, P_ALWAYS, cosine},
               {"qvel", 0, 0, P_ALWAYS, clip_ten},
               {"qfrc_constraint", 0, 1, P_ALWAYS, clip_ten}},
     .info = {"reward_survive", "distance_penalty", "velocity_penalty"},
     .judge = judge_double_pendulum},
    {.name = "InvertedPendulum",
     .file = "inverted_pendulum.xml",
     .need = {2, 0, 0},
     .frame_skip = 2,
     .max_steps = 1000,
     .noise = 0.01,
     .piece = {{"qpos", 0, 0, P_ALWAYS}, {"qvel", 0, 0, P_ALWAYS}},
     .info = {"reward_survive"},
     .judge = judge_pendulum},
    {.name = "Pusher",
     .file = "pusher_v5.xml",
     .need = {7, 7, 0},
     .frame_skip = 5,
     .max_steps = 100,
     .option = {{"reward_near_weight", P_NEAR, 1, {0.5}},
                {"reward_dist_weight", P_DIST, 1, {1}},
                {"reward_control_weight", P_CTRL, 1, {0.1}}},
     .body = {"tips_arm", "object", "goal"},
     .piece = {{"qpos", 0, 7, P_ALWAYS},
               {"qvel", 0, 7, P_ALWAYS},
               {"xpos", 0, 3, P_ALWAYS, .body = 1},
               {"xpos", 0, 3, P_ALWAYS, .body = 2},
               {"xpos", 0, 3, P_ALWAYS, .body = 3}},
     .info = {"reward_dist", "reward_ctrl", "reward_near"},
     .judge = judge_pusher},
    {.name = "Reacher",
     .file = "reacher.xml",
     .need = {2, 2, 0},
     .frame_skip = 2,
     .max_steps = 50,
     .option = {{"reward_dist_weight", P_DIST, 1, {1}}, {"reward_control_weight", P_CTRL, 1, {1}}},
     .body = {"fingertip", "target"},
     .piece = {{"qpos", 0, 2, P_ALWAYS, cosine},
               {"qpos", 0, 2, P_ALWAYS, sine},
               {"qpos", 2, 0, P_ALWAYS},
               {"qvel", 0, 2, P_ALWAYS},
               {"xpos", 0, 2, P_ALWAYS, .body = 1, .minus = 2}},
     .info = {"reward_dist", "reward_ctrl"},
     .judge = judge_reacher},
    {.name = "Swimmer",
     .file = "swimmer.xml",
     .need = {2, 0, 0},
     .frame_skip = 4,
     .max_steps = 1000,
     .noise = 0.1,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {1e-4}},
                EXCLUDE},
     .piece = {{"qpos", 2, 0, P_EXCLUDE}, {"qvel", 0, 0, P_ALWAYS}},
     .info = {"x_position", "y_position", "distance_from_origin", "x_velocity", "y_velocity",
              "reward_forward", "reward_ctrl"},
     .nplace = 3,
     .position = first_coordinates,
     .place = place_plane,
     .judge = judge_swimmer},
    {.name = "Walker2d",
     .file = "walker2d_v5.xml",
     .need = {3, 0, 0},
     .frame_skip = 4,
     .max_steps = 1000,
     .noise = 5e-3,
     .option = {{"forward_reward_weight", P_FORWARD, 1, {1}},
                {"ctrl_cost_weight", P_CTRL, 1, {1e-3}},
                {"healthy_reward", P_HEALTHY, 1, {1}},
                {"terminate_when_unhealthy", P_TERMINATE, 1, {1}},
                {"healthy_z_range", P_Z, 2, {0.8, 2}},
                {"healthy_angle_range", P_ANGLE, 2, {-1, 1}},
                EXCLUDE},
     .piece = {{"qpos", 1, 0, P_EXCLUDE}, {"qvel", 0, 0, P_ALWAYS, clip_ten}},
     .info = {"x_position", "z_distance_from_origin", "x_velocity", "reward_forward", "reward_ctrl",
              "reward_survive"},
     .nplace = 2,
     .position = first_coordinates,
     .place = place_xz,
     .judge = judge_upright},
};
enum { NTASK = sizeof(tasks) / sizeof(*tasks) };

const Task* task_at(int i) { return i < NTASK ? &tasks[i] : NULL; }

const Task* task_find(const char* name) {
  for (int i = 0; i < NTASK; i++) {
    if (!strcmp(tasks[i].name, name)) return &tasks[i];
  }
  return NULL;
}

int task_infos(const Task* task) {
  int n = 0;
  while (n < MAX_INFO && task->info[n]) n++;
  return n;
}
