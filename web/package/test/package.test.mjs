// What the package promises: models from texts, files and bytes, views without copies, errors that help, no leaks.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import load, { SinewError } from '../dist/index.js';

const sn = await load();
const BALL = `<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="ball" pos="0 0 1"><freejoint name="free"/><geom name="ball" size=".1"/></body>
  </worldbody>
  <sensor><framepos name="where" objtype="body" objname="ball"/></sensor>
</mujoco>`;
const TETRA = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';

test('a model of a text: sizes, options, arrays', () => {
  const m = sn.MjModel.fromXML(BALL);
  assert.equal(m.nq, 7);
  assert.equal(m.nv, 6);
  assert.equal(m.opt.timestep, 0.002);
  assert.deepEqual([...m.opt.gravity], [0, 0, -9.81]);
  assert.equal(m.vis.global.fovy, 45);
  assert.equal(m.body_mass.length, m.nbody);
  assert.equal(sn.mj_name2id(m, sn.mjtObj.mjOBJ_BODY, 'ball'), 1);
  assert.equal(sn.mj_id2name(m, sn.mjtObj.mjOBJ_GEOM, 0), 'floor');
  m.free();
});

test('a ball falls as it should, and comes to rest on the floor', () => {
  const m = sn.MjModel.fromXML(BALL), d = new sn.MjData(m);
  sn.mj_step(m, d, 100);
  // semi-implicit Euler: after n steps of h the fall is g h^2 n (n + 1) / 2
  assert.ok(Math.abs(d.qpos[2] - (1 - 9.81 * 0.002 ** 2 * 100 * 101 / 2)) < 1e-12, `${d.qpos[2]}`);
  assert.ok(Math.abs(d.time - 0.2) < 1e-12);
  sn.mj_step(m, d, 2000);
  assert.equal(d.ncon, 1);
  assert.equal(d.contact.length, 1);
  const [contact] = d.contact;
  assert.ok(contact.dist < 0 && contact.dist > -1e-3);
  assert.deepEqual([...contact.geom], [0, 1]);
  assert.equal(d.contact.get(1), undefined);
  assert.ok(Math.abs(d.sensordata[2] - d.qpos[2]) < 1e-3);
  d.free();
  m.free();
});

test('arrays are views: writing changes the data, memory may grow', () => {
  const m = sn.MjModel.fromXML(BALL), d = new sn.MjData(m);
  const qpos = d.qpos;
  qpos[2] = 2;
  sn.mj_forward(m, d);
  assert.equal(d.xpos[5], 2);
  d.qpos = [0, 0, 3, 1, 0, 0, 0];
  assert.equal(d.qpos[2], 3);
  assert.throws(() => { d.qpos = [1, 2]; }, /7 numbers/);
  const many = [];
  while (d.qpos.buffer === qpos.buffer) many.push(new sn.MjData(m));  // until the memory grows
  assert.equal(d.qpos[2], 3);
  many.forEach((each) => each.free());
  d.free();
  m.free();
});

test('files in memory: meshes, includes, folders', () => {
  const main = '<mujoco><compiler meshdir="assets"/><include file="parts/ball.xml"/><asset><mesh file="t.obj"/></asset>' +
    '<worldbody><geom type="mesh" mesh="t"/></worldbody></mujoco>';
  const part = '<mujoco><worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>';
  const m = sn.MjModel.fromFile('robot/scene.xml', {files: {'robot/scene.xml': main, 'robot/parts/ball.xml': part, 'robot/assets/t.obj': TETRA}});
  assert.equal(m.nmesh, 1);
  assert.equal(m.nmeshvert, 4);
  assert.equal(m.nbody, 2);
  assert.deepEqual(sn.FS.list(), []);
  m.free();
  sn.FS.writeFile('/m.xml', BALL);
  const again = sn.MjModel.mj_loadXML('/m.xml');
  assert.equal(again.nq, 7);
  again.delete();
  assert.equal(sn.FS.unlink('m.xml'), true);
});

