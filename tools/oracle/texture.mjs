// Built-in textures of the reference, for tests/asset/test_texture.c:
//   cd tools/oracle && npm ci
//   node texture.mjs ../../tests/golden/texture.txt
// Lines: tex_width tex_height tex_nchannel, hash of tex_data (FNV-1a, 64 bits), then the attributes
// of the texture as text. Three channels: of others it writes three all the same.
import fs from 'node:fs';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node texture.mjs ../../tests/golden/texture.txt';
const mj = await load({ print: () => {}, printErr: console.error });
const out = [`# ${COMMAND}`];

let state = 88172645463325252n;
function uniform() { // xorshift, in [0, 1)
  state ^= (state << 13n) & ((1n << 64n) - 1n);
  state ^= state >> 7n;
  state ^= (state << 17n) & ((1n << 64n) - 1n);
  return Number(state >> 11n) * 2 ** -53;
}
const pick = (list) => list[Math.floor(list.length * uniform())];
const gray = (c) => `${c} ${c} ${c}`;

// any, the ends of the range and its middle, gray; colours beyond 0 .. 1 wrap around there
function color(kind) {
  const c = [0, 1, 2].map(() => Math.round(1000 * uniform()) / 1000);
  if (kind === 1) return c.map((x) => Math.round(2 * x) / 2).join(' ');
  if (kind === 2) return gray(c[0]);
  return c.join(' ');
}

function hash(bytes) {
  let h = 14695981039346656037n;
  for (const b of bytes) h = ((h ^ BigInt(b)) * 1099511628211n) & ((1n << 64n) - 1n);
  return h.toString(16);
}

function emit(attributes) {
  mj.FS.writeFile('/m.xml', `<mujoco><asset><texture name="t" ${attributes}/></asset></mujoco>`);
  const m = mj.MjModel.mj_loadXML('/m.xml');
  const size = [m.tex_width[0], m.tex_height[0], m.tex_nchannel[0]];
  out.push([...size, hash(m.tex_data), attributes].join(' '));
  m.delete();
}

// sizes on both sides of where patterns change, of where gradients are tabulated, odd and even
const SIDES = [2, 3, 4, 5, 8, 9, 17, 60, 110, 111, 112, 127, 128, 129, 150, 171, 256];
for (const type of ['2d', 'cube', 'skybox']) {
  for (const builtin of ['gradient', 'gradient', 'gradient', 'checker', 'flat']) {
    for (const mark of ['none', 'edge', 'cross', 'random']) {
      const kind = Math.floor(3 * uniform());
      emit(`type='${type}' builtin='${builtin}' mark='${mark}' width='${pick(SIDES)}' `
        + `height='${pick(SIDES)}' rgb1='${color(kind)}' `
        + `rgb2='${color(kind)}' markrgb='${color(kind)}' random='${mark === 'random' ? 0.05 : 0}'`);
    }
  }
}
emit("type='skybox' builtin='gradient' rgb1='.3 .5 .7' rgb2='0 0 0' width='512' height='3072'");
emit("type='2d' builtin='gradient' rgb1='.1 .9 .4' rgb2='1 0 .2' width='640' height='321'");
emit("type='2d' builtin='checker' mark='edge' rgb1='.2 .3 .4' rgb2='.1 .2 .3' markrgb='.8 .8 .8' "
  + "width='1' height='1'");
fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
