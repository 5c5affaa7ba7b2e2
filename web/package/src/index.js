// Sinew in JavaScript: load() starts an engine, whose members are the classes MjModel and MjData, the functions of the
// C API and its constants.
//
//   import { load } from 'sinew';
//   const sn = await load();
//   const m = sn.MjModel.fromXML('<mujoco>...</mujoco>');
//   const d = new sn.MjData(m);
//   sn.mj_step(m, d);
//   console.log(d.qpos);
import { instantiate } from './module.js';
import { Engine, SinewError } from './engine.js';
import { constants, enums } from './enums.js';
import { functions } from './functions.js';
import { sceneClasses } from './scene.js';
import { addFields, fieldsOf, smallStructs } from './structs.js';

export { SinewError };

/** memory that a program forgot to free is freed when its object is gone */
const forgotten = new FinalizationRegistry(({engine, free, address}) => engine.x[free](address));

/** what model and data have in common: memory in the module */
class Owner {
  #token = {};
  constructor(engine, address, free) {
    Object.defineProperties(this, {
      engine: {value: engine}, address: {value: address, writable: true}, free_: {value: free}, views: {value: new Map()},
    });
    forgotten.register(this, {engine, free, address}, this.#token);
  }
  /** gives the memory back; views of it are of no use afterwards */
  free() {
    if (!this.address) return;
    forgotten.unregister(this.#token);
    this.engine.x[this.free_](this.address);
    this.address = 0;
    this.views.clear();
  }
  delete() { this.free(); }
}

function bytesOf(value) {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new SinewError('a file should be a string, an ArrayBuffer or a typed array');
}

/** files in memory, by path: models and what they name */
class Files {
  #engine;
  #kept = new Map();
  constructor(engine) { this.#engine = engine; }
  /** adds a file, or replaces it */
  writeFile(path, content) {
    const e = this.#engine, name = plainPath(path), bytes = bytesOf(content);
    e.begin('writeFile');
    const p = e.text(name, 'path');
    const at = e.lend(bytes.length);
    e.all('u8').set(bytes, at);
    const failed = e.x.web_addFile(p, at, bytes.length) !== 0;
    e.end();
    if (failed) throw new SinewError(`writeFile: ${path} cannot be kept: out of memory`);
    this.#kept.set(name, bytes.length);
  }
  /** removes a file; false if there is none */
  unlink(path) {
    const e = this.#engine, name = plainPath(path);
    if (!this.#kept.delete(name)) return false;
    e.begin('unlink');
    e.x.web_removeFile(e.text(name, 'path'));
    e.end();
    return true;
  }
  exists(path) { return this.#kept.has(plainPath(path)); }
  /** paths of all files */
  list() { return [...this.#kept.keys()]; }
  mkdir() {}  // paths need no folders; programs that make them may go on
}

function plainPath(path) {
  const out = [];
  for (const part of String(path).split(/[\\/]+/)) {
    if (part === '..' && out.length) out.pop();
    else if (part && part !== '.') out.push(part);
  }
  return out.join('/');
}

function modelClass(engine, files) {
  const load = (call, path) => {
    engine.begin('MjModel');
    const address = engine.x[call](engine.text(plainPath(path), 'path')) >>> 0;
    engine.release();
    const said = engine.string(engine.x.web_loadMessage());
    const kept = engine.string(engine.x.sn_lastError());
    const warning = engine.string(engine.x.sn_lastWarning());
    engine.x.sn_clearErrors();
    if (!address) throw new SinewError(said || kept || `${path} cannot be loaded`);
    if (said || warning) engine.onwarning(said || warning);
    return address;
  };
  const withFiles = (given, job) => {
    const added = [];
    try {
      for (const [path, content] of given instanceof Map ? given : Object.entries(given ?? {})) {
        if (!files.exists(path)) added.push(path);
        files.writeFile(path, content);
      }
      return job();
    } finally {
      added.forEach((path) => files.unlink(path));
    }
  };

  return class MjModel extends Owner {
    constructor(address) {
      if (typeof address !== 'number') throw new SinewError('models are made by MjModel.fromXML, fromFile or fromBinary');
      super(engine, address, 'mj_deleteModel');
    }
    get isMjModel() { return true; }
    get modelAddress() { return this.address; }
    get dataAddress() { return 0; }

    /** of MJCF or URDF as text. files: what it names, {path: string or bytes}; path: where it stands among them */
    static fromXML(xml, {files: given = {}, path = 'model.xml'} = {}) {
      return withFiles({...Object.fromEntries(given instanceof Map ? given : Object.entries(given)), [path]: xml},
                       () => new MjModel(load('web_loadXML', path)));
    }
    /** of a file in memory (engine.FS), or in `files` */
    static fromFile(path, {files: given = {}} = {}) {
      const call = /\.(snb|mjb)$/i.test(path) ? 'web_loadBinary' : 'web_loadXML';
      return withFiles(given, () => new MjModel(load(call, path)));
    }
    /** of the bytes of a binary model (.snb) */
    static fromBinary(bytes) {
      return withFiles({'model.snb': bytes}, () => new MjModel(load('web_loadBinary', 'model.snb')));
    }
    /** under the name that programs know */
    static mj_loadXML(path) { return MjModel.fromFile(path); }

    /** the bytes of a binary model (.snb), which loads fast */
    toBinary() {
      engine.begin('toBinary');
      const model = engine.model(this, 'this');
      const size = Number(engine.x.mj_sizeModel(model));
      const at = engine.lend(size);
      engine.x.mj_saveModel(model, 0, at, size);
      const out = engine.all('u8').slice(at, at + size);
      engine.end();
      return out;
    }
    copy() {
      engine.begin('copy');
      const address = engine.x.mj_copyModel(0, engine.model(this, 'this')) >>> 0;
      engine.end();
      return new MjModel(address);
    }
    /** has a model the same sizes, so that a data of one can be used with the other */
    fits(other) {
      if (!this.address || !other.address) return false;
      return sizes.every((name) => this[name] === other[name]);
    }
  };
}

function dataClass(engine) {
  return class MjData extends Owner {
    constructor(model) {
      engine.begin('MjData');
      const address = engine.x.mj_makeData(engine.model(model, 'model')) >>> 0;
      engine.end();
      if (!address) throw new SinewError('MjData: out of memory');
      super(engine, address, 'mj_deleteData');
      Object.defineProperty(this, 'model', {value: model});
    }
    get isMjData() { return true; }
    get modelAddress() { return this.model.address; }
    get dataAddress() { return this.address; }
    copy() {
      const out = new this.constructor(this.model);
      engine.begin('copy');
      engine.x.mj_copyData(out.address, engine.model(this.model, 'model'), engine.data(this, 'this'));
      engine.end();
      return out;
    }
  };
}

let sizes = [];

/** functions that are written by hand */
function special(e) {
  return {
    /** n steps */
    mj_step(m, d, n = 1) {
      e.begin('mj_step');
      const model = e.model(m, 'm'), data = e.data(d, 'd', m);
      if (n === 1) e.x.mj_step(model, data);
      else e.x.web_steps(model, data, e.number(n, 'n'));
      e.end();
    },
    mj_copyData(dest, m, src) {
      e.begin('mj_copyData');
      const model = e.model(m, 'm');
      e.x.mj_copyData(e.data(dest, 'dest', m), model, e.data(src, 'src', m));
      e.end();
      return dest;
    },
    /** version of Sinew */
    sn_version: () => e.string(e.x.sn_version()),
  };
}

/**
 * Starts an engine with memory of its own.
 * options.wasm: bytes or address of sinew.wasm, where it does not stand beside this file
 * options.onwarning: called with the text of each warning; console.warn otherwise
 */
export async function load(options = {}) {
  const engine = new Engine(await instantiate(options.wasm));
  if (options.onwarning) engine.onwarning = options.onwarning;
  const files = new Files(engine);
  const classes = {...smallStructs(engine), MjModel: modelClass(engine, files), MjData: dataClass(engine),
    ...sceneClasses(engine, Owner)};
  addFields(engine, classes.MjModel, 'MODEL', classes);
  addFields(engine, classes.MjData, 'DATA', classes);
  sizes = fieldsOf(engine, 'MODEL').filter((f) => !(f.flags & 1) && /^n/.test(f.name) && f.type !== 'POINTER').map((f) => f.name)
    .filter((name) => name in classes.MjModel.prototype);
  return Object.assign(Object.create(null), {
    ...classes, ...functions(engine), ...special(engine), ...enums, ...constants, FS: files, engine,
    fields: (type) => fieldsOf(engine, type),
    /** keeps the timers of mjData, in milliseconds; off at first, because clocks are dear in WebAssembly */
    timers: (on) => engine.x.web_timers(on ? 1 : 0),
  });
}

export default load;
