// MJCF text -> model -> text and steps, as fuzz_mjcf, with files that the model may name: a model
// to attach, a part to include, a mesh, an image. Its inputs come from the mutator that knows the
// grammar (fuzz_mutate.c).
#include <string.h>

#include "fuzz.h"

static const char child[] =
    "<mujoco><default><default class='k'><geom size='.1'/></default></default><asset><mesh "
    "name='mm' file='m.obj'/></asset><worldbody><body name='cb' childclass='k'><joint name='cj'/>"
    "<geom name='cg'/><site name='cs'/><body name='cc' pos='.2 0 0'><joint name='ck' "
    "type='ball'/><geom type='mesh' mesh='mm'/></body></body></worldbody><actuator><motor "
    "name='ca' joint='cj'/></actuator><sensor><jointpos joint='cj'/></sensor><keyframe><key "
    "name='cy' qpos='.1 1 0 0 0'/></keyframe></mujoco>";
static const char part[] = "<mujoco><worldbody><body><geom size='.1'/></body></worldbody></mujoco>";
static const char mesh[] =
    "v 0 0 0\nv .2 0 0\nv 0 .2 0\nv 0 0 .2\nv .2 .2 .1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

int fuzz_model(const uint8_t* data, size_t size) {
  static const struct {
    const char *name, *text;
  } file[] = {{"child.xml", child}, {"part.xml", part}, {"m.obj", mesh}};
  mjVFS vfs;
  mju_setLogHandler(fuzz_ignoreMessage);
  mj_defaultVFS(&vfs);
  for (int i = 0; i < 3; i++)
    mj_addBufferVFS(&vfs, file[i].name, file[i].text, (int)strlen(file[i].text));
  fuzz_loadText(data, size, &vfs);
  mju_setLogHandler(fuzz_ignoreMessage);
  mj_deleteVFS(&vfs);
  mju_setLogHandler(NULL);
  return 0;
}
