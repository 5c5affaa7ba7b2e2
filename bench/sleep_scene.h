// Scenes of many bodies of which few are awake, as text: for the benchmark and the test of what
// sleeping trees cost. Bodies stand on a grid; those that may never sleep are spread over it, the
// others sleep from the start.
#ifndef SINEW_BENCH_SLEEP_SCENE_H_
#define SINEW_BENCH_SLEEP_SCENE_H_

#include <stdio.h>

typedef struct {
  const char* name;
  int perTree;       // bodies of one tree
  const char* rest;  // of the world
  const char* tree;  // format: place x, y, and sleep policy
} sleep_Scene;

static const sleep_Scene sleep_scenes[] = {
    {"boxes on a floor", 1, "<geom type='plane' size='50 50 1'/>",
     "<body pos='%g %g .0999' sleep='%s'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"},
    {"balls in the air", 1, "",
     "<body pos='%g %g 9' sleep='%s'><freejoint/><geom size='.1'/></body>"},
    {"arms of four links", 4, "<geom type='plane' size='50 50 1'/>",
     "<body pos='%g %g .6' sleep='%s'><joint axis='0 1 0' damping='1'/>"
     "<geom type='capsule' size='.03' fromto='0 0 0 .1 0 0'/>"
     "<body pos='.1 0 0'><joint axis='1 0 0' damping='1'/>"
     "<geom type='capsule' size='.03' fromto='0 0 0 .1 0 0'/>"
     "<body pos='.1 0 0'><joint axis='0 1 0' damping='1' range='-1 1' limited='true'/>"
     "<geom type='capsule' size='.03' fromto='0 0 0 .1 0 0'/>"
     "<body pos='.1 0 0'><joint type='ball' damping='.1'/><geom size='.04'/><site/></body>"
     "</body></body></body>"},
    {"boxes among posts", 1,
     "<geom type='plane' size='50 50 1'/><body pos='-3 0 0'><geom type='cylinder' size='.1 1'/>"
     "</body><body pos='-3 1 0'><geom type='cylinder' size='.1 1'/><body pos='.3 0 0'>"
     "<geom type='box' size='.1 .1 1'/><site/></body></body>",
     "<body pos='%g %g .0999' sleep='%s'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"},
};
enum { SLEEP_NSCENE = sizeof sleep_scenes / sizeof *sleep_scenes };

// MJCF of a scene of `total` trees, one in `total / awake` awake; false: it does not fit
static inline int sleep_write(const sleep_Scene* scene, int total, int awake, char* text,
                              size_t size) {
  size_t at = (size_t)snprintf(
      text, size, "<mujoco><option><flag sleep='enable'/></option><worldbody>%s", scene->rest);
  for (int i = 0; i < total && at < size; i++) {
    const int never = awake && i % (total / awake) == 0 && i / (total / awake) < awake;
    at += (size_t)snprintf(text + at, size - at, scene->tree, 0.5 * (i % 32), 0.5 * (i / 32),
                           never ? "never" : "init");
  }
  if (at < size) at += (size_t)snprintf(text + at, size - at, "</worldbody></mujoco>");
  return at < size;
}

#endif
