// What the generated program of tools/api/null_cases.py needs: a scene with one of everything that
// a function may ask for, buffers of ample size, and a runner. Every call runs in a child of its
// own, so that one that crashes or exits is an answer like any other. The same program is built
// against the reference (with -DREFERENCE), whose answers are tests/golden/null.tsv.
#ifndef SINEW_TESTS_NULL_SCENE_H_
#define SINEW_TESTS_NULL_SCENE_H_

#include <mujoco/mujoco.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MAX_ARGS = 24,
  BUFFER_BYTES = 1 << 16,
  ALL = -1,    // every pointer is NULL
  NONE = -2,   // none is: shows that the scene is valid
  EMPTY = -3,  // arrays are, of length 0
};

typedef struct {
  mjSpec *spec, *child, *parts;    // compiled; to attach; elements that need not be complete
  mjModel *m, *m2, *plain, *bare;  // plain: no delays; bare: no dofs
  mjData *d, *d2, *plainData, *bareData;
#ifdef SINEW_BATCH_H_
  sn_Batch* batch;
  sn_BatchGather* gather;
#endif
  mjVFS vfs;
  mjContact contact;
  mjvScene scene;  // with a camera
  mjvFigure figure;
  mjrContext context;  // the reference cannot make one without OpenGL
  mjUI ui;             // of a button, with its buffer
  mjuiDef uiDef[3];
  mjuiState uiState;
  mjpPlugin plugin;  // without a function
  mjSDF sdf;         // of the first geom alone
  const mjpPlugin* noPlugin;
  int sdfGeom;
  mjtGeom sdfType;
  mjpResourceProvider provider;
  mjpDecoder decoder;
  mjpEncoder encoder;
  mjResource* resource;
  mjsPlugin* instance;
  const void* bytes;
  const char* text;
  mjLROpt lengthRange;
  mjLogMessage message;
  mjsOrientation orientation;
  mjsBody *body, *childBody, *bodyOut;
  mjsFrame* frame;
  mjsGeom* geom;
  mjsMesh* mesh;
  mjsActuator* actuator;
  mjsSensor* sensor;
  mjsTendon* tendon;
  mjsWrap* wrap;
  mjsNumeric* numeric;
  mjsKey* key;
  mjsSkin* skin;
  mjsTexture* texture;
  char file[100];       // a model on disk
  void* out[MAX_ARGS];  // what functions that hand out memory write to
  // one buffer per argument, and what was in it before the call
  _Alignas(64) char buffer[MAX_ARGS][BUFFER_BYTES];
} Scene;

static Scene S;
static char before[MAX_ARGS][BUFFER_BYTES];

static const char sceneXml[] =
    "<mujoco model='scene'><option integrator='implicitfast'/><size nuserdata='2'/>"
    "<default><default class='part'/></default>"
    "<asset><mesh name='mesh' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
    "<texture name='texture' type='2d' builtin='flat' width='4' height='4'/>"
    "<hfield name='hfield' nrow='3' ncol='3' size='1 1 .2 .1' elevation='0 1 0 1 2 1 0 1 "
    "0'/></asset>"
    "<worldbody><light/><camera name='camera'/><geom name='floor' type='plane' size='5 5 .1'/>"
    "<geom name='hill' type='hfield' hfield='hfield' pos='3 0 -1'/>"
    "<body name='a' pos='0 0 .09'><freejoint/><frame name='frame'><geom name='ball' "
    "size='.1'/></frame><site name='s0'/>"
    "<body name='b' pos='.5 0 0'><joint name='hinge' axis='0 1 0' limited='true' range='-1 1'/>"
    "<geom name='bar' type='capsule' size='.05' fromto='0 0 0 .3 0 0'/><site name='s1' pos='.3 0 "
    "0'/>"
    "</body></body>"
    "<body name='c' pos='0 2 0'><joint name='ball' type='ball'/>"
    "<geom name='rock' type='mesh' mesh='mesh'/></body></worldbody>"
    "<tendon><spatial name='rope'><site site='s0'/><site site='s1'/></spatial></tendon>"
    "<actuator><motor name='motor' joint='hinge' nsample='3' delay='.01'/></actuator>"
    "<sensor><jointpos name='angle' joint='hinge' nsample='3' delay='.01'/>"
    "<framelinvel objtype='site' objname='s0'/><accelerometer site='s1'/></sensor>"
    "<custom><numeric name='numeric' data='1 2 3'/></custom>"
    "<keyframe><key name='key'/></keyframe></mujoco>";

static const char plainXml[] =
    "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
    "<actuator><motor joint='j'/></actuator><sensor><jointpos joint='j'/></sensor></mujoco>";

static void fail(const char* what, const char* why) {
  fprintf(stderr, "null_scene.h: %s: %s\n", what, why);
  exit(2);
}

static mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail("parse", error);
  return spec;
}

static mjModel* compile(mjSpec* spec) {
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail("compile", mjs_getError(spec));
  return m;
}

