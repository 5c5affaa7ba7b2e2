// Model validation (bounds checks), by tables: single indices and enum values within their range,
// runs of entries within their arrays; then the parts that depend on each other.
#include "io/validate.h"

#include <stddef.h>

#include "base/assert.h"
#include "model/fields.h"
#include "model/model.h"
#include "model/names.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

bool validate_fault(validate_Fault* fault, const char* field, mjtSize row) {
  ASSERT(field && !fault->field);  // the first fault ends the validation
  *fault = (validate_Fault){field, row};
  return false;
}

static mjtSize sizeAt(const mjModel* m, size_t offset) {
  return *(const mjtSize*)(const void*)((const char*)m + offset);
}

static const int* intsAt(const mjModel* m, size_t offset) {
  return *(int* const*)(const void*)((const char*)m + offset);
}

// ---- single values: low <= x < size, or < most if there is no size

typedef struct {
  const char* name;
  size_t array;  // of the pointer in mjModel
  int low;
  bool sized;
  size_t size;
  mjtSize most;
} Range;

#define INDEX(array, low, size)                                                                    \
  { #array, offsetof(mjModel, array), low, true, offsetof(mjModel, size), 0 }
#define KIND(array, low, most)                                                                     \
  { #array, offsetof(mjModel, array), low, false, 0, most }

enum {
  MOST = 1 << 30,
  MOST_BODIES = 1 << 16,  // two body ids are packed into an int
};

static const Range rangeTable[] = {
    INDEX(body_parentid, 0, nbody),
    INDEX(body_rootid, 0, nbody),
    INDEX(body_weldid, 0, nbody),
    INDEX(body_mocapid, -1, nmocap),
    INDEX(body_treeid, -1, ntree),
    INDEX(body_plugin, -1, nplugin),
    KIND(jnt_type, 0, mjJNT_HINGE + 1),
    INDEX(jnt_qposadr, 0, nq),
    INDEX(jnt_dofadr, 0, nv),
    INDEX(jnt_bodyid, 0, nbody),
    INDEX(jnt_actuatorid, -2, nactuator),
    INDEX(dof_bodyid, 0, nbody),
    INDEX(dof_jntid, 0, njnt),
    INDEX(dof_parentid, -1, nv),
    INDEX(dof_treeid, 0, ntree),
    INDEX(dof_Madr, 0, nM),
    INDEX(mapM2M, 0, nM),
    INDEX(mapM2D, -1, nC),
    INDEX(mapD2M, 0, nD),
    INDEX(M_colind, 0, nv),
    INDEX(D_colind, 0, nv),
    INDEX(B_colind, 0, nv),
    KIND(tree_sleep_policy, 0, mjSLEEP_INIT + 1),
    KIND(geom_type, 0, mjNGEOMTYPES),
    KIND(geom_condim, 1, 7),
    INDEX(geom_bodyid, 0, nbody),
    INDEX(geom_matid, -1, nmat),
    INDEX(geom_plugin, -1, nplugin),
    KIND(site_type, 0, mjNGEOMTYPES),
    INDEX(site_bodyid, 0, nbody),
    INDEX(site_matid, -1, nmat),
    KIND(cam_mode, 0, mjCAMLIGHT_TARGETBODYCOM + 1),
    INDEX(cam_bodyid, 0, nbody),
    INDEX(cam_targetbodyid, -1, nbody),
    KIND(cam_projection, 0, mjPROJ_ORTHOGRAPHIC + 1),
    KIND(light_mode, 0, mjCAMLIGHT_TARGETBODYCOM + 1),
    INDEX(light_bodyid, 0, nbody),
    INDEX(light_targetbodyid, -1, nbody),
    KIND(light_type, 0, mjLIGHT_IMAGE + 1),
    INDEX(light_texid, -1, ntex),
    INDEX(mat_texid, -1, ntex),
    KIND(pair_dim, 1, 7),
    INDEX(pair_geom1, 0, ngeom),
    INDEX(pair_geom2, 0, ngeom),
    KIND(eq_type, 0, mjEQ_DISTANCE + 1),
    KIND(flex_condim, 1, 7),
    KIND(flex_dim, 1, 4),
    KIND(flex_interp, -2, 3),
    KIND(flex_selfcollide, 0, mjFLEXSELF_AUTO + 1),
    KIND(flex_edgeequality, 0, 4),
    KIND(flex_elemlayer, 0, MOST),
    INDEX(flex_matid, -1, nmat),
    INDEX(flex_nodebodyid, 0, nbody),
    INDEX(flex_vertbodyid, -1, nbody),
    INDEX(flexedge_J_colind, 0, nv),
    INDEX(flexvert_J_colind, 0, nv),
    INDEX(efm0_dofid, 0, nv),
    INDEX(efm0_L_colind, 0, nefm0dof),
    INDEX(tendon_matid, -1, nmat),
    INDEX(tendon_actuatorid, -2, nactuator),
    INDEX(tendon_treeid, -1, ntree),
    KIND(tendon_treenum, 0, MOST),
    INDEX(ten_J_colind, 0, nv),
    KIND(wrap_type, 0, mjWRAP_CYLINDER + 1),
    KIND(actuator_trntype, 0, mjTRN_SO3 + 1),
    KIND(actuator_dyntype, 0, mjDYN_USER + 1),
    KIND(actuator_gaintype, 0, mjGAIN_USER + 1),
    KIND(actuator_biastype, 0, mjBIAS_USER + 1),
    INDEX(actuator_plugin, -1, nplugin),
    KIND(sensor_type, 0, mjSENS_USER + 1),
    KIND(sensor_datatype, 0, mjDATATYPE_QUATERNION + 1),
    KIND(sensor_needstage, 0, mjSTAGE_ACC + 1),
    KIND(sensor_objtype, 0, mjNOBJECT),
    KIND(sensor_reftype, 0, mjNOBJECT),
    INDEX(sensor_plugin, -1, nplugin),
    INDEX(hfield_pathadr, -1, npaths),
    INDEX(mesh_pathadr, -1, npaths),
    INDEX(skin_matid, -1, nmat),
    INDEX(skin_bonebodyid, 0, nbody),
    INDEX(skin_pathadr, -1, npaths),
    INDEX(tex_pathadr, -1, npaths),
    INDEX(bvh_nodeid, -1, nbuffer),
    INDEX(name_bodyadr, 0, nnames),
    INDEX(name_jntadr, 0, nnames),
    INDEX(name_geomadr, 0, nnames),
    INDEX(name_siteadr, 0, nnames),
    INDEX(name_camadr, 0, nnames),
    INDEX(name_lightadr, 0, nnames),
    INDEX(name_flexadr, 0, nnames),
    INDEX(name_meshadr, 0, nnames),
    INDEX(name_skinadr, 0, nnames),
    INDEX(name_hfieldadr, 0, nnames),
    INDEX(name_texadr, 0, nnames),
    INDEX(name_matadr, 0, nnames),
    INDEX(name_pairadr, 0, nnames),
    INDEX(name_excludeadr, 0, nnames),
    INDEX(name_eqadr, 0, nnames),
    INDEX(name_tendonadr, 0, nnames),
    INDEX(name_actuatoradr, 0, nnames),
    INDEX(name_sensoradr, 0, nnames),
    INDEX(name_numericadr, 0, nnames),
    INDEX(name_textadr, 0, nnames),
    INDEX(name_tupleadr, 0, nnames),
    INDEX(name_keyadr, 0, nnames),
};

static const field_Field* fieldAt(size_t offset) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    if (table.field[i].offset == offset) return &table.field[i];
  }
  return NULL;
}

