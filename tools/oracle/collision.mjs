// Contact lists of the reference on random scenes, for tests/collide/test_collision.c:
//   cd tools/oracle && npm ci
//   node collision.mjs ../../tests/golden/collision.txt
// Options: number of scenes and seed, to try more of them. Scenes have several geoms per body, static
// and mocap bodies, explicit pairs, excludes, priorities, gaps, adhesion, override and flags; others
// are grids of geoms that touch exactly, which shows the rules of the sweep. Lines:
//   scene           then the model as text, one line
//   state qpos...   and per contact, in order,
//   c geoms dim exclude dist pos frame includemargin friction solref solreffriction solimp adhesion
import fs from 'node:fs';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node collision.mjs ../../tests/golden/collision.txt';
const [out, count = '36', seed = '1'] = process.argv.slice(2);
const STATES = 2;
const mj = await load();

// ---- random numbers

const BITS = (1n << 64n) - 1n;
let random = 88172645463325252n ^ (BigInt(seed) * 0x9E3779B97F4A7C15n & BITS);
function uniform() {
  random ^= (random << 13n) & BITS;
  random ^= random >> 7n;
  random ^= (random << 17n) & BITS;
  return Number(random >> 11n) * 2 ** -53;
}
const within = (low, high) => low + (high - low) * uniform();
const below = (n) => Math.floor(uniform() * n);
const chance = (p) => uniform() < p;
const short = (x) => String(Number(x.toFixed(4)));
const list = (n, low, high) => Array.from({ length: n }, () => short(within(low, high))).join(' ');

// ---- scenes

const SIZES = { sphere: 1, capsule: 2, ellipsoid: 3, cylinder: 2, box: 3 };

function geom(names, extra) {
  const type = Object.keys(SIZES)[below(5)];
  const name = `g${names.length}`;
  names.push(name);
  let text = `<geom name="${name}" type="${type}" size="${list(SIZES[type], .06, .18)}"`;
  text += ` pos="${list(3, -.25, .25)}" quat="${list(4, -1, 1)}" condim="${[1, 3, 4, 6][below(4)]}"`;
  text += ` friction="${list(3, 0, 1)}"`;
  if (chance(.4)) text += ` contype="${below(4)}" conaffinity="${below(4)}"`;
  if (chance(.3)) text += ` priority="${below(3) - 1}"`;
  if (chance(.3)) text += ` solmix="${chance(.3) ? 0 : list(1, .1, 2)}"`;
  if (chance(.3)) text += ` margin="${list(1, 0, .1)}"`;
  if (chance(.3)) text += ` gap="${list(1, 0, .1)}"`;
  if (chance(.2)) text += ` adhesion="${list(1, 0, 1)}"`;
  if (chance(.3)) text += ` solref="${chance(.3) ? list(2, -90, -1) : list(2, .01, .1)}"`;
  if (chance(.3)) text += ' solimp=".7 .9 .002 .4 3"';
  return text + (extra || '') + '/>';
}

function body(names, bodies, depth) {
  const name = `b${bodies.length}`;
  bodies.push(name);
  const mocap = depth === 0 && chance(.12), loose = depth === 0 && !mocap && chance(.7);
  let text = `<body name="${name}" pos="${list(3, -.6, .6)}" quat="${list(4, -1, 1)}"`;
  text += mocap ? ' mocap="true">' : '>';
  if (loose) text += '<freejoint/>';
  else if (!mocap && chance(.6)) text += `<joint axis="${list(3, -1, 1)}"/>`;
  const n = 1 + (chance(.5) ? below(4) : 0);
  for (let i = 0; i < n; i++) text += geom(names);
  while (depth < 2 && chance(.35)) text += body(names, bodies, depth + 1);
  return text + '</body>';
}

function flags() {
  let text = '';
  for (const name of ['midphase', 'filterparent', 'multiccd']) {
    if (chance(.2)) text += ` ${name}="disable"`;
  }
  if (chance(.03)) text += ' contact="disable"';
  const override = chance(.2);
  if (override) text += ' override="enable"';
  const option = override ? ` o_margin="${chance(.3) ? 0 : list(1, 0, .1)}" o_friction="${
    list(5, 0, 1)}" o_solref=".03 .9"` : '';
  return `<option${option}><flag${text}/></option>`;
}

