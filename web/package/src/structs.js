// Structs of the library as classes: every member is a property, made of the table of fields that the module tells
// (sn_field). Arrays are views of the module's memory: nothing is copied, and writing changes the model or data.

const TYPES = ['NUM', 'FLOAT', 'INT', 'SIZE', 'BYTE', 'BOOL', 'CHAR', 'ADDRESS', 'UINT64', 'POINTER', 'MODEL', 'DATA',
  'OPTION', 'VISUAL', 'STATISTIC', 'CONTACT', 'WARNINGSTAT', 'TIMERSTAT', 'SOLVERSTAT', 'LROPT', 'VIEWOPTION', 'CAMERA',
  'PERTURB'];
const KIND = {NUM: 'f64', FLOAT: 'f32', INT: 'i32', SIZE: 'i64', BYTE: 'u8', BOOL: 'u8', CHAR: 'u8', ADDRESS: 'u32',
  UINT64: 'u64', POINTER: 'u32'};
const BYTES = {f64: 8, f32: 4, i32: 4, i64: 8, u64: 8, u32: 4, u8: 1};
const STRUCTS = {OPTION: 'MjOption', VISUAL: 'MjVisual', STATISTIC: 'MjStatistic', CONTACT: 'MjContact',
  WARNINGSTAT: 'MjWarningStat', TIMERSTAT: 'MjTimerStat', SOLVERSTAT: 'MjSolverStat', LROPT: 'MjLROpt',
  VIEWOPTION: 'MjvOption', CAMERA: 'MjvCamera', PERTURB: 'MjvPerturb'};
const DEFAULTS = {MjOption: 'mj_defaultOption', MjVisual: 'mj_defaultVisual', MjLROpt: 'mj_defaultLROpt',
  MjvOption: 'mjv_defaultOption', MjvCamera: 'mjv_defaultCamera', MjvPerturb: 'mjv_defaultPerturb'};
const ARRAY = 1, ARENA = 2, EXPORT = 16;

/** the members of a struct: [{name, ctype, rows, cols, unit, meaning, offset, size, type, flags, index}] */
export function fieldsOf(engine, typeName) {
  const type = TYPES.indexOf(typeName);
  const out = [];
  for (let i = 0; ; i++) {
    const at = engine.x.web_field(type, i) >>> 0;
    if (!at) return out;
    const word = engine.all('u32').slice(at / 4, at / 4 + 11);
    const [name, ctype, rows, cols, unit, meaning] = [...word.subarray(0, 6)].map((p) => engine.string(p));
    const [offset, size, code, , flags] = word.subarray(6);
    out.push({name, ctype, rows, cols, unit, meaning, offset, size, type: TYPES[code], flags, index: i});
  }
}

/** numbers in a row of a member that is within its struct, from texts such as "3" or "mjNREF" */
function countIn(engine, type, field) {
  engine.x.web_address(TYPES.indexOf(type), field.index, 0, 0);
  return engine.x.web_rows() * engine.x.web_cols();
}

/** a member that is one number */
function scalar(engine, kind, offset, isBool) {
  const size = BYTES[kind];
  const big = kind === 'i64' || kind === 'u64';
  return {
    get() {
      const value = engine.all(kind)[(this.address + offset) / size];
      return isBool ? value !== 0 : big ? Number(value) : value;
    },
    set(value) {
      engine.all(kind)[(this.address + offset) / size] = big ? BigInt(value) : Number(value);
    },
    enumerable: true,
  };
}

/** a member that is an array within the struct */
function inner(engine, kind, offset, count) {
  return {
    get() { return engine.view(kind, this.address + offset, count); },
    set(values) { fill(this, engine.view(kind, this.address + offset, count), values); },
    enumerable: true,
  };
}

function fill(owner, view, values) {
  if (values.length !== view.length) owner.engine.fail(`there should be ${view.length} numbers, not ${values.length}`);
  view.set(values);
}

/** an array behind a pointer of a model or data */
function outer(engine, type, field, kind) {
  const code = TYPES.indexOf(type);
  const kept = !(field.flags & ARENA);
  const find = (self) => {
    const at = engine.x.web_address(code, field.index, self.modelAddress, self.dataAddress) >>> 0;
    const count = engine.x.web_rows() * engine.x.web_cols();
    return engine.view(kind, at, at ? count : 0);
  };
  const get = kept ? function() {
    alive(this);
    const view = this.views.get(field.index);
    if (view && view.buffer === engine.x.memory.buffer) return view;
    const made = find(this);
    this.views.set(field.index, made);
    return made;
  } : function() {
    alive(this);
    return find(this);
  };
  return {get, set(values) { fill(this, get.call(this), values); }, enumerable: true};
}

