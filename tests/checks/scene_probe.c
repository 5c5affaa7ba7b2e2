// Scenes, mouse and cameras of a model through the public API, the same calls with every library
// that has it: what comes out is compared with what the reference makes of it (check_scene.py).
//
//   scene_probe MODEL COUNT         writes every number to stdout as records, for scene_compare
//   scene_probe -s MODEL COUNT      prints one line for each setting: model, setting, number of
//   geoms, hash of
//                                   integers and texts, then for lengths, other floats and doubles
//                                   the weighted sum and the sum of absolute values
// A record: name (16 bytes), type (i, f, d or s), number of values, the values. Settings turn each
// flag, label and frame in turn; after these, all of options, camera, perturbation and state is
// random, by a generator of its own.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

// ---- random numbers

static uint64_t seed = 88172645463325252u;

static uint64_t randomBits(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static int below(int n) { return n > 0 ? (int)((randomBits() >> 33) % (uint64_t)n) : 0; }

static double between(double low, double high) {
  return low + (high - low) * ((double)(randomBits() >> 11) / 9007199254740992.0);
}

// ---- records

enum { LENGTHS, FLOATS, DOUBLES, KINDS };

static int summary;
static struct { double sum, size; } sums[KINDS];
static int weight;     // of the next number, so that the order counts
static uint64_t hash;  // of integers and texts

static void addHash(const unsigned char* data, size_t n) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ data[i]) * 1099511628211u;
}

// a text without the sign of a zero, which comes from the last bit
static void hashText(const char* text, int n) {
  for (int i = 0; i < n; i++) {
    if (n - i > 5 && !memcmp(text + i, "-0.000", 6)) continue;
    addHash((const unsigned char*)text + i, 1);
  }
}

static void addSums(const char* name, char type, const void* data, int n) {
  const int kind = !strncmp(name, "len", 3) ? LENGTHS : type == 'f' ? FLOATS : DOUBLES;
  for (int i = 0; i < n; i++) {
    const double x = type == 'd' ? ((const double*)data)[i] : (double)((const float*)data)[i];
    const double part = x * (1 + weight / 1024.0);
    sums[kind].sum += part;
    sums[kind].size += part < 0 ? -part : part;
    weight = (weight + 1) % 1024;
  }
}

static void addSummary(const char* name, char type, const void* data, int n) {
  if (type == 'i') {
    addHash(data, sizeof(int) * (size_t)n);
  } else if (type == 's') {
    hashText(data, n);
  } else {
    addSums(name, type, data, n);
  }
}

static void put(const char* name, char type, const void* data, int n) {
  static const struct {
    char type;
    size_t bytes;
  } kind[] = {{'i', sizeof(int)}, {'f', sizeof(float)}, {'d', sizeof(double)}, {'s', 1}};
  size_t bytes = 0;
  for (int k = 0; k < 4; k++) bytes = kind[k].type == type ? kind[k].bytes : bytes;
  if (summary) {
    addSummary(name, type, data, n);
    return;
  }
  char head[16] = "";
  strncpy(head, name, 15);
  fwrite(head, 16, 1, stdout);
  putchar(type);
  fwrite(&n, sizeof n, 1, stdout);
  fwrite(data, bytes, (size_t)n, stdout);
}

static void putInt(const char* name, int x) { put(name, 'i', &x, 1); }

// ---- a scene

static void putGeom(const mjvGeom* g) {
  const int ids[] = {g->type,  g->dataid, g->objtype,    g->objid,    g->category,
                     g->matid, g->texid,  g->texuniform, g->texcoord, g->segid};
  const float looks[] = {g->rgba[0],      g->rgba[1],     g->rgba[2],   g->rgba[3],
                         g->emission,     g->specular,    g->shininess, g->reflectance,
                         g->texrepeat[0], g->texrepeat[1]};
  const float place[] = {g->pos[0],  g->pos[1],  g->pos[2],     g->size[0],
                         g->size[1], g->size[2], g->modelrbound};
  put("geom ids", 'i', ids, sizeof ids / sizeof *ids);
  put("len geom", 'f', place, sizeof place / sizeof *place);
  // bars are given by their ends; how they are turned about their axis may hang on the last bit
  const int bar = g->type == mjGEOM_CAPSULE || g->type == mjGEOM_CYLINDER ||
                  (g->type >= mjGEOM_ARROW && g->type <= mjGEOM_LINE);
  if (!summary || !bar) put("geom mat", 'f', g->mat, 9);
  put("geom looks", 'f', looks, sizeof looks / sizeof *looks);
  put("geom label", 's', g->label, (int)strlen(g->label));
}

