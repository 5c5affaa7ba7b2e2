// Lets the conformance probe build before the dynamics exist: what it would call does nothing, and
// only the arrays that loading makes are compared (tools/conformance.sh).
#ifndef SINEW_TESTS_PROBE_STUB_H_
#define SINEW_TESTS_PROBE_STUB_H_

#define mj_kinematics(m, d) ((void)(m), (void)(d))
#define mj_comPos(m, d) ((void)(m), (void)(d))
#define mj_camlight(m, d) ((void)(m), (void)(d))
#define mj_crb(m, d) ((void)(m), (void)(d))
#define mj_makeM(m, d) ((void)(m), (void)(d))
#define mj_factorM(m, d) ((void)(m), (void)(d))
#define mj_comVel(m, d) ((void)(m), (void)(d))
#define mj_mulM(m, d, res, vec) ((void)(m), (void)(d))
#define mj_solveM(m, d, x, y, n) ((void)(m), (void)(d))
#define mj_integratePos(m, qpos, qvel, dt) ((void)(m))

#endif
