// Simulates the scenes of tests/scenes in the reference and writes qpos at equal intervals:
//   cd tools/oracle && npm ci
//   node scenes.mjs ../../tests/golden/scenes.txt
// A line is: scene, time, qpos. Controls are constant; the table below is repeated in tests/whole/test_scenes.c.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
// name, seconds, samples, keyframe, controls by phases of equal length
const SCENES = [
  ['incline', 1, 5, -1, [[]]],
  ['stack', 10, 10, -1, [[]]],
  ['rolling', 5, 10, 0, [[]]],
  ['four_bar', 5, 10, -1, [[4]]],
  ['gripper', 4, 8, -1, [[0, 20], [0.2, 20]]],
  ['muscle_reach', 3, 6, -1, [[0.25, 0.1, 0.5, 0.1]]],
];

const mj = await load();
const lines = ['# made by: cd tools/oracle && npm ci && node scenes.mjs ../../tests/golden/scenes.txt'];
for (const [name, seconds, samples, key, phases] of SCENES) {
  mj.FS.writeFile('/m.xml', fs.readFileSync(path.join(ROOT, 'tests/scenes', `${name}.xml`), 'utf8'));
  const m = mj.MjModel.mj_loadXML('/m.xml');
  const d = new mj.MjData(m);
  if (key >= 0) mj.mj_resetDataKeyframe(m, d, key);
  const total = Math.round(seconds / m.opt.timestep);
  for (let i = 0; i < total; i++) {
    const ctrl = phases[Math.floor((i * phases.length) / total)];
    for (let k = 0; k < ctrl.length; k++) d.ctrl[k] = ctrl[k];
    mj.mj_step(m, d);
    if ((i + 1) % (total / samples) === 0) lines.push(`${name} ${i + 1} ${[...d.qpos].join(' ')}`);
  }
  d.delete();
  m.delete();
}
fs.writeFileSync(process.argv[2], `${lines.join('\n')}\n`);
