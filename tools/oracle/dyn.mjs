// Tree algorithms of the reference at random states, as tests/dyn/test_dyn_golden.c reads them:
//   cd tools/oracle && npm ci && node dyn.mjs > ../../tests/golden/dyn.txt
// For every model: "model <path from tests>", then per state "state <k>" and per array one line:
// name, number of values n, sum of w_i x_i, sum of |x_i|, with
// w_i = ((7919 i + 13) mod 1009)/1009 + 1/4. States are made with an xorshift generator that the
// test repeats; no quaternion is normalised.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';
import { copyFolder } from './folder.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const NSTATE = 2;
const DATA = ['actuator_damping', 'actuator_transmission', 'attach_replicate', 'body_deep',
  'body_inertial', 'body_simple', 'body_tree', 'camera', 'joint_align',
  'joint_attributes', 'keyframe_mocap', 'light', 'site', 'tendon_fixed', 'tendon_spatial'];
const MODELS = ['golden/dyn.xml', ...DATA.map((name) => `data/mjcf/${name}.xml`),
  ...['arm', 'cartpole', 'hand', 'humanoid', 'muscle_arm', 'quadruped', 'slider_crank'].map(
    (name) => `../models/${name}.xml`)];
const mj = await load({ print: () => {}, printErr: () => {} });

let seed;
function uniform() {
  seed ^= seed << 13; seed >>>= 0;
  seed ^= seed >>> 17;
  seed ^= seed << 5; seed >>>= 0;
  return seed / 2147483648 - 1;
}

const lines = [];
function put(name, array) {
  let sum = 0, size = 0;
  array.forEach((x, i) => {
    sum += (((7919 * i + 13) % 1009) / 1009 + 0.25) * x;
    size += Math.abs(x);
  });
  const digits = (x, n) => Number(x.toPrecision(n));
  lines.push([name, array.length, digits(sum, 15), digits(size, 6)].join(' '));
}

// the order of the draws is that of the test
function randomState(m, d) {
  const fill = (array, base, scale) => {
    for (let i = 0; i < array.length; i++) array[i] = (base ? base[i] : 0) + scale * uniform();
  };
  fill(d.qpos, m.qpos0, 0.5);
  fill(d.qvel, null, 1);
  fill(d.qacc, null, 1);
  for (let i = 6; i < d.xfrc_applied.length; i++) d.xfrc_applied[i] = uniform();
  fill(d.mocap_pos, d.mocap_pos.slice(), 0.5);
  fill(d.mocap_quat, d.mocap_quat.slice(), 0.5);
}

const FIELDS = ['xpos', 'xquat', 'xmat', 'xipos', 'ximat', 'xanchor', 'xaxis', 'geom_xpos',
  'geom_xmat', 'site_xpos', 'site_xmat', 'cam_xpos', 'cam_xmat', 'light_xpos', 'light_xdir',
  'subtree_com', 'cinert', 'cdof', 'crb', 'M', 'qLD', 'qLDiagInv', 'cvel', 'cdof_dot',
  'subtree_linvel', 'subtree_angmom', 'energy', 'cacc', 'cfrc_ext', 'cfrc_int'];

// calls f with an output array of n numbers and puts it
function result(name, n, f) {
  if (!n) return;
  const out = new mj.DoubleBuffer(n);
  f(out);
  put(name, Array.from(out.GetView()));
  out.delete();
}

function jacobians(m, d, body) {
  const nv = m.nv, point = [0.3, -0.2, 0.5], axis = [0.6, 0, 0.8];
  const pair = (name, f) => {
    const p = new mj.DoubleBuffer(3 * nv), r = new mj.DoubleBuffer(3 * nv);
    f(p, r);
    put(name + 'p', Array.from(p.GetView()));
    put(name + 'r', Array.from(r.GetView()));
    p.delete();
    r.delete();
  };
  pair('jac', (p, r) => mj.mj_jac(m, d, p, r, point, body));
  pair('jacBody', (p, r) => mj.mj_jacBody(m, d, p, r, body));
  pair('jacBodyCom', (p, r) => mj.mj_jacBodyCom(m, d, p, r, body));
  pair('jacPointAxis', (p, r) => mj.mj_jacPointAxis(m, d, p, r, point, axis, body));
  pair('jacDot', (p, r) => mj.mj_jacDot(m, d, p, r, point, body));
  result('jacSubtreeCom', 3 * nv, (out) => mj.mj_jacSubtreeCom(m, d, out, body));
  result('angmomMat', 3 * nv, (out) => mj.mj_angmomMat(m, d, out, body));
  result('applyFT', nv, (out) => mj.mj_applyFT(m, d, [1, 2, 3], [-3, 1, 2], point, body, out));
}

