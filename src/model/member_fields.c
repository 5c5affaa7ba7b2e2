// Reflection tables (X-macros) of the members inside the structs, in the order of the structs: all
// of mjOption, mjVisual, mjStatistic, mjContact, ..., and of mjModel and mjData the members that
// are neither arrays nor sizes (those are in model_fields.c and data_fields.c).
#include "model/field_row.h"
#include "model/fields.h"

// kind: WORLD, FIXED (the same in all worlds) or PRIVATE (FIXED, and not exported to other
// languages)
#define FLAGS_WORLD (sn_FIELD_EXPORT | sn_FIELD_WORLD)
#define FLAGS_FIXED sn_FIELD_EXPORT
#define FLAGS_PRIVATE 0

// ... = rows, cols, unit
#define MEMBER(structure, name, stage, kind, ...)                                                  \
  FIELD_ROW(structure, name, FIELD_MEMBER, sn_STAGE_##stage, FLAGS_##kind, __VA_ARGS__)
// a member that no stage writes
#define F(structure, name, kind, ...) MEMBER(structure, name, NONE, kind, __VA_ARGS__)
// the type is explicit: uint64_t cannot be distinguished from uintptr_t
#define SIGNATURE(structure)                                                                       \
  {                                                                                                \
    "signature", offsetof(structure, signature), FIELD_UINT64, FIELD_MEMBER, sn_STAGE_NONE,        \
        sn_FIELD_EXPORT, MEANS_##structure##_signature, C(1), C(1), ""                             \
  }

static const field_Field modelMember[] = {
    F(mjModel, flg_gravcomp, FIXED, C(1), C(1), ""),
    F(mjModel, flg_surfacevel, FIXED, C(1), C(1), ""),
    F(mjModel, flg_adhesion, FIXED, C(1), C(1), ""),
    F(mjModel, opt, FIXED, C(1), C(1), ""),
    F(mjModel, vis, FIXED, C(1), C(1), ""),
    F(mjModel, stat, FIXED, C(1), C(1), ""),
    F(mjModel, buffer, PRIVATE, C(1), C(1), ""),
    SIGNATURE(mjModel),
};

static const field_Field dataMember[] = {
    MEMBER(mjData, narena, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, nbuffer, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, nplugin, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, pstack, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, pbase, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, parena, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, threadpool, NONE, PRIVATE, C(1), C(1), ""),
    MEMBER(mjData, threadlock, NONE, PRIVATE, C(1), C(1), ""),
    MEMBER(mjData, maxuse_stack, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, maxuse_arena, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, maxuse_con, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, maxuse_efc, NONE, FIXED, C(1), C(1), ""),
    MEMBER(mjData, solver, CONSTRAINT, FIXED, C(mjNISLAND), C(mjNSOLVER), ""),
    MEMBER(mjData, solver_niter, CONSTRAINT, FIXED, C(mjNISLAND), C(1), ""),
    MEMBER(mjData, solver_nnz, CONSTRAINT, FIXED, C(mjNISLAND), C(1), ""),
    MEMBER(mjData, solver_fwdinv, DEMAND, FIXED, C(2), C(1), "mixed"),
    MEMBER(mjData, warning, NONE, FIXED, C(mjNWARNING), C(1), ""),
    MEMBER(mjData, timer, NONE, FIXED, C(mjNTIMER), C(1), ""),
    MEMBER(mjData, ntree_awake, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, nbody_awake, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, nparent_awake, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, nv_awake, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, flg_energypos, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, flg_energyvel, VELOCITY, FIXED, C(1), C(1), ""),
    MEMBER(mjData, flg_subtreevel, VELOCITY, FIXED, C(1), C(1), ""),
    MEMBER(mjData, flg_rnepost, ACCELERATION, FIXED, C(1), C(1), ""),
    MEMBER(mjData, time, INPUT, FIXED, C(1), C(1), "s"),
    MEMBER(mjData, energy, DEMAND, FIXED, C(2), C(1), "J"),
    MEMBER(mjData, buffer, NONE, PRIVATE, C(1), C(1), ""),
    MEMBER(mjData, arena, NONE, PRIVATE, C(1), C(1), ""),
    SIGNATURE(mjData),
};

static const field_Field option[] = {
#define WORLD(name, ...) F(mjOption, name, WORLD, __VA_ARGS__),
#define FIXED(name, ...) F(mjOption, name, FIXED, __VA_ARGS__),
#include "model/option_fields.def"
#undef WORLD
#undef FIXED
};

#define VISUAL(group, name, rows, unit)                                                            \
  {                                                                                                \
#group "." #name, offsetof(mjVisual, group.name), FIELD_TYPEOF(((mjVisual*)0)->group.name),    \
        FIELD_MEMBER, sn_STAGE_NONE, sn_FIELD_EXPORT, MEANS_mjVisual_##group##_##name, C(rows),    \
        C(1), unit                                                                                 \
  }

static const field_Field visual[] = {
    VISUAL(global, cameraid, 1, ""),
    VISUAL(global, orthographic, 1, ""),
    VISUAL(global, fovy, 1, "deg"),
    VISUAL(global, ipd, 1, "m"),
    VISUAL(global, azimuth, 1, "deg"),
    VISUAL(global, elevation, 1, "deg"),
    VISUAL(global, linewidth, 1, ""),
    VISUAL(global, glow, 1, ""),
    VISUAL(global, realtime, 1, ""),
    VISUAL(global, offwidth, 1, ""),
    VISUAL(global, offheight, 1, ""),
    VISUAL(global, ellipsoidinertia, 1, ""),
    VISUAL(global, bvactive, 1, ""),
    VISUAL(quality, shadowsize, 1, ""),
    VISUAL(quality, offsamples, 1, ""),
    VISUAL(quality, numslices, 1, ""),
    VISUAL(quality, numstacks, 1, ""),
    VISUAL(quality, numquads, 1, ""),
    VISUAL(headlight, ambient, 3, ""),
    VISUAL(headlight, diffuse, 3, ""),
    VISUAL(headlight, specular, 3, ""),
    VISUAL(headlight, active, 1, ""),
    VISUAL(map, stiffness, 1, "N/m"),
    VISUAL(map, stiffnessrot, 1, "N m/rad"),
    VISUAL(map, force, 1, "m/N"),
    VISUAL(map, torque, 1, "m/(N m)"),
    VISUAL(map, alpha, 1, ""),
    VISUAL(map, fogstart, 1, ""),
    VISUAL(map, fogend, 1, ""),
    VISUAL(map, znear, 1, ""),
    VISUAL(map, zfar, 1, ""),
    VISUAL(map, haze, 1, ""),
    VISUAL(map, shadowclip, 1, ""),
    VISUAL(map, shadowscale, 1, ""),
    VISUAL(map, actuatortendon, 1, ""),
    VISUAL(scale, forcewidth, 1, ""),
    VISUAL(scale, contactwidth, 1, ""),
    VISUAL(scale, contactheight, 1, ""),
    VISUAL(scale, connect, 1, ""),
    VISUAL(scale, com, 1, ""),
    VISUAL(scale, camera, 1, ""),
    VISUAL(scale, light, 1, ""),
    VISUAL(scale, selectpoint, 1, ""),
    VISUAL(scale, jointlength, 1, ""),
    VISUAL(scale, jointwidth, 1, ""),
    VISUAL(scale, actuatorlength, 1, ""),
    VISUAL(scale, actuatorwidth, 1, ""),
    VISUAL(scale, framelength, 1, ""),
    VISUAL(scale, framewidth, 1, ""),
    VISUAL(scale, constraint, 1, ""),
    VISUAL(scale, slidercrank, 1, ""),
    VISUAL(scale, frustum, 1, ""),
    VISUAL(rgba, fog, 4, ""),
    VISUAL(rgba, haze, 4, ""),
    VISUAL(rgba, force, 4, ""),
    VISUAL(rgba, inertia, 4, ""),
    VISUAL(rgba, joint, 4, ""),
    VISUAL(rgba, actuator, 4, ""),
    VISUAL(rgba, actuatornegative, 4, ""),
    VISUAL(rgba, actuatorpositive, 4, ""),
    VISUAL(rgba, com, 4, ""),
    VISUAL(rgba, camera, 4, ""),
    VISUAL(rgba, light, 4, ""),
    VISUAL(rgba, selectpoint, 4, ""),
    VISUAL(rgba, connect, 4, ""),
    VISUAL(rgba, contactpoint, 4, ""),
    VISUAL(rgba, contactforce, 4, ""),
    VISUAL(rgba, contactfriction, 4, ""),
    VISUAL(rgba, contacttorque, 4, ""),
    VISUAL(rgba, contactgap, 4, ""),
    VISUAL(rgba, rangefinder, 4, ""),
    VISUAL(rgba, constraint, 4, ""),
    VISUAL(rgba, slidercrank, 4, ""),
    VISUAL(rgba, crankbroken, 4, ""),
    VISUAL(rgba, frustum, 4, ""),
    VISUAL(rgba, bv, 4, ""),
    VISUAL(rgba, bvactive, 4, ""),
};

static const field_Field statistic[] = {
    F(mjStatistic, meaninertia, WORLD, C(1), C(1), "mixed"),
    F(mjStatistic, meanmass, FIXED, C(1), C(1), "kg"),
    F(mjStatistic, meansize, FIXED, C(1), C(1), "m"),
    F(mjStatistic, extent, FIXED, C(1), C(1), "m"),
    F(mjStatistic, center, FIXED, C(3), C(1), "m"),
};

static const field_Field contact[] = {
    MEMBER(mjContact, dist, POSITION, FIXED, C(1), C(1), "m"),
    MEMBER(mjContact, pos, POSITION, FIXED, C(3), C(1), "m"),
    MEMBER(mjContact, frame, POSITION, FIXED, C(9), C(1), ""),
    MEMBER(mjContact, includemargin, POSITION, FIXED, C(1), C(1), "m"),
    MEMBER(mjContact, friction, POSITION, FIXED, C(5), C(1), "mixed"),
    MEMBER(mjContact, solref, POSITION, FIXED, C(mjNREF), C(1), "mixed"),
    MEMBER(mjContact, solreffriction, POSITION, FIXED, C(mjNREF), C(1), "mixed"),
    MEMBER(mjContact, solimp, POSITION, FIXED, C(mjNIMP), C(1), ""),
    MEMBER(mjContact, adhesion, POSITION, FIXED, C(1), C(1), "N"),
    MEMBER(mjContact, mu, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjContact, H, CONSTRAINT, FIXED, C(36), C(1), "mixed"),
    MEMBER(mjContact, dim, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjContact, geom1, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjContact, geom2, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjContact, geom, POSITION, FIXED, C(2), C(1), ""),
    MEMBER(mjContact, flex, POSITION, FIXED, C(2), C(1), ""),
    MEMBER(mjContact, elem, POSITION, FIXED, C(2), C(1), ""),
    MEMBER(mjContact, vert, POSITION, FIXED, C(2), C(1), ""),
    MEMBER(mjContact, exclude, POSITION, FIXED, C(1), C(1), ""),
    MEMBER(mjContact, efc_address, POSITION, FIXED, C(1), C(1), ""),
};

static const field_Field warningStat[] = {
    F(mjWarningStat, lastinfo, FIXED, C(1), C(1), ""),
    F(mjWarningStat, number, FIXED, C(1), C(1), ""),
};

static const field_Field timerStat[] = {
    F(mjTimerStat, duration, FIXED, C(1), C(1), "s"),
    F(mjTimerStat, number, FIXED, C(1), C(1), ""),
};

static const field_Field solverStat[] = {
    MEMBER(mjSolverStat, improvement, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, gradient, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, lineslope, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, nactive, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, nchange, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, neval, CONSTRAINT, FIXED, C(1), C(1), ""),
    MEMBER(mjSolverStat, nupdate, CONSTRAINT, FIXED, C(1), C(1), ""),
};

static const field_Field lengthRange[] = {
    F(mjLROpt, mode, FIXED, C(1), C(1), ""),
    F(mjLROpt, useexisting, FIXED, C(1), C(1), ""),
    F(mjLROpt, uselimit, FIXED, C(1), C(1), ""),
    F(mjLROpt, accel, FIXED, C(1), C(1), "mixed"),
    F(mjLROpt, maxforce, FIXED, C(1), C(1), "N|N m"),
    F(mjLROpt, timeconst, FIXED, C(1), C(1), "s"),
    F(mjLROpt, timestep, FIXED, C(1), C(1), "s"),
    F(mjLROpt, inttotal, FIXED, C(1), C(1), "s"),
    F(mjLROpt, interval, FIXED, C(1), C(1), "s"),
    F(mjLROpt, tolrange, FIXED, C(1), C(1), ""),
};

static const field_Field viewOption[] = {
    F(mjvOption, label, FIXED, C(1), C(1), ""),
    F(mjvOption, frame, FIXED, C(1), C(1), ""),
    F(mjvOption, geomgroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, sitegroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, jointgroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, tendongroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, actuatorgroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, flexgroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, skingroup, FIXED, C(mjNGROUP), C(1), ""),
    F(mjvOption, flags, FIXED, C(mjNVISFLAG), C(1), ""),
    F(mjvOption, bvh_depth, FIXED, C(1), C(1), ""),
    F(mjvOption, flex_layer, FIXED, C(1), C(1), ""),
};

static const field_Field camera[] = {
    F(mjvCamera, type, FIXED, C(1), C(1), ""),
    F(mjvCamera, fixedcamid, FIXED, C(1), C(1), ""),
    F(mjvCamera, trackbodyid, FIXED, C(1), C(1), ""),
    F(mjvCamera, lookat, FIXED, C(3), C(1), "m"),
    F(mjvCamera, distance, FIXED, C(1), C(1), "m"),
    F(mjvCamera, azimuth, FIXED, C(1), C(1), "deg"),
    F(mjvCamera, elevation, FIXED, C(1), C(1), "deg"),
    F(mjvCamera, orthographic, FIXED, C(1), C(1), ""),
};

static const field_Field perturb[] = {
    F(mjvPerturb, select, FIXED, C(1), C(1), ""),
    F(mjvPerturb, flexselect, FIXED, C(1), C(1), ""),
    F(mjvPerturb, skinselect, FIXED, C(1), C(1), ""),
    F(mjvPerturb, active, FIXED, C(1), C(1), ""),
    F(mjvPerturb, active2, FIXED, C(1), C(1), ""),
    F(mjvPerturb, refpos, FIXED, C(3), C(1), "m"),
    F(mjvPerturb, refquat, FIXED, C(4), C(1), ""),
    F(mjvPerturb, refselpos, FIXED, C(3), C(1), "m"),
    F(mjvPerturb, localpos, FIXED, C(3), C(1), "m"),
    F(mjvPerturb, localmass, FIXED, C(1), C(1), "kg"),
    F(mjvPerturb, scale, FIXED, C(1), C(1), "m"),
};

#define TABLE(rows)                                                                                \
  { rows, (int)(sizeof rows / sizeof *rows) }

field_Table field_members(int type) {
  static const field_Table table[sn_NTYPE] = {
      [sn_TYPE_MODEL] = TABLE(modelMember),       [sn_TYPE_DATA] = TABLE(dataMember),
      [sn_TYPE_OPTION] = TABLE(option),           [sn_TYPE_VISUAL] = TABLE(visual),
      [sn_TYPE_STATISTIC] = TABLE(statistic),     [sn_TYPE_CONTACT] = TABLE(contact),
      [sn_TYPE_WARNINGSTAT] = TABLE(warningStat), [sn_TYPE_TIMERSTAT] = TABLE(timerStat),
      [sn_TYPE_SOLVERSTAT] = TABLE(solverStat),   [sn_TYPE_LROPT] = TABLE(lengthRange),
      [sn_TYPE_VIEWOPTION] = TABLE(viewOption),   [sn_TYPE_CAMERA] = TABLE(camera),
      [sn_TYPE_PERTURB] = TABLE(perturb),
  };
  return type >= 0 && type < sn_NTYPE ? table[type] : (field_Table){0};
}
