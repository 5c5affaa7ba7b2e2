// mj_maxContact of the reference, for tests/collide/test_max_contact.c:
//   cd tools/oracle && npm ci
//   node max_contact.mjs ../../tests/golden/max_contact.txt
// Per setting and value of has_margin a line `m` disableflags enableflags o_margin has_margin, then
// a line `n` with the answers for all pairs of geoms of tests/golden/max_contact.xml, by rows.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const COMMAND = 'cd tools/oracle && npm ci && node max_contact.mjs ../../tests/golden/max_contact.txt';
const mj = await load();
const m = mj.MjModel.from_xml_string(
    fs.readFileSync(path.join(ROOT, 'tests/golden/max_contact.xml'), 'utf8'));

const OVERRIDE = mj.mjtEnableBit.mjENBL_OVERRIDE.value;
const NATIVE = mj.mjtDisableBit.mjDSBL_NATIVECCD.value;
const MULTI = mj.mjtDisableBit.mjDSBL_MULTICCD.value;
const SETTINGS = [
  [0, 0, 0], [0, 0, 0.1], [0, OVERRIDE, 0], [0, OVERRIDE, 0.1], [0, OVERRIDE, -0.1], [NATIVE, 0, 0],
  [MULTI, 0, 0], [MULTI | NATIVE, 0, 0],
];

const out = [`# ${COMMAND}`];
for (const [disable, enable, margin] of SETTINGS) {
  m.opt.disableflags = disable;
  m.opt.enableflags = enable;
  m.opt.o_margin = margin;
  for (const has of [-2, -1, 0, 1, 2]) {
    const row = [];
    for (let i = 0; i < m.ngeom; i++) {
      for (let k = 0; k < m.ngeom; k++) row.push(mj.mj_maxContact(m, i, k, has));
    }
    out.push(['m', disable, enable, margin, has].join(' '), ['n', ...row].join(' '));
  }
}
fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