function objects(m, d) {
  const O = mj.mjtObj;
  const kinds = [[O.mjOBJ_BODY.value, m.nbody], [O.mjOBJ_XBODY.value, m.nbody],
    [O.mjOBJ_GEOM.value, m.ngeom], [O.mjOBJ_SITE.value, m.nsite], [O.mjOBJ_CAMERA.value, m.ncam]];
  for (const [type, n] of kinds) {
    const vel = [], acc = [];
    for (let i = 0; i < n; i++) {
      for (const local of [0, 1]) {
        const out = new mj.DoubleBuffer(6);
        mj.mj_objectVelocity(m, d, type, i, out, local);
        vel.push(...out.GetView());
        mj.mj_objectAcceleration(m, d, type, i, out, local);
        acc.push(...out.GetView());
        out.delete();
      }
    }
    put('objectVelocity', vel);
    put('objectAcceleration', acc);
  }
}

function compute(m, d) {
  for (const f of ['kinematics', 'comPos', 'camlight', 'tendon', 'makeM', 'factorM', 'comVel',
    'subtreeVel', 'energyPos', 'energyVel', 'rnePostConstraint']) mj['mj_' + f](m, d);
  for (const name of FIELDS) put(name, Array.from(d[name]));
  const nv = m.nv;
  if (nv) {
    const u = Array.from({ length: nv }, (_, i) => 1 + i / 8);
    result('rne', nv, (out) => mj.mj_rne(m, d, 0, out));
    result('rneAcc', nv, (out) => mj.mj_rne(m, d, 1, out));
    result('solveM', nv, (out) => mj.mj_solveM(m, d, out, u));
    result('solveM2', nv, (out) => mj.mj_solveM2(m, d, out, u,
      Array.from(d.qLDiagInv, (x) => Math.sqrt(x))));
    result('mulM', nv, (out) => mj.mj_mulM(m, d, out, u));
    result('mulM2', nv, (out) => mj.mj_mulM2(m, d, out, u));
    result('fullM', nv * nv, (out) => mj.mj_fullM(m, d, out));
    jacobians(m, d, m.nbody - 1);
    jacobians(m, d, Math.floor(m.nbody / 2));
    result('differentiatePos', nv, (out) => mj.mj_differentiatePos(m, out, 0.25,
      Array.from(m.qpos0), Array.from(d.qpos)));
  }
  objects(m, d);
  if (nv) {
    const q = mj.DoubleBuffer.FromArray(Array.from(d.qpos));
    mj.mj_integratePos(m, q, Array.from(d.qvel), 0.25);
    put('integratePos', Array.from(q.GetView()));
    q.delete();
  }
}

mj.FS.mkdir('/tests');
mj.FS.mkdir('/models');
copyFolder(mj, path.join(ROOT, 'models'), '/models');
for (const folder of ['data', 'golden']) {
  mj.FS.mkdir('/tests/' + folder);
  copyFolder(mj, path.join(ROOT, 'tests', folder), '/tests/' + folder);
}
for (const model of MODELS) {
  const m = mj.MjModel.mj_loadXML('/tests/' + model), d = new mj.MjData(m);
  lines.push(`model ${model}`);
  seed = 2463534242;
  for (let k = 0; k < NSTATE; k++) {
    mj.mj_resetData(m, d);
    randomState(m, d);
    lines.push(`state ${k}`);
    compute(m, d);
  }
  d.delete();
  m.delete();
}
process.stdout.write(lines.join('\n') + '\n');
