// Loads models in the reference and writes one text file per model with all of its mjModel:
//   cd tools/oracle && npm ci
//   node model.mjs ../../tests/golden/models ../../tests/data/mjcf/*.xml
//   node model.mjs ../../tests/golden/urdf ../../tests/data/urdf/*.urdf
//   node model.mjs ../../tests/golden/urdf_reference ../../tests/data/urdf/reference/*.urdf
// Lines: every size, flg_*, opt.*, vis.*, stat.*, every array that is not empty, names by kind.
// A line is: name, then its values. v*n is n times v; texts (char arrays, names) begin with ' and
// have %-escapes. Numbers are the shortest decimals that read back as the same double (at most 17
// significant digits). The list of members comes from tests/golden/layout.tsv.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';
import { MEMBERS, arrays } from './arrays.mjs';
import { copyFolder } from './folder.mjs';

const command = (folder, source, extension) => 'cd tools/oracle && npm ci && node model.mjs '
  + `${folder} ${path.relative('.', source)}/*${extension}`;
const NAMED = ['body', 'jnt', 'geom', 'site', 'cam', 'light', 'flex', 'mesh', 'skin', 'hfield',
  'tex', 'mat', 'pair', 'exclude', 'eq', 'tendon', 'actuator', 'sensor', 'numeric', 'text', 'tuple',
  'key', 'plugin'];

// ---- text

function number(x) {
  if (Number.isNaN(x)) return 'nan';
  if (Object.is(x, -0)) return '-0';
  if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf';
  return String(x).replace('e+', 'e');
}
const values = (x) => (x.length === undefined ? [Number(x)] : Array.from(x, Number));
const escape = (b) => (b > 32 && b < 127 && b !== 37 ? String.fromCharCode(b)
  : '%' + (b & 255).toString(16).toUpperCase().padStart(2, '0'));
const text = (bytes) => "'" + Array.from(bytes, escape).join('');

function runs(list) {
  const out = [];
  for (let i = 0; i < list.length;) {
    let n = 1;
    while (i + n < list.length && Object.is(list[i], list[i + n])) n++;
    if (n > 2) out.push(number(list[i]) + '*' + n);
    else for (let k = 0; k < n; k++) out.push(number(list[i]));
    i += n;
  }
  return out.join(' ');
}

// ---- files: everything in the model's folder goes into the file system of the instance

// ---- one model

function describe(mj, m) {
  const lines = [];
  const put = (name, x) => { lines.push(name + ' ' + runs(values(x))); };
  for (const { name, type } of MEMBERS.mjModel) {
    if (type === 'mjtSize' || type === 'mjtBool') put(name, m[name]);
  }
  for (const { name } of MEMBERS.mjOption) put('opt.' + name, m.opt[name]);
  for (const { name } of MEMBERS.mjStatistic) put('stat.' + name, m.stat[name]);
  for (const { name } of MEMBERS.mjVisual) {
    const [group, member] = name.split('.');
    if (member) put('vis.' + name, m.vis[group][member]);
  }
  for (const { name, type, view } of arrays(mj, m)) {
    if (!view.length) continue;
    if (type === 'char') lines.push(name + ' ' + text(view));
    else put(name, view);
  }
  for (const kind of NAMED) {
    const adr = Array.from(m['name_' + kind + 'adr']);
    if (!adr.length) continue;
    const names = adr.map((a) => text(m.names.slice(a, m.names.indexOf(0, a))));
    lines.push('names:' + kind + ' ' + names.join(' '));
  }
  return lines;
}

async function main([folder, ...models]) {
  fs.mkdirSync(folder, { recursive: true });
  const source = models.length ? path.dirname(path.resolve(models[0])) : '';
  let failed = 0;
  for (const model of models) {
    if (path.dirname(path.resolve(model)) !== source) throw new Error('models of several folders');
    // a new instance per model: the reference keeps a cache of assets
    const mj = await load({ print: () => {}, printErr: () => {} });
    mj.FS.mkdir('/data');
    copyFolder(mj, source, '/data');
    const extension = path.extname(model);
    const name = path.basename(model, extension);
    try {
      const m = mj.MjModel.mj_loadXML('/data/' + name + extension);
      const lines = [`# ${name}${extension} in MuJoCo 3.12.0 (@mujoco/mujoco, WebAssembly)`,
        `# ${command(folder, source, extension)}`, ...describe(mj, m)];
      fs.writeFileSync(path.join(folder, name + '.txt'), lines.join('\n') + '\n');
      m.delete();
    } catch (error) {
      console.error(model + ': ' + (error.message ?? error));
      failed++;
    }
  }
  return failed;
}

process.exitCode = await main(process.argv.slice(2)) ? 1 : 0;