function contacts(names, bodies) {
  let text = '';
  for (let i = below(4); i > 0; i--) {
    text += `<pair geom1="${names[below(names.length)]}" geom2="${names[below(names.length)]}"`;
    if (chance(.5)) text += ` margin="${list(1, 0, .1)}" gap="${list(1, 0, .1)}"`;
    if (chance(.5)) text += ` condim="${[1, 3, 4, 6][below(4)]}" friction="${list(5, 0, 1)}"`;
    if (chance(.3)) text += ` solreffriction="${list(2, .01, .1)}"`;
    text += '/>';
  }
  for (let i = below(3); i > 0 && bodies.length > 1; i--) {
    const first = below(bodies.length), second = (first + 1 + below(bodies.length - 1)) % bodies.length;
    text += `<exclude body1="${bodies[first]}" body2="${bodies[second]}"/>`;
  }
  return `<contact>${text}</contact>`;
}

function randomScene() {
  const names = [], bodies = [];
  let world = chance(.6) ? `<geom type="plane" size="1 1 1" quat="1 ${list(2, -.3, .3)} 0" pos="0 0 -.4"/>` : '';
  for (let i = below(3); i > 0; i--) world += geom(names);
  for (let i = 2 + below(6); i > 0; i--) world += body(names, bodies, 0);
  if (chance(.2)) {
    world += `<body pos="0 0 .5" quat="${list(4, -1, 1)}"><geom type="plane" size="1 1 1"/></body>`;
  }
  return `<mujoco>${flags()}<worldbody>${world}</worldbody>${contacts(names, bodies)}</mujoco>`;
}

// geoms side by side: rounding decides which pairs the sweep has
function gridScene() {
  const type = chance(.5) ? 'sphere' : 'box', size = [.1, .125, .3][below(3)];
  const shift = Array.from({ length: 3 }, () => (chance(.5) ? 0 : within(-5, 5)));
  const spots = [];
  for (let i = 0; i < 8; i++) spots.push([i & 1, i >> 1 & 1, i >> 2].map((k) => 2 * k * size));
  let world = '';
  for (let n = 3 + below(5); n > 0; n--) {
    const [spot] = spots.splice(below(spots.length), 1);
    world += `<body pos="${spot.map((x, k) => x + shift[k]).join(' ')}"><freejoint/>` +
      `<geom type="${type}" size="${Array(type === 'box' ? 3 : 1).fill(size).join(' ')}"/>` +
      (chance(.2) ? '<geom size=".35" contype="0" conaffinity="0" mass="1"/>' : '') + '</body>';
  }
  return `<mujoco><worldbody>${world}</worldbody></mujoco>`;
}

// ---- figures

const text = (list_) => Array.from(list_, (x) => (Object.is(x, -0) ? '-0' : String(x).replace('e+', 'e'))).join(' ');

function contactLine(c) {
  return ['c', ...c.geom, c.dim, c.exclude, text([c.dist, ...c.pos, ...c.frame, c.includemargin,
    ...c.friction, ...c.solref, ...c.solreffriction, ...c.solimp, c.adhesion])].join(' ');
}

function describe(xml, moved) {
  mj.FS.writeFile('/m.xml', xml);
  let m;
  try {
    m = mj.MjModel.mj_loadXML('/m.xml');
  } catch {
    return [];
  }
  const d = new mj.MjData(m);
  const lines = ['scene', xml];
  for (let state = 0; state < (moved ? STATES : 1); state++) {
    mj.mj_resetData(m, d);
    if (state) {
      const q = new Float64Array(d.qpos);
      for (let i = 0; i < q.length; i++) q[i] += within(-.3, .3);
      d.qpos.set(q);
    }
    for (const stage of [mj.mj_kinematics, mj.mj_comPos, mj.mj_collision]) stage(m, d);
    lines.push(`state ${text(d.qpos)}`);
    for (let i = 0; i < d.ncon; i++) lines.push(contactLine(d.contact.get(i)));
  }
  d.delete();
  m.delete();
  return lines;
}

const lines = [`# ${COMMAND}`];
for (let i = 0; i < Number(count); i++) {
  lines.push(...(i % 4 === 3 ? describe(gridScene(), false) : describe(randomScene(), true)));
}
fs.writeFileSync(out, lines.join('\n') + '\n');
console.log(`${lines.length} lines`);
