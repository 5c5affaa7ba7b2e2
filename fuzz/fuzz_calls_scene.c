// Scenes of the state as it is, the mouse, cameras and selection, with ids and numbers of any kind.
#include <string.h>

#include "calls.h"

static void anyOption(calls_Player* p, mjvOption* opt) {
  mjv_defaultOption(opt);
  opt->label = calls_id(p, mjNLABEL);
  opt->frame = calls_id(p, mjNFRAME);
  opt->bvh_depth = calls_id(p, 6);
  opt->flex_layer = calls_id(p, 3);
  const unsigned bits = (unsigned)calls_word(p) | (unsigned)calls_word(p) << 16;
  for (int i = 0; i < mjNVISFLAG; i++) opt->flags[i] = bits >> i & 1;
  opt->geomgroup[3] = opt->sitegroup[4] = opt->jointgroup[5] = 1;
}

static void anyCamera(calls_Player* p, mjvCamera* cam) {
  mjv_defaultFreeCamera(p->m, cam);
  cam->type = calls_id(p, 4);
  cam->fixedcamid = calls_id(p, p->m->ncam);
  cam->trackbodyid = calls_id(p, p->m->nbody);
  cam->distance = calls_number(p);
  cam->azimuth = calls_number(p);
  mjv_moveCamera(p->m, calls_id(p, 10), calls_number(p), calls_number(p), cam);
}

static void anyPerturb(calls_Player* p, const mjvScene* scn, mjvPerturb* pert) {
  mjv_defaultPerturb(pert);
  pert->select = calls_id(p, p->m->nbody);
  pert->flexselect = calls_id(p, 1);
  pert->skinselect = calls_id(p, p->m->nskin);
  pert->active = calls_byte(p) % 4;
  pert->active2 = calls_byte(p) % 4;
  calls_numbers(p, pert->localpos, 3);
  mjv_initPerturb(p->m, p->d, scn, pert);
  mjv_movePerturb(p->m, p->d, calls_id(p, 10), calls_number(p), calls_number(p), scn, pert);
  mjv_applyPerturbForce(p->m, p->d, pert);
  mjv_applyPerturbPose(p->m, p->d, pert, calls_byte(p) % 2);
}

static void anyRoom(calls_Player* p, mjvScene* scn) {
  mjtNum up[3], pos[3] = {0}, quat[4] = {1, 0, 0, 0};
  calls_numbers(p, up, 3);
  scn->enabletransform = calls_byte(p) % 2;
  scn->scale = (float)calls_number(p);
  mjv_moveModel(p->m, calls_id(p, 10), calls_number(p), calls_number(p), up, scn);
  mjv_room2model(pos, quat, pos, quat, scn);
  mjv_model2room(pos, quat, pos, quat, scn);
  mjv_cameraInModel(pos, up, NULL, scn);
}

void calls_scene(calls_Player* p) {
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  mjtNum point[3];
  int geom, flex, skin;
  mjv_defaultScene(&scn);
  mjv_makeScene(p->m, &scn, calls_byte(p) * 2 - 2);
  anyOption(p, &opt);
  anyCamera(p, &cam);
  for (int i = 0; i < 2; i++) {
    anyPerturb(p, &scn, &pert);
    mjv_updateScene(p->m, p->d, &opt, &pert, &cam, calls_byte(p), &scn);
    mjv_select(p->m, p->d, &opt, calls_number(p), calls_number(p), calls_number(p), &scn, point,
               &geom, &flex, &skin);
    anyRoom(p, &scn);
  }
  mjv_freeScene(&scn);
}