static mjModel* compileText(const char* xml) {
  mjSpec* spec = parse(xml);
  mjModel* m = compile(spec);
  mj_deleteSpec(spec);
  return m;
}

static void makeElements(void) {
  S.body = mjs_findBody(S.spec, "a");
  S.childBody = mjs_findBody(S.child, "a");
  S.bodyOut = mjs_findBody(S.spec, "c");
  S.frame = mjs_asFrame(mjs_firstChild(S.body, mjOBJ_FRAME, 0));
  S.geom = mjs_asGeom(mjs_firstChild(S.body, mjOBJ_GEOM, 0));
  S.mesh = mjs_addMesh(S.parts, NULL);
  S.actuator = mjs_asActuator(mjs_firstElement(S.spec, mjOBJ_ACTUATOR));
  S.sensor = mjs_asSensor(mjs_firstElement(S.spec, mjOBJ_SENSOR));
  S.tendon = mjs_asTendon(mjs_firstElement(S.spec, mjOBJ_TENDON));
  S.wrap = mjs_getWrap(S.tendon, 0);
  S.numeric = mjs_asNumeric(mjs_firstElement(S.spec, mjOBJ_NUMERIC));
  S.key = mjs_asKey(mjs_firstElement(S.spec, mjOBJ_KEY));
  S.skin = mjs_addSkin(S.parts);
  mjs_appendString(S.skin->bodyname, "a");
  S.texture = mjs_asTexture(mjs_firstElement(S.spec, mjOBJ_TEXTURE));
}

static void makeFile(void) {
  snprintf(S.file, sizeof S.file, "/tmp/null_scene_XXXXXX");
  const int file = mkstemp(S.file);
  if (file < 0 || write(file, plainXml, strlen(plainXml)) < 0) fail("file", S.file);
  close(file);
}

static void makeScene(void) {
  makeFile();
  mj_defaultVFS(&S.vfs);
  mj_addBufferVFS(&S.vfs, "scene.xml", sceneXml, (int)strlen(sceneXml));
  mj_deleteModel(mj_loadXML("scene.xml", &S.vfs, NULL, 0));  // for mj_saveLastXML
  S.spec = parse(sceneXml);
  S.child = parse(sceneXml);
  S.parts = parse(sceneXml);
  S.m = compile(S.spec);
  S.m2 = compile(S.child);
  S.plain = compileText(plainXml);
  S.bare = compileText("<mujoco><worldbody><geom size='1'/><site/></worldbody></mujoco>");
  S.d = mj_makeData(S.m);
  S.d2 = mj_makeData(S.m);
  S.bareData = mj_makeData(S.bare);
  S.plainData = mj_makeData(S.plain);
#ifdef SINEW_BATCH_H_
  S.batch = sn_makeBatch(S.plain, 2, &(sn_BatchOptions){.nthread = 1});
  S.gather = sn_makeGather(S.batch, "qpos");
#endif
  mj_forward(S.m, S.d);
  if (!S.d->ncon) fail("scene", "no contacts");
  S.contact = S.d->contact[0];
  mjvCamera camera;
  mjv_defaultFreeCamera(S.m, &camera);
  mjv_defaultScene(&S.scene);
  mjv_makeScene(S.m, &S.scene, 1000);
  mjv_updateCamera(S.m, S.d, &camera, &S.scene);
#ifndef REFERENCE
  mjr_makeContext(S.m, &S.context, 100);
  mjr_addAux(0, 300, 100, 0, &S.context);
#endif
  S.uiDef[0] = (mjuiDef){.type = mjITEM_SECTION, .name = "section", .state = mjSECT_OPEN};
  S.uiDef[1] = (mjuiDef){.type = mjITEM_BUTTON, .name = "button", .state = 1};
  S.uiDef[2].type = mjITEM_END;
  mjui_add(&S.ui, S.uiDef);
  S.plugin.name = "test.null";
  S.sdfType = (mjtGeom)S.m->geom_type[0];
  S.sdf = (mjSDF){.plugin = &S.noPlugin, .id = &S.sdfGeom, .geomtype = &S.sdfType};
  mj_defaultLROpt(&S.lengthRange);
  mjs_defaultOrientation(&S.orientation);
  S.message.level = mjLOG_INFO;
  makeElements();
  S.resource = mju_openResource("", "scene.xml", &S.vfs, NULL, 0);
  S.instance = mjs_addPlugin(S.parts);
}

// contents of the buffer of argument i

static double* fillDouble(int i, double first, double step) {
  double* buffer = (double*)S.buffer[i];
  for (size_t k = 0; k < BUFFER_BYTES / sizeof *buffer; k++) buffer[k] = first + step * (double)k;
  return buffer;
}

// values of a dense, a diagonal or a banded matrix that is positive definite when it is 3x3
static double* fillMatrix(int i) {
  double* buffer = fillDouble(i, 0, 0);
  for (int k = 0; k < 9; k++) buffer[k] = k % 4 ? 0.1 : 2;
  return buffer;
}

