// The bits of simulations are those of the native library: hashes over every state, as tests/golden/hash.txt has them
// (tests/support/state_hash.h is the same in C).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import load from '../dist/index.js';

const root = new URL('../../../', import.meta.url);
const sn = await load({onwarning: () => {}});  // some scenes diverge on purpose

const SETTINGS = {
  euler: ['integrator', 'mjINT_EULER'], rk4: ['integrator', 'mjINT_RK4'], implicit: ['integrator', 'mjINT_IMPLICIT'],
  implicitfast: ['integrator', 'mjINT_IMPLICITFAST'], pgs: ['solver', 'mjSOL_PGS'], cg: ['solver', 'mjSOL_CG'],
  newton: ['solver', 'mjSOL_NEWTON'], pyramidal: ['cone', 'mjCONE_PYRAMIDAL'], elliptic: ['cone', 'mjCONE_ELLIPTIC'],
  dense: ['jacobian', 'mjJAC_DENSE'], sparse: ['jacobian', 'mjJAC_SPARSE'], noslip: ['noslip_iterations', 5],
  noisland: ['disableflags', 'mjDSBL_ISLAND'], nowarmstart: ['disableflags', 'mjDSBL_WARMSTART'],
  nocontact: ['disableflags', 'mjDSBL_CONTACT'], nomulticcd: ['disableflags', 'mjDSBL_MULTICCD'],
  sleep: ['enableflags', 'mjENBL_SLEEP'], energy: ['enableflags', 'mjENBL_ENERGY'], fwdinv: ['enableflags', 'mjENBL_FWDINV'],
  diagexact: ['enableflags', 'mjENBL_DIAGEXACT'], threads: null,
};
const numbers = Object.assign({}, ...['mjtIntegrator', 'mjtSolver', 'mjtCone', 'mjtJacobian', 'mjtDisableBit', 'mjtEnableBit']
  .map((name) => sn[name]));
const MASK = (1n << 64n) - 1n, NAN = 0x7FF8000000000000n;

function settle(opt, settings) {
  for (const word of settings === '-' ? [] : settings.split(',')) {
    assert.ok(word in SETTINGS, `a setting ${word}`);
    if (!SETTINGS[word]) continue;
    const [member, value] = SETTINGS[word];
    const number = typeof value === 'string' ? numbers[value] : value;
    opt[member] = member.endsWith('flags') ? opt[member] | number : number;
  }
}

function simulate(m, steps) {
  const d = new sn.MjData(m);
  let seed = 0x5EEDn, h = 0xCBF29CE484222325n, early = 0n;
  const uniform = () => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) & MASK;
    return Number(seed >> 11n) * 2 ** -52 - 1;
  };
  const mix = (values) => {
    const words = new BigUint64Array(values.buffer, values.byteOffset, values.length);
    for (let i = 0; i < words.length; i++) {
      h = ((h ^ (Number.isNaN(values[i]) ? NAN : words[i])) * 0x9E3779B97F4A7C15n) & MASK;
      h ^= h >> 29n;
    }
  };
  if (m.nkey) sn.mj_resetDataKeyframe(m, d, 0);
  for (let i = 0; i < m.nv; i++) d.qvel[i] += 0.1 * uniform();
  for (let step = 0; step < steps; step++) {
    if (step % 20 === 0) {
      for (let i = 0; i < m.nu; i++) {
        const limited = m.actuator_ctrllimited[i];
        const lower = limited ? m.actuator_ctrlrange[2 * i] : -0.5, upper = limited ? m.actuator_ctrlrange[2 * i + 1] : 0.5;
        d.ctrl[i] = 0.5 * (lower + upper) + 0.3 * (upper - lower) * uniform();
      }
      const push = step < 200 ? 0.01 : 0;
      for (let i = 0; i < m.nv; i++) d.qfrc_applied[i] = push * uniform();
    }
    sn.mj_step(m, d);
    for (const values of [d.qpos, d.qvel, d.act, d.sensordata, d.qacc]) mix(values);
    if (step < 100) early = h;
  }
  d.free();
  return [early, h].map((x) => x.toString(16).padStart(16, '0'));
}

const lines = readFileSync(new URL('tests/golden/hash.txt', root), 'utf8').split('\n')
  .filter((line) => line.startsWith('models/')).map((line) => line.split(' '));
assert.ok(lines.length > 10);
for (const [path, settings, steps, early, all] of lines) {
  test(`${path} ${settings}`, () => {
    const m = sn.MjModel.fromXML(readFileSync(new URL(path, root), 'utf8'), {path: basename(path)});
    settle(m.opt, settings);
    assert.deepEqual(simulate(m, Number(steps)), [early, all]);
    m.free();
  });
}