static bool checkRanges(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < COUNT(rangeTable); i++) {
    const Range* r = &rangeTable[i];
    const field_Field* f = fieldAt(r->array);
    ASSERT(f && f->type == FIELD_INT && (r->sized || r->low < r->most));
    const mjtSize n = field_count(f, m, NULL), most = r->sized ? sizeAt(m, r->size) : r->most;
    const int* x = field_get(f, m);
    for (mjtSize k = 0; k < n; k++) {
      if (x[k] < r->low || x[k] >= most) return validate_fault(fault, r->name, k);
    }
  }
  return true;
}

// ---- runs: an offset and a number of entries

typedef struct {
  const char* name;
  size_t adr, num, rows, size;
} Run;

#define RUN(adr, num, rows, size)                                                                  \
  {                                                                                                \
#adr, offsetof(mjModel, adr), offsetof(mjModel, num), offsetof(mjModel, rows),                 \
        offsetof(mjModel, size)                                                                    \
  }

static const Run runTable[] = {
    RUN(body_jntadr, body_jntnum, nbody, njnt),
    RUN(body_dofadr, body_dofnum, nbody, nv),
    RUN(body_geomadr, body_geomnum, nbody, ngeom),
    RUN(body_bvhadr, body_bvhnum, nbody, nbvh),
    RUN(tree_bodyadr, tree_bodynum, ntree, nbody),
    RUN(tree_dofadr, tree_dofnum, ntree, nv),
    RUN(M_rowadr, M_rownnz, nv, nC),
    RUN(D_rowadr, D_rownnz, nv, nD),
    RUN(B_rowadr, B_rownnz, nbody, nB),
    RUN(tendon_adr, tendon_num, ntendon, nwrap),
    RUN(ten_J_rowadr, ten_J_rownnz, ntendon, nJten),
    RUN(actuator_ctrladr, actuator_ctrlnum, nactuator, nu),
    RUN(actuator_outadr, actuator_outnum, nactuator, nout),
    RUN(actuator_actadr, actuator_actnum, nactuator, na),
    RUN(sensor_adr, sensor_dim, nsensor, nsensordata),
    RUN(numeric_adr, numeric_size, nnumeric, nnumericdata),
    RUN(text_adr, text_size, ntext, ntextdata),
    RUN(tuple_adr, tuple_size, ntuple, ntupledata),
    RUN(flex_nodeadr, flex_nodenum, nflex, nflexnode),
    RUN(flex_vertadr, flex_vertnum, nflex, nflexvert),
    RUN(flex_edgeadr, flex_edgenum, nflex, nflexedge),
    RUN(flex_elemadr, flex_elemnum, nflex, nflexelem),
    RUN(flex_evpairadr, flex_evpairnum, nflex, nflexevpair),
    RUN(flex_bvhadr, flex_bvhnum, nflex, nbvh),
    RUN(flexedge_J_rowadr, flexedge_J_rownnz, nflexedge, nJfe),
    RUN(efm0_L_rowadr, efm0_L_rownnz, nefm0dof, nefm0L),
    RUN(mesh_vertadr, mesh_vertnum, nmesh, nmeshvert),
    RUN(mesh_faceadr, mesh_facenum, nmesh, nmeshface),
    RUN(mesh_normaladr, mesh_normalnum, nmesh, nmeshnormal),
    RUN(mesh_texcoordadr, mesh_texcoordnum, nmesh, nmeshtexcoord),
    RUN(mesh_bvhadr, mesh_bvhnum, nmesh, nbvh),
    RUN(mesh_octadr, mesh_octnum, nmesh, noct),
    RUN(mesh_polyadr, mesh_polynum, nmesh, nmeshpoly),
    RUN(mesh_polyvertadr, mesh_polyvertnum, nmeshpoly, nmeshpolyvert),
    RUN(mesh_polymapadr, mesh_polymapnum, nmeshvert, nmeshpolymap),
    RUN(skin_vertadr, skin_vertnum, nskin, nskinvert),
    RUN(skin_faceadr, skin_facenum, nskin, nskinface),
    RUN(skin_boneadr, skin_bonenum, nskin, nskinbone),
    RUN(skin_bonevertadr, skin_bonevertnum, nskinbone, nskinbonevert),
};

