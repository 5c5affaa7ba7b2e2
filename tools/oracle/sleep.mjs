// Which trees sleep, step by step, in the reference:
//   cd tools/oracle && npm ci
//   node sleep.mjs ../../tests/golden/sleep.txt
// A line is written when tree_asleep changes: step, tree_asleep of all trees. Pushes are those of
// tests/step/test_sleep.c.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const mj = await load();
mj.FS.writeFile('/m.xml', fs.readFileSync(path.join(ROOT, 'tests/scenes/sleep.xml'), 'utf8'));
const m = mj.MjModel.mj_loadXML('/m.xml');
const d = new mj.MjData(m);
mj.mj_resetData(m, d);
const lines = ['# made by: cd tools/oracle && npm ci && node sleep.mjs ../../tests/golden/sleep.txt'];
let last = '';
for (let i = 0; i <= 2500; i++) {
  const now = [...d.tree_asleep].join(' ');
  if (now !== last) lines.push(`${i} ${now}`);
  last = now;
  if (i === 800) d.qvel[18] = -0.9;  // the ball rolls towards box c
  if (i === 1200) d.xfrc_applied[6 * 2 + 0] = 3;  // box b is pushed
  if (i === 1230) d.xfrc_applied[6 * 2 + 0] = 0;
  if (i === 1500) d.qpos[7 * 4] += 0.2;  // the pendulum is moved
  if (i === 1600) d.qvel[44] = 2;  // the right box pulls the rope
  if (i === 1900) d.qfrc_applied[50] = 4;  // one of the welded boxes
  if (i === 1920) d.qfrc_applied[50] = 0;
  mj.mj_step(m, d);
}
fs.writeFileSync(process.argv[2], `${lines.join('\n')}\n`);