test('URDF and binary models', () => {
  const urdf = '<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>' +
    '</inertial></link><link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>' +
    '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>';
  const m = sn.MjModel.fromXML(urdf, {path: 'r.urdf'});
  assert.equal(m.njnt, 1);
  const bytes = m.toBinary();
  const copy = sn.MjModel.fromBinary(bytes);
  assert.equal(copy.njnt, 1);
  assert.ok(copy.fits(m));
  assert.deepEqual(copy.toBinary(), bytes);
  assert.throws(() => sn.MjModel.fromBinary(bytes.slice(0, 1000)), SinewError);
  copy.free();
  m.free();
});

test('errors say what is wrong, and where', () => {
  assert.throws(() => sn.MjModel.fromXML('<mujoco>\n<worldbody><geom size="1" typ="box"/></worldbody></mujoco>'), /model\.xml:2: .*typ.*did you mean 'type'/s);
  assert.throws(() => sn.MjModel.fromFile('none.xml'), /none\.xml/);
  const m = sn.MjModel.fromXML(BALL), d = new sn.MjData(m);
  assert.throws(() => sn.mj_mulM(m, d, new Float64Array(3), [1]), /res should have 6 numbers; it has 3/);
  assert.throws(() => sn.mj_mulM(m, d, [0, 0, 0, 0, 0, 0], d.qvel), /res is written: it should be a Float64Array/);
  assert.throws(() => sn.mj_step(d, m), /m should be an MjModel/);
  assert.throws(() => sn.mj_resetDataKeyframe(m, d, 'x'), /key should be a number/);
  const other = sn.MjModel.fromXML('<mujoco/>');
  assert.throws(() => sn.mj_step(other, d), /made for another model/);
  d.free();
  assert.throws(() => sn.mj_step(m, d), /freed/);
  assert.throws(() => d.qpos, /freed/);
  m.free();
  other.free();
});

test('functions on arrays: own arrays are copied, views are not', () => {
  const res = new Float64Array(3);
  sn.mju_cross(res, [1, 0, 0], [0, 1, 0]);
  assert.deepEqual([...res], [0, 0, 1]);
  assert.equal(sn.mju_dot([1, 2, 3], new Float32Array([4, 5, 6]), 3), 32);
  const m = sn.MjModel.fromXML(BALL), d = new sn.MjData(m);
  sn.mj_forward(m, d);
  sn.mj_mulM(m, d, d.qfrc_applied, [0, 0, 1, 0, 0, 0]);
  assert.ok(Math.abs(d.qfrc_applied[2] - m.body_mass[1]) < 1e-12);
  const size = sn.mj_stateSize(m, sn.mjtState.mjSTATE_FULLPHYSICS);
  const state = new Float64Array(size);
  sn.mj_getState(m, d, state, sn.mjtState.mjSTATE_FULLPHYSICS);
  sn.mj_step(m, d, 10);
  sn.mj_setState(m, d, state, sn.mjtState.mjSTATE_FULLPHYSICS);
  assert.equal(d.time, 0);
  assert.throws(() => sn.mj_getState(m, d, new Float64Array(2), sn.mjtState.mjSTATE_FULLPHYSICS), /numbers/);
  d.free();
  m.free();
});

test('derivatives', () => {
  const m = sn.MjModel.fromXML('<mujoco><option timestep=".01"/><worldbody><body><joint type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body></worldbody></mujoco>');
  const d = new sn.MjData(m), A = new Float64Array(4);
  sn.sn_transition(m, d, 0, A, null, null, null);
  [1, 0.01, 0, 1].forEach((x, i) => assert.ok(Math.abs(A[i] - x) < 1e-9, `${A}`));
  d.free();
  m.free();
});