static void putLight(const mjvLight* l) {
  const int ids[] = {l->id, l->type, l->texid, l->headlight, l->castshadow};
  const float rest[] = {l->cutoff, l->exponent, l->bulbradius, l->intensity, l->range, l->softness};
  put("light ids", 'i', ids, sizeof ids / sizeof *ids);
  put("len light pos", 'f', l->pos, 3);
  put("light dir", 'f', l->dir, 3);
  put("light falloff", 'f', l->attenuation, 3);
  put("light rest", 'f', rest, sizeof rest / sizeof *rest);
  put("light ambient", 'f', l->ambient, 3);
  put("light diffuse", 'f', l->diffuse, 3);
  put("light specular", 'f', l->specular, 3);
}

static void putCamera(const mjvGLCamera* c) {
  const float frustum[] = {c->frustum_center, c->frustum_width, c->frustum_bottom, c->frustum_top,
                           c->frustum_near};
  putInt("camera ortho", c->orthographic);
  put("len camera pos", 'f', c->pos, 3);
  put("camera forward", 'f', c->forward, 3);
  put("camera up", 'f', c->up, 3);
  put("len frustum", 'f', frustum, 5);
  put("len far", 'f', &c->frustum_far, 1);
}

static void putScene(const mjvScene* s) {
  const int counts[] = {s->ngeom, s->nlight, s->nflex, s->nskin, s->status, s->enabletransform};
  put("counts", 'i', counts, sizeof counts / sizeof *counts);
  for (int i = 0; i < s->ngeom; i++) putGeom(s->geoms + i);
  for (int i = 0; i < s->nlight; i++) putLight(s->lights + i);
  for (int i = 0; i < 2; i++) putCamera(s->camera + i);
  for (int i = 0; i < s->nskin; i++) {
    const float *vert = s->skinvert + 3 * s->skinvertadr[i],
                *normal = s->skinnormal + 3 * s->skinvertadr[i];
    putInt("skin faces", s->skinfacenum[i]);
    for (int k = 0; k < s->skinvertnum[i]; k++) {
      put("len skin vertex", 'f', vert + 3 * k, 3);
      put("skin normal", 'f', normal + 3 * k, 3);
    }
  }
}

// ---- settings

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  int catmask;
} Probe;

static void defaults(Probe* p) {
  mjv_defaultOption(&p->opt);
  mjv_defaultFreeCamera(p->m, &p->cam);
  mjv_defaultPerturb(&p->pert);
  p->catmask = mjCAT_ALL;
  p->m->vis.global.orthographic = p->m->vis.global.bvactive = 0;
  p->m->vis.global.ellipsoidinertia = 0;
}

// one flag, label or frame is another than by default; false after the last of them
static int setOne(Probe* p, int k) {
  if (k < mjNVISFLAG) {
    p->opt.flags[k] = !p->opt.flags[k];
    return 1;
  }
  k -= mjNVISFLAG;
  if (k < mjNLABEL) {
    static const int shown[] = {mjVIS_JOINT,        mjVIS_CAMERA,      mjVIS_LIGHT,
                                mjVIS_ACTUATOR,     mjVIS_CONSTRAINT,  mjVIS_SELECT,
                                mjVIS_CONTACTPOINT, mjVIS_CONTACTFORCE};
    p->opt.label = k;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) p->opt.flags[shown[i]] = 1;
    return 1;
  }
  k -= mjNLABEL;
  p->opt.frame = k < mjNFRAME ? k : 0;
  p->opt.flags[mjVIS_CAMERA] = p->opt.flags[mjVIS_LIGHT] = k < mjNFRAME;
  return k < mjNFRAME;
}

static void randomGroup(mjtByte group[mjNGROUP]) {
  for (int i = 0; i < mjNGROUP; i++) group[i] = below(4) > 0;
}

static void randomOption(Probe* p) {
  mjvOption* o = &p->opt;
  for (int i = 0; i < mjNVISFLAG; i++)
    o->flags[i] = (mjtByte)(below(10) < 3 ? !o->flags[i] : o->flags[i]);
  o->label = below(mjNLABEL);
  o->frame = below(mjNFRAME);
  o->bvh_depth = below(6);
  if (below(2)) {
    randomGroup(o->geomgroup);
    randomGroup(o->sitegroup);
    randomGroup(o->jointgroup);
    randomGroup(o->tendongroup);
    randomGroup(o->actuatorgroup);
    randomGroup(o->skingroup);
  }
  p->catmask = below(3) ? mjCAT_ALL : below(8);
  p->m->vis.global.ellipsoidinertia = below(2);
  p->m->vis.global.bvactive = below(2);
  // which volumes a search visits is up to the engine
  for (int i = 0; i < p->m->nbvh; i++) p->d->bvh_active[i] = below(2);
}

