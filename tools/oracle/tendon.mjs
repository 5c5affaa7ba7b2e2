// Tendons and transmissions of the reference at random states, as tests/force/test_tendon.c and
// tests/force/test_transmission.c read them:
//   cd tools/oracle && npm ci && node tendon.mjs > ../../tests/golden/tendon/states.txt
// For every model: "model <path from tests/golden/tendon>", then per state a line per field: name,
// number of values, values (14 digits). `moment` is dense (nout x nv). Contacts are disabled.
//   node tendon.mjs grid > ../../tests/golden/tendon/grid.txt
// prints tendon lengths of grid.xml instead, its points being on a grid that makes paths symmetric,
// tangent or through the centre: per line qpos, then ten_length; NaN where the reference fails.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';
import { copyFolder } from './folder.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, '../..');
const BASE = path.join(ROOT, 'tests/golden/tendon');
const MODELS = [
  ['tests/golden/tendon/wrap.xml', 24], ['tests/golden/tendon/armature.xml', 6],
  ['tests/golden/tendon/transmission.xml', 6], ['tests/data/mjcf/tendon_fixed.xml', 2],
  ['tests/data/mjcf/tendon_spatial.xml', 6], ['tests/data/mjcf/actuator_transmission.xml', 3],
  ['tests/data/mjcf/actuator_orientation.xml', 3], ['tests/data/mjcf/actuator_adhesion.xml', 1],
  ['models/muscle_arm.xml', 4], ['models/slider_crank.xml', 3], ['models/hand.xml', 2],
];
const mj = await load({ print: () => {}, printErr: () => {} });

let state = 2463534242;
function uniform() {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state / 2147483648 - 1;
}
const three = (x) => Math.round(1000 * x) / 1000;

const lines = [];
const put = (name, array) => lines.push(
  [name, array.length, ...Array.from(array, (x) => String(Number(x.toPrecision(14))))].join(' '));

// quaternions come out neither normalised nor tiny
function randomState(m, d, k) {
  const scale = k % 2 ? 0.5 : 1;
  for (let i = 0; i < m.nq; i++) d.qpos[i] = three(m.qpos0[i] + scale * uniform());
  for (let i = 0; i < m.nv; i++) d.qvel[i] = three(2 * uniform());
}

function dense(m, d) {
  const moment = new Float64Array(m.nout * m.nv);
  for (let i = 0; i < m.nout; i++) {
    const adr = d.moment_rowadr[i];
    for (let k = adr; k < adr + d.moment_rownnz[i]; k++) {
      moment[i * m.nv + d.moment_colind[k]] += d.actuator_moment[k];
    }
  }
  return moment;
}

function printStates() {
  let folder = 0;
  for (const [model, states] of MODELS) {
    const file = path.join(ROOT, model), where = '/m' + folder++;
    mj.FS.mkdir(where);
    copyFolder(mj, path.dirname(file), where);
    const m = mj.MjModel.mj_loadXML(where + '/' + path.basename(file));
    m.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONTACT.value;
    const d = new mj.MjData(m);
    lines.push('model ' + path.relative(BASE, file));
    for (let k = 0; k < states; k++) {
      randomState(m, d, k);
      mj.mj_forward(m, d);
      put('qpos', d.qpos);
      put('qvel', d.qvel);
      for (const name of ['ten_length', 'ten_J', 'ten_velocity', 'ten_wrapadr', 'ten_wrapnum']) {
        put(name, d[name]);
      }
      let points = 0;
      for (let i = 0; i < m.ntendon; i++) points += d.ten_wrapnum[i];
      put('wrap_obj', d.wrap_obj.slice(0, points));
      put('wrap_xpos', d.wrap_xpos.slice(0, 3 * points));
      for (const name of ['actuator_length', 'actuator_velocity']) put(name, d[name]);
      put('moment', dense(m, d));
      put('qfrc_bias', d.qfrc_bias);
    }
    d.delete();
    m.delete();
  }
}

function printGrid() {
  const steps = [-0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2];
  const pick = () => steps[Math.floor((uniform() + 1) / 2 * steps.length)];
  mj.FS.writeFile('/grid.xml', fs.readFileSync(path.join(BASE, 'grid.xml')));
  const m = mj.MjModel.mj_loadXML('/grid.xml');
  const d = new mj.MjData(m);
  for (let k = 0; k < 300; k++) {
    const height = k % 2 ? [0.05, -0.1] : [0, 0];
    d.qpos.set([pick(), pick(), height[0], pick(), pick(), height[1]]);
    mj.mj_forward(m, d);
    const lengths = Array.from(d.ten_length, (x) => String(Number(x.toPrecision(11))));
    lines.push([...d.qpos, ...lengths].join(' '));
  }
}

if (process.argv[2] === 'grid') printGrid();
else printStates();
console.log(lines.join('\n'));
