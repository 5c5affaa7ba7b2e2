// Steps per second of this package beside @mujoco/mujoco, engines in turns, the fastest window of each counts.
// usage: node bench/turns.mjs REFERENCE MODEL.xml ...
// REFERENCE: folder of @mujoco/mujoco (npm install @mujoco/mujoco@3.12.0); models must need no files but includes.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import load from '../dist/index.js';

const [reference, ...models] = process.argv.slice(2);
if (!models.length) {
  console.error('usage: node bench/turns.mjs REFERENCE MODEL.xml ...');
  process.exit(2);
}
const WARM_UP = 500, WINDOW_MS = 3, ROUNDS = Number(process.env.ROUNDS ?? 300);

/** a model's file and those that it includes, by path */
function collect(path, folder, out) {
  const text = readFileSync(join(folder, path), 'utf8');
  out[path] = text;
  for (const [, name] of text.matchAll(/<(?:include|model)\b[^>]*\bfile="([^"]+)"/g)) collect(join(dirname(path), name), folder, out);
  return out;
}

async function sinew() {
  const sn = await load();
  return {
    open(files, main) {
      const m = sn.MjModel.fromFile(main, {files}), d = new sn.MjData(m);
      return {m, d, step: () => sn.mj_step(m, d), close() { d.free(); m.free(); }};
    },
  };
}

async function other(folder) {
  const entry = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = entry.exports?.['.']?.default ?? entry.exports?.['.']?.import ?? entry.main ?? 'index.js';
  const mj = await (await import(pathToFileURL(join(resolve(folder), typeof file === 'string' ? file : entry.main)))).default();
  return {
    open(files, main) {
      for (const [path, text] of Object.entries(files)) {
        const parts = path.split('/').slice(0, -1);
        parts.forEach((_, i) => { try { mj.FS.mkdir('/' + parts.slice(0, i + 1).join('/')); } catch { /* it is there */ } });
        mj.FS.writeFile('/' + path, text);
      }
      const m = mj.MjModel.mj_loadXML('/' + main), d = new mj.MjData(m);
      return {m, d, step: () => mj.mj_step(m, d), close() { d.delete(); m.delete(); }};
    },
  };
}

/** seconds of a step in a window; controls drift, so that models move */
function window(world, seed) {
  let noise = seed, n = 0;
  const ctrl = world.d.ctrl;
  const start = performance.now();
  let now = start;
  while (now - start < WINDOW_MS) {
    for (let k = 0; k < 8; k++) {
      for (let i = 0; i < ctrl.length; i++) {
        noise = (noise * 1103515245 + 12345) & 0x7fffffff;
        ctrl[i] = 0.1 * (noise / 0x40000000 - 1);
      }
      world.step();
    }
    n += 8;
    now = performance.now();
  }
  return (now - start) / n / 1e3;
}

const engines = [await sinew(), await other(reference)];
console.log('| model | steps a second | reference | times faster |\n|---|---|---|---|');
let product = 0;
for (const model of models) {
  const files = collect(basename(model), dirname(resolve(model)), {});
  const worlds = engines.map((engine) => engine.open(files, basename(model)));
  for (const world of worlds) for (let i = 0; i < WARM_UP; i++) world.step();
  const best = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    worlds.forEach((world, k) => { best[k] = Math.min(best[k], window(world, round + 1)); });
  }
  worlds.forEach((world) => world.close());
  product += Math.log(best[1] / best[0]);
  console.log(`| ${basename(model, '.xml')} | ${Math.round(1 / best[0])} | ${Math.round(1 / best[1])} | ${(best[1] / best[0]).toFixed(2)} |`);
}
console.log(`| geometric mean | | | ${Math.exp(product / models.length).toFixed(2)} |`);