static void randomCamera(Probe* p) {
  p->m->vis.global.orthographic = below(4) == 0;
  p->cam.orthographic = below(4) == 0;
  switch (below(4)) {
    case 0:
      p->cam.type = mjCAMERA_TRACKING;
      p->cam.trackbodyid = below((int)p->m->nbody);
      break;
    case 1:
      if (p->m->ncam) {
        p->cam.type = mjCAMERA_FIXED;
        p->cam.fixedcamid = below((int)p->m->ncam);
      }
      break;
    default:
      break;
  }
  for (int i = below(5); i > 0; i--)
    mjv_moveCamera(p->m, 1 + below(9), between(-0.5, 0.5), between(-0.5, 0.5), &p->cam);
}

// select, move and let go; needs a camera in the scene
static void randomPerturb(Probe* p) {
  mjvPerturb* q = &p->pert;
  q->select = below((int)p->m->nbody);
  q->skinselect = below((int)p->m->nskin + 1) - 1;
  for (int k = 0; k < 3; k++) q->localpos[k] = between(-0.2, 0.2) * p->m->stat.meansize;
  mjv_initPerturb(p->m, p->d, &p->scn, q);
  q->active = below(4);
  q->active2 = below(3) ? 0 : below(4);
  for (int i = below(4); i > 0; i--)
    mjv_movePerturb(p->m, p->d, 1 + below(7), between(-0.3, 0.3), between(-0.3, 0.3), &p->scn, q);
  mjv_applyPerturbForce(p->m, p->d, q);
  // the force as the stretch of the spring
  const mjtNum* force = p->d->xfrc_applied + 6 * q->select;
  const double spring = p->m->vis.map.stiffness * (q->localmass > 0 ? q->localmass : 1);
  const double stretch[3] = {force[0] / spring, force[1] / spring, force[2] / spring};
  put("len stretch", 'd', stretch, 3);
  put("torque", 'd', force + 3, 3);
  put("len refpos", 'd', q->refpos, 3);
  put("refquat", 'd', q->refquat, 4);
  put("len refselpos", 'd', q->refselpos, 3);
  put("localmass", 'd', &q->localmass, 1);
  put("scale", 'd', &q->scale, 1);
}

// a body is put where the mouse wants it, and back
static void randomPose(Probe* p) {
  mjtNum before[7];
  const int joint = p->m->body_jntadr[p->m->body_rootid[p->pert.select]];
  const int mocap = p->m->body_mocapid[p->pert.select];
  mjtNum* qpos = joint >= 0 && p->m->jnt_type[joint] == mjJNT_FREE
                     ? p->d->qpos + p->m->jnt_qposadr[joint]
                     : NULL;
  if (qpos) memcpy(before, qpos, sizeof before);
  mjv_applyPerturbPose(p->m, p->d, &p->pert, below(2));
  if (qpos) {
    put("len qpos", 'd', qpos, 3);
    put("qpos quat", 'd', qpos + 3, 4);
    memcpy(qpos, before, sizeof before);
  }
  if (mocap >= 0) {
    put("len mocap", 'd', p->d->mocap_pos + 3 * mocap, 3);
    put("mocap quat", 'd', p->d->mocap_quat + 4 * mocap, 4);
  }
}

// ---- cameras and room