function alive(self) {
  if (!self.address) self.engine.fail('it has been freed');
}

/** structs of one kind in a row, as an array that does not change */
export class StructList {
  constructor(Class, owner, address, length, size) {
    Object.assign(this, {Class, owner, address, length, size});
  }
  /** number i, undefined if there is none */
  get(i) {
    return i >= 0 && i < this.length ? new this.Class(this.owner, this.address + i * this.size) : undefined;
  }
  at(i) { return this.get(i < 0 ? i + this.length : i); }
  *[Symbol.iterator]() { for (let i = 0; i < this.length; i++) yield this.get(i); }
}

function structs(engine, type, field, Class) {
  const code = TYPES.indexOf(type);
  const single = field.rows === '1' && field.cols === '1' && !(field.flags & ARRAY);
  return {
    get() {
      alive(this);
      if (single) return new Class(this, this.address + field.offset);
      const at = engine.x.web_address(code, field.index, this.modelAddress, this.dataAddress) >>> 0;
      const count = at ? engine.x.web_rows() * engine.x.web_cols() : 0;
      return new StructList(Class, this, at, count, field.size);
    },
    enumerable: true,
  };
}

/** properties of a class, one for each field */
export function addFields(engine, Class, type, classes) {
  for (const field of fieldsOf(engine, type)) {
    if ((type === 'MODEL' || type === 'DATA') && !(field.flags & EXPORT)) continue;
    const kind = KIND[field.type];
    const Inner = classes[STRUCTS[field.type]];
    let property;
    if (Inner) {
      property = structs(engine, type, field, Inner);
    } else if (!kind || field.type === 'POINTER') {
      continue;
    } else if (field.flags & ARRAY) {
      property = outer(engine, type, field, kind);
    } else {
      const count = countIn(engine, type, field);
      property = count === 1 ? scalar(engine, kind, field.offset, field.type === 'BOOL') : inner(engine, kind, field.offset, count);
    }
    define(Class.prototype, field.name.split('.'), property);
  }
}

/** "global.fovy" becomes a property of a group that knows its owner */
function define(prototype, path, property) {
  if (path.length === 1) {
    Object.defineProperty(prototype, path[0], property);
    return;
  }
  const [group, name] = path;
  if (!Object.hasOwn(prototype, group)) {
    const Group = class {
      constructor(owner) { Object.defineProperty(this, 'owner', {value: owner}); }
      get address() { return this.owner.address; }
      get engine() { return this.owner.engine; }
    };
    Object.defineProperty(prototype, group, {get() { return new Group(this); }, enumerable: true});
    Object.defineProperty(prototype, `${group}Class`, {value: Group});
  }
  Object.defineProperty(prototype[`${group}Class`].prototype, name, property);
}

/** classes of the small structs: within a model or data, or with memory of their own */
export function smallStructs(engine) {
  const classes = {};
  for (const [type, kind] of Object.entries(STRUCTS)) {
    const code = TYPES.indexOf(type);
    classes[kind] = class {
      #own = 0;
      constructor(owner, address) {
        // of its own: made by a program
        if (address === undefined) {
          const size = engine.x.web_structSize(code);
          if (!size) throw new TypeError(`${kind}s are parts of a model or data`);
          this.#own = engine.x.malloc(size) >>> 0;
          engine.all('u8').fill(0, this.#own, this.#own + size);
          engine.x[DEFAULTS[kind]]?.(this.#own);
        }
        Object.defineProperty(this, 'owner', {value: owner ?? null});
        Object.defineProperty(this, 'place', {value: address});
      }
      get address() { return this.place === undefined ? this.#own : this.owner.address ? this.place : 0; }
      get engine() { return engine; }
      get kind() { return kind; }
      free() {
        if (this.#own) engine.x.free(this.#own);
        this.#own = 0;
      }
      delete() { this.free(); }
    };
    Object.defineProperty(classes[kind], 'name', {value: kind});
    addFields(engine, classes[kind], type, classes);
  }
  return classes;
}
