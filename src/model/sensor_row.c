// Sensor type table: one row has the allowed objects of a sensor, the dimension of its output, its
// data type and its stage.
#include "model/sensor_row.h"

enum {
  NONE = SENSOR_BIT(mjOBJ_UNKNOWN),
  BODY = SENSOR_BIT(mjOBJ_BODY),
  SITE = SENSOR_BIT(mjOBJ_SITE),
  CAMERA = SENSOR_BIT(mjOBJ_CAMERA),
  JOINT = SENSOR_BIT(mjOBJ_JOINT),
  TENDON = SENSOR_BIT(mjOBJ_TENDON),
  ACTUATOR = SENSOR_BIT(mjOBJ_ACTUATOR),
  GEOM = SENSOR_BIT(mjOBJ_GEOM),
  MESH = SENSOR_BIT(mjOBJ_MESH),
  SURFACE = GEOM | BODY,
  FRAME = SURFACE | SENSOR_BIT(mjOBJ_XBODY) | SITE | CAMERA,
  REFERENCE = NONE | FRAME,
  COLLIDER = NONE | SURFACE | SENSOR_BIT(mjOBJ_XBODY),
  ANY = SENSOR_BIT(mjNOBJECT) - 1
};
enum { VARIES = SENSOR_VARIES, GIVEN = SENSOR_GIVEN };
enum { REAL = mjDATATYPE_REAL, POSITIVE = mjDATATYPE_POSITIVE, AXIS = mjDATATYPE_AXIS };
enum { QUAT = mjDATATYPE_QUATERNION };
enum { POS = mjSTAGE_POS, VEL = mjSTAGE_VEL, ACC = mjSTAGE_ACC };