static void putRoom(Probe* p) {
  mjtNum pos[3], quat[4], head[3], forward[3], up[3];
  const mjtNum at[3] = {between(-1, 1), between(-1, 1), between(-1, 1)}, roomup[3] = {0, 0, 1};
  mjtNum turn[4] = {between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
  mju_normalize4(turn);
  p->scn.enabletransform = (mjtByte)below(2);
  for (int k = 0; k < 3; k++) p->scn.translate[k] = (float)between(-1, 1);
  for (int i = below(4); i > 0; i--)
    mjv_moveModel(p->m, 1 + below(7), between(-0.5, 0.5), between(-0.5, 0.5), roomup, &p->scn);
  put("len translate", 'f', p->scn.translate, 3);
  put("rotate", 'f', p->scn.rotate, 4);
  put("room scale", 'f', &p->scn.scale, 1);
  mjv_room2model(pos, quat, at, turn, &p->scn);
  put("len room2model", 'd', pos, 3);
  put("room2model quat", 'd', quat, 4);
  mjv_model2room(pos, quat, at, turn, &p->scn);
  put("len model2room", 'd', pos, 3);
  put("model2room quat", 'd', quat, 4);
  mjv_cameraInModel(head, forward, up, &p->scn);
  put("len in model", 'd', head, 3);
  put("forward", 'd', forward, 3);
  put("up", 'd', up, 3);
  mjv_cameraInRoom(head, forward, up, &p->scn);
  put("len in room", 'd', head, 3);
  put("room forward", 'd', forward, 3);
  put("room up", 'd', up, 3);
  const mjtNum height = mjv_frustumHeight(&p->scn);
  put("frustum height", 'd', &height, 1);
  mjv_alignToCamera(pos, at, forward);
  put("aligned", 'd', pos, 3);
}

static void putViews(Probe* p) {
  mjtNum head[3], forward[3], up[3], right[3];
  float zver[2], zhor[2], zclip[2];
  mjv_cameraFrame(head, forward, up, right, p->d, &p->cam);
  mjv_cameraFrustum(zver, zhor, zclip, p->m, &p->cam);
  put("len head", 'd', head, 3);
  put("frame right", 'd', right, 3);
  put("len zver", 'f', zver, 2);
  put("len zhor", 'f', zhor, 2);
  put("len zclip", 'f', zclip, 2);
  const mjvGLCamera one = mjv_camera2GLCamera(p->m, p->d, &p->cam);
  putCamera(&one);
  if (p->scn.camera[0].orthographic == one.orthographic) {
    const mjvGLCamera mean = mjv_averageCamera(&one, p->scn.camera);
    putCamera(&mean);
  }
  const mjtNum orbit[3] = {p->cam.distance, p->cam.azimuth, p->cam.elevation};
  put("orbit", 'd', orbit, 3);
  put("len lookat", 'd', p->cam.lookat, 3);
}

static void putPicks(Probe* p) {
  for (int i = 0; i < 8; i++) {
    mjtNum point[3] = {0};
    int id[4];
    const mjtNum aspect = between(0.5, 2), x = between(0, 1), y = between(0, 1);
    id[0] = mjv_select(p->m, p->d, &p->opt, aspect, x, y, &p->scn, point, id + 1, id + 2, id + 3);
    put("picked", 'i', id, summary ? 1 : 4);  // geoms with one surface are equally near
    put("len picked", 'd', point, 3);
  }
}

// ---- one setting after the other

// another state, near the start or a keyframe: long simulations would part
static void randomState(Probe* p) {
  const mjModel* m = p->m;
  mj_resetDataKeyframe(m, p->d, below((int)m->nkey + 1) - 1);
  for (int i = 0; i < m->nv; i++) p->d->qvel[i] = between(-0.2, 0.2);
  mj_integratePos(m, p->d->qpos, p->d->qvel, below(2) ? 0.1 : 0.001);
  for (int i = 0; i < m->na; i++) p->d->act[i] = between(-0.3, 0.3);
  for (int i = 0; i < m->nu; i++) p->d->ctrl[i] = between(-0.3, 0.3);
  // what sleeps does so after some steps
  for (int i = m->opt.enableflags & mjENBL_SLEEP ? below(400) : 0; i > 0; i--) mj_step(m, p->d);
  mj_forward(m, p->d);
}

static void runSetting(Probe* p, int k) {
  defaults(p);
  p->pert.select = (int)p->m->nbody - 1;
  p->pert.active = k % 4;
  if (!setOne(p, k)) {
    randomState(p);
    randomOption(p);
    randomCamera(p);
    randomPerturb(p);
  }
  mjv_updateScene(p->m, p->d, &p->opt, &p->pert, &p->cam, p->catmask, &p->scn);
  putScene(&p->scn);
  putViews(p);
  putPicks(p);
  randomPose(p);
  putRoom(p);
}

static void run(Probe* p, const char* name, int count) {
  mjv_defaultScene(&p->scn);
  mjv_makeScene(p->m, &p->scn, 50000);
  put("len extent", 'd', &p->m->stat.extent, 1);
  randomState(p);
  for (int k = 0; k < count; k++) {
    memset(sums, 0, sizeof sums);
    weight = 0;
    hash = 14695981039346656037u;
    if (!summary) putInt("setting", k);
    runSetting(p, k);
    if (!summary) continue;
    printf("%s\t%d\t%d\t%016llx", name, k, p->scn.ngeom, (unsigned long long)hash);
    for (int i = 0; i < KINDS; i++) printf("\t%.9g\t%.4g", sums[i].sum, sums[i].size);
    printf("\n");
  }
  mjv_freeScene(&p->scn);
}

int main(int argc, char** argv) {
  summary = argc > 1 && !strcmp(argv[1], "-s");
  if (argc - summary != 3) {
    fprintf(stderr, "usage: scene_probe [-s] MODEL COUNT\n");
    return 2;
  }
  char error[1000] = "";
  const char* path = argv[1 + summary];
  const char* name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  Probe p = {.m = mj_loadXML(path, NULL, error, sizeof error)};
  if (!p.m) {
    fprintf(stderr, "%s: %s\n", path, error);
    return 1;
  }
  p.d = mj_makeData(p.m);
  mj_forward(p.m, p.d);
  run(&p, name, atoi(argv[2 + summary]));
  mj_deleteData(p.d);
  mj_deleteModel(p.m);
  return 0;
}