static float* fillFloat(int i) {
  float* buffer = (float*)S.buffer[i];
  for (size_t k = 0; k < BUFFER_BYTES / sizeof *buffer; k++) buffer[k] = (float)(k % 7);
  return buffer;
}

// first + step*k, modulo period
static int* fillInt(int i, int first, int step, int period) {
  int* buffer = (int*)S.buffer[i];
  for (int k = 0; k < (int)(BUFFER_BYTES / sizeof *buffer); k++) {
    buffer[k] = (first + step * k) % period;
  }
  return buffer;
}

static char* fillChar(int i) { return memset(S.buffer[i], 'x', BUFFER_BYTES); }

static void* fillZero(int i) { return memset(S.buffer[i], 0, BUFFER_BYTES); }

// functions that are handed over
static inline void ignoreValue(const void* value) { (void)value; }
static inline void ignoreFile(void* context, const char* file) { (void)context, (void)file; }
#ifdef SINEW_EXTRA_H_
static inline void ignoreFinding(void* context, const sn_Finding* f) { (void)context, (void)f; }
#endif

static void** fillOut(int i) { return &S.out[i]; }

// ---- the runner

typedef struct {
  const char* name;        // of the function
  const char* const* arg;  // names of its pointers
  const char* length;      // of each: '1' or fixed, 'n' if it depends on the other arguments
  void (*call)(const int* valid);  // valid[i]: argument i is not NULL
} NullRow;

static FILE* answer;
static int warnings, errors, empty;

static void onWarning(const char* text) {
  warnings++;
  (void)text;
}

static void onError(const char* text) {
  errors++;
  if (getenv("NULL_VERBOSE")) fprintf(answer, "[%s] ", text);
#ifdef REFERENCE
  fprintf(answer, "error");
  fclose(answer);
  _exit(0);  // it must not return there
#endif
}

static void sayVoid(void) { fprintf(answer, "-"); }
static void sayInt(long long value) { fprintf(answer, "%lld", value); }
static void sayNum(double value) { fprintf(answer, "%.6g", value); }
static void sayPointer(const void* value) { fprintf(answer, value ? "pointer" : "NULL"); }
static void sayText(const char* value) {
  fprintf(answer, !value ? "NULL" : *value ? "text" : "\"\"");
}

static void runChild(const NullRow* row, int which) {
  int valid[MAX_ARGS];
  const int narg = (int)strlen(row->length);
  empty = which == EMPTY;
  for (int i = 0; i < narg; i++) {
    valid[i] = empty ? row->length[i] == '1' : which == NONE || (which != ALL && which != i);
  }
  if (!freopen("/dev/null", "w", stdout)) exit(2);
  mju_user_error = onError;
  mju_user_warning = onWarning;
  row->call(valid);
  if (errors) fprintf(answer, " error");
  if (warnings) fprintf(answer, " warning");
  const char* lead = " writes ";
  for (int i = 0; i < narg; i++) {
    if (!memcmp(before[i], S.buffer[i], BUFFER_BYTES)) continue;
    fprintf(answer, "%s%s", lead, row->arg[i]);
    lead = ",";
  }
  fclose(answer);
  _exit(0);
}

// prints one line: function, which argument is NULL, answer
static void runCase(const NullRow* row, int which) {
  int end[2];
  if (pipe(end)) fail("pipe", row->name);
  static const char* const special[] = {"all", "none", "empty"};
  printf("%s\t%s\t", row->name, which < 0 ? special[ALL - which] : row->arg[which]);
  fflush(stdout);
  const pid_t pid = fork();
  if (pid < 0) fail("fork", row->name);
  if (!pid) {
    close(end[0]);
    answer = fdopen(end[1], "w");
    if (!answer) exit(2);
    alarm(20);  // a call that hangs is one that crashes
    runChild(row, which);
  }
  close(end[1]);
  char text[5000] = "";
  size_t n = 0;
  for (ssize_t got; (got = read(end[0], text + n, sizeof text - 1 - n)) > 0;) n += (size_t)got;
  close(end[0]);
  int status;
  waitpid(pid, &status, 0);
  const int bad = !WIFEXITED(status) || WEXITSTATUS(status);
  printf("%s\n", bad ? "crash" : text);
}

// all rows, or those of one function
static int runTable(const NullRow* table, int n, const char* only) {
  mjLogConfig config = mju_getLogConfig();
  config.logto_console = 0;
  snprintf(config.logfile, sizeof config.logfile, "/dev/null");
  mju_setLogConfig(config);
  makeScene();
  for (int i = 0; i < n; i++) {
    if (only && strcmp(only, table[i].name)) continue;
    const int narg = (int)strlen(table[i].length);
    for (int k = 0; k < narg; k++) runCase(&table[i], k);
    if (narg > 1) runCase(&table[i], ALL);
    if (strchr(table[i].length, 'n')) runCase(&table[i], EMPTY);
    runCase(&table[i], NONE);
  }
  remove(S.file);
  return 0;
}

#endif