static const sensor_Row table[] = {
    [mjSENS_TOUCH] = {SITE, NONE, 1, POSITIVE, ACC},
    [mjSENS_ACCELEROMETER] = {SITE, NONE, 3, REAL, ACC},
    [mjSENS_VELOCIMETER] = {SITE, NONE, 3, REAL, VEL},
    [mjSENS_GYRO] = {SITE, NONE, 3, REAL, VEL},
    [mjSENS_FORCE] = {SITE, NONE, 3, REAL, ACC},
    [mjSENS_TORQUE] = {SITE, NONE, 3, REAL, ACC},
    [mjSENS_MAGNETOMETER] = {SITE, NONE, 3, REAL, POS},
    [mjSENS_RANGEFINDER] = {SITE | CAMERA, NONE, VARIES, REAL, POS},
    [mjSENS_CAMPROJECTION] = {SITE, CAMERA, 2, REAL, POS},
    [mjSENS_JOINTPOS] = {JOINT, NONE, 1, REAL, POS},
    [mjSENS_JOINTVEL] = {JOINT, NONE, 1, REAL, VEL},
    [mjSENS_TENDONPOS] = {TENDON, NONE, 1, REAL, POS},
    [mjSENS_TENDONVEL] = {TENDON, NONE, 1, REAL, VEL},
    [mjSENS_ACTUATORPOS] = {ACTUATOR, NONE, VARIES, REAL, POS},
    [mjSENS_ACTUATORVEL] = {ACTUATOR, NONE, VARIES, REAL, VEL},
    [mjSENS_ACTUATORFRC] = {ACTUATOR, NONE, VARIES, REAL, ACC},
    [mjSENS_JOINTACTFRC] = {JOINT, NONE, 1, REAL, ACC},
    [mjSENS_TENDONACTFRC] = {TENDON, NONE, 1, REAL, ACC},
    [mjSENS_BALLQUAT] = {JOINT, NONE, 4, QUAT, POS},
    [mjSENS_BALLANGVEL] = {JOINT, NONE, 3, REAL, VEL},
    [mjSENS_JOINTLIMITPOS] = {JOINT, NONE, 1, REAL, POS},
    [mjSENS_JOINTLIMITVEL] = {JOINT, NONE, 1, REAL, VEL},
    [mjSENS_JOINTLIMITFRC] = {JOINT, NONE, 1, REAL, ACC},
    [mjSENS_TENDONLIMITPOS] = {TENDON, NONE, 1, REAL, POS},
    [mjSENS_TENDONLIMITVEL] = {TENDON, NONE, 1, REAL, VEL},
    [mjSENS_TENDONLIMITFRC] = {TENDON, NONE, 1, REAL, ACC},
    [mjSENS_FRAMEPOS] = {FRAME, REFERENCE, 3, REAL, POS},
    [mjSENS_FRAMEQUAT] = {FRAME, REFERENCE, 4, QUAT, POS},
    [mjSENS_FRAMEXAXIS] = {FRAME, REFERENCE, 3, AXIS, POS},
    [mjSENS_FRAMEYAXIS] = {FRAME, REFERENCE, 3, AXIS, POS},
    [mjSENS_FRAMEZAXIS] = {FRAME, REFERENCE, 3, AXIS, POS},
    [mjSENS_FRAMELINVEL] = {FRAME, REFERENCE, 3, REAL, VEL},
    [mjSENS_FRAMEANGVEL] = {FRAME, REFERENCE, 3, REAL, VEL},
    [mjSENS_FRAMELINACC] = {FRAME, NONE, 3, REAL, ACC},
    [mjSENS_FRAMEANGACC] = {FRAME, NONE, 3, REAL, ACC},
    [mjSENS_SUBTREECOM] = {BODY, NONE, 3, REAL, POS},
    [mjSENS_SUBTREELINVEL] = {BODY, NONE, 3, REAL, VEL},
    [mjSENS_SUBTREEANGMOM] = {BODY, NONE, 3, REAL, VEL},
    [mjSENS_INSIDESITE] = {FRAME, SITE, 1, POSITIVE, POS},
    [mjSENS_GEOMDIST] = {SURFACE, SURFACE, 1, REAL, POS},
    [mjSENS_GEOMNORMAL] = {SURFACE, SURFACE, 3, AXIS, POS},
    [mjSENS_GEOMFROMTO] = {SURFACE, SURFACE, 6, REAL, POS},
    [mjSENS_CONTACT] = {COLLIDER | SITE, COLLIDER, VARIES, REAL, ACC},
    [mjSENS_E_POTENTIAL] = {NONE, NONE, 1, REAL, POS},
    [mjSENS_E_KINETIC] = {NONE, NONE, 1, REAL, POS},
    [mjSENS_CLOCK] = {NONE, NONE, 1, REAL, POS},
    [mjSENS_TACTILE] = {MESH, GEOM, VARIES, REAL, ACC},
    [mjSENS_PLUGIN] = {ANY, ANY, VARIES, GIVEN, GIVEN},
    [mjSENS_USER] = {ANY, ANY, VARIES, GIVEN, GIVEN},
};

const sensor_Row* sensor_row(int type) {
  return type >= 0 && type < (int)(sizeof table / sizeof *table) ? &table[type] : NULL;
}

static int sumFields(int chosen, const int* size, int n) {
  int sum = 0;
  if (chosen <= 0 || chosen >= 1 << n) return -1;
  for (int i = 0; i < n; i++) sum += chosen >> i & 1 ? size[i] : 0;
  return sum;
}

int sensor_raySize(int chosen) {
  static const int size[mjNRAYDATA] = {
      [mjRAYDATA_DIST] = 1,  [mjRAYDATA_DIR] = 3,    [mjRAYDATA_ORIGIN] = 3,
      [mjRAYDATA_POINT] = 3, [mjRAYDATA_NORMAL] = 3, [mjRAYDATA_DEPTH] = 1};
  return sumFields(chosen, size, mjNRAYDATA);
}

int sensor_contactSize(int chosen) {
  static const int size[mjNCONDATA] = {
      [mjCONDATA_FOUND] = 1, [mjCONDATA_FORCE] = 3,  [mjCONDATA_TORQUE] = 3, [mjCONDATA_DIST] = 1,
      [mjCONDATA_POS] = 3,   [mjCONDATA_NORMAL] = 3, [mjCONDATA_TANGENT] = 3};
  return sumFields(chosen, size, mjNCONDATA);
}