test('warnings go to the program', async () => {
  const said = [];
  const own = await load({onwarning: (text) => said.push(text)});
  const m = own.MjModel.fromXML(BALL), d = new own.MjData(m);
  d.qvel[0] = NaN;
  own.mj_step(m, d);
  assert.equal(said.length, 1);
  assert.match(said[0], /NaN|QVEL|velocit/i);
  assert.throws(() => sn.mj_step(m, d), /of this engine/);
});

test('timers, when they are asked for', () => {
  const m = sn.MjModel.fromXML(BALL), d = new sn.MjData(m);
  sn.mj_step(m, d, 10);
  assert.equal(d.timer.get(sn.mjtTimer.mjTIMER_STEP).duration, 0);
  sn.timers(true);
  sn.mj_step(m, d, 100);
  sn.timers(false);
  assert.ok(d.timer.get(sn.mjtTimer.mjTIMER_STEP).duration > 0);
  d.free();
  m.free();
});

test('structs of a program', () => {
  const option = new sn.MjvOption();
  assert.equal(option.geomgroup.length, sn.mjNGROUP);
  const camera = new sn.MjvCamera();
  camera.azimuth = 30;
  assert.equal(camera.azimuth, 30);
  camera.free();
  assert.throws(() => sn.mjv_defaultCamera(camera), /freed/);
  option.free();
});

test('no leaks: a thousand rounds', async () => {
  const own = await load();
  const round = () => {
    const m = own.MjModel.fromXML(BALL), d = new own.MjData(m);
    own.mj_step(m, d, 3);
    d.free();
    m.free();
    try { own.MjModel.fromXML('<mujoco><x/></mujoco>'); } catch { /* it should fail */ }
  };
  for (let i = 0; i < 50; i++) round();
  const before = own.engine.x.memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) round();
  assert.equal(own.engine.x.memory.buffer.byteLength, before);
});

test('100,000 careless calls throw at most', async () => {
  const own = await load({onwarning: () => {}});
  const m = own.MjModel.fromXML(BALL), d = new own.MjData(m);
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const values = [m, d, null, undefined, 0, 1, -1, 3, 1e9, -2147483648, NaN, Infinity, 0.5, '', 'ball', [], [1, 2, 3], new Float64Array(7),
    new Float64Array(100), new Int32Array(9), new Float32Array(4), {}, true, new own.MjvOption(), new own.MjvCamera(), m.opt];
  // slow with large numbers, or about the engine itself
  const left = /^(mj_setKeyframe|mju_user|mj_freeLastXML|mju_Halton|mj_stackAlloc)/;
  const names = Object.keys(own).filter((name) => /^(mj|sn)[a-z]?_/.test(name) && typeof own[name] === 'function' && !left.test(name));
  assert.ok(names.length > 200);
  let threw = 0;
  for (let i = 0; i < 100000; i++) {
    const name = names[random(names.length)];
    const n = own[name].length, args = [];
    // mostly a model and a data where they belong, or nothing would get through
    for (let k = 0; k < n; k++) args.push(k < 2 && random(4) ? [m, d][k] : values[random(values.length)]);
    if (args.includes(1e9) && /^mju_/.test(name)) continue;
    try { own[name](...args); } catch (error) {
      assert.ok(error instanceof SinewError, `${name}: ${error.stack}`);
      threw++;
    }
  }
  assert.ok(threw > 10000);
  own.mj_resetData(m, d);
  own.mj_step(m, d);
});

const REFERENCE_BYTES = 10125422;  // mujoco.wasm of @mujoco/mujoco 3.12.0
test('the module is small', () => {
  const bytes = statSync(new URL('../dist/sinew.wasm', import.meta.url)).size;
  assert.ok(bytes < REFERENCE_BYTES / 5, `${bytes} bytes`);
  assert.ok(readFileSync(new URL('../dist/structs.d.ts', import.meta.url), 'utf8').includes('qpos: Float64Array'));
});