static bool checkRuns(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < COUNT(runTable); i++) {
    const Run* r = &runTable[i];
    const int *adr = intsAt(m, r->adr), *num = intsAt(m, r->num);
    ASSERT_FULL(fieldAt(r->adr)->type == FIELD_INT && fieldAt(r->num)->type == FIELD_INT);
    const mjtSize n = sizeAt(m, r->rows), size = sizeAt(m, r->size);
    for (mjtSize k = 0; k < n; k++) {
      const int low = num[k] ? 0 : -1;  // the offset of an empty run may be -1
      if (num[k] < 0 || adr[k] < low || adr[k] > size || num[k] > size - adr[k])
        return validate_fault(fault, r->name, k);
    }
  }
  return true;
}

// ---- booleans are 0 or 1: other values are undefined behavior in C

static bool checkBools(const mjModel* m, validate_Fault* fault) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->type != FIELD_BOOL) continue;
    const mjtSize n = field_count(f, m, NULL);
    const unsigned char* x = field_get(f, m);
    for (mjtSize k = 0; k < n; k++) {
      if (x[k] > 1) return validate_fault(fault, f->name, k);
    }
  }
  const struct {
    const void* value;
    const char* name;
  } flag[] = {{&m->flg_gravcomp, "flg_gravcomp"},
              {&m->flg_surfacevel, "flg_surfacevel"},
              {&m->flg_adhesion, "flg_adhesion"}};
  for (int i = 0; i < COUNT(flag); i++) {
    if (*(const unsigned char*)flag[i].value > 1) return validate_fault(fault, flag[i].name, 0);
  }
  return true;
}

// ---- options and sizes

static bool within(int x, int low, int most) { return x >= low && x <= most; }

// enum values only: iteration counts are as unrestricted as in an XML file
static bool checkOptions(const mjModel* m, validate_Fault* fault) {
  const mjOption* opt = &m->opt;
  if (!within(opt->integrator, 0, mjINT_IMPLICITFAST))
    return validate_fault(fault, "integrator", 0);
  if (!within(opt->cone, 0, mjCONE_ELLIPTIC)) return validate_fault(fault, "cone", 0);
  if (!within(opt->jacobian, 0, mjJAC_AUTO)) return validate_fault(fault, "jacobian", 0);
  return within(opt->solver, 0, mjSOL_NEWTON) || validate_fault(fault, "solver", 0);
}

// sizes that no array of the model bounds; what this version cannot step
static bool checkSizes(const mjModel* m, validate_Fault* fault) {
  if (m->nbody < 1 || m->nbody > MOST_BODIES) return validate_fault(fault, "nbody", 0);
  if (m->nuserdata > MODEL_MOST_USERDATA) return validate_fault(fault, "nuserdata", 0);
  if (m->nhistory > MODEL_MOST_HISTORY) return validate_fault(fault, "nhistory", 0);
  if (m->nbvh != m->nbvhstatic + m->nbvhdynamic) return validate_fault(fault, "nbvhstatic", 0);
  if (m->narena > PTRDIFF_MAX) return validate_fault(fault, "narena", 0);
  // rows for memory: the arena is their limit
  if (m->nemax > m->nbuffer) return validate_fault(fault, "nemax", 0);
  return true;
}

// all strings are NUL-terminated
static bool checkTexts(const mjModel* m, validate_Fault* fault) {
  if (!m->nnames || m->names[m->nnames - 1]) return validate_fault(fault, "names", m->nnames);
  if (m->npaths && m->paths[m->npaths - 1]) return validate_fault(fault, "paths", m->npaths);
  if (m->nnames_map != names_mapSize(m)) return validate_fault(fault, "nnames_map", 0);
  for (int i = 0; i < m->ntext; i++) {
    if (!m->text_size[i] || m->text_data[m->text_adr[i] + m->text_size[i] - 1])
      return validate_fault(fault, "text_data", i);
  }
  return true;
}

bool validate_model(const mjModel* m, validate_Fault* fault) {
  *fault = (validate_Fault){NULL, 0};
  const bool safe = checkBools(m, fault) && checkSizes(m, fault) && checkOptions(m, fault) &&
                    checkRanges(m, fault) && checkRuns(m, fault) && checkTexts(m, fault) &&
                    validate_tree(m, fault) && validate_parts(m, fault) &&
                    validate_assets(m, fault) && validate_flexes(m, fault) &&
                    validate_plugins(m, fault);
  ASSERT(safe == !fault->field);
  return safe;
}
