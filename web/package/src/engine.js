// The door to the WebAssembly module: memory, texts, arguments of functions, errors.

const VIEWS = {
  f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array, i8: Int8Array, u32: Uint32Array,
  i64: BigInt64Array, u64: BigUint64Array,
};
const OUT = 1, NULLABLE = 2;

export class SinewError extends Error {
  constructor(text) {
    super(text);
    this.name = 'SinewError';
  }
}

/** One instance of the module. Functions begin, hand over their arguments, and end: that copies results back and throws. */
export class Engine {
  constructor(exports) {
    this.x = exports;
    this.onwarning = (text) => console.warn(`sinew: ${text}`);
    this.copies = [];   // what a call has lent: [address, array or null]
    this.name = '';
    this.cache = {buffer: null};
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
    exports.web_start();
  }

  // ---- memory

  /** all of the memory as numbers of one kind; made anew when the memory has grown */
  all(kind) {
    const buffer = this.x.memory.buffer;
    if (this.cache.buffer !== buffer) this.cache = {buffer};
    return this.cache[kind] ??= new VIEWS[kind](buffer);
  }

  /** `count` numbers at an address, not copied */
  view(kind, address, count) {
    return new VIEWS[kind](this.x.memory.buffer, address, count);
  }

  string(address) {
    if (!address) return null;
    const bytes = this.all('u8');
    let end = address >>> 0;
    while (bytes[end]) end++;
    return this.decoder.decode(bytes.subarray(address >>> 0, end));
  }

  /** room for some bytes, until the call ends */
  lend(bytes, array = null) {
    const address = this.x.malloc(Math.max(bytes, 8)) >>> 0;
    if (!address) this.fail('out of memory');
    this.copies.push([address, array]);
    return address;
  }

  // ---- arguments

  begin(name) {
    if (this.copies.length) this.release();
    this.name = name;
  }

  fail(text) {
    this.release();
    throw new SinewError(`${this.name}: ${text}`);
  }

  model(value, name) {
    if (!value?.isMjModel || value.engine !== this) this.fail(`${name} should be an MjModel of this engine`);
    if (!value.address) this.fail(`${name} has been freed`);
    return value.address;
  }

  data(value, name, model) {
    if (!value?.isMjData || value.engine !== this) this.fail(`${name} should be an MjData of this engine`);
    if (!value.address) this.fail(`${name} has been freed`);
    if (model && model !== value.model && !model.fits(value.model)) this.fail(`${name} was made for another model`);
    return value.address;
  }

  struct(value, name, kind, nullable = false) {
    if (nullable && value == null) return 0;
    if (value?.kind !== kind || value.engine !== this) this.fail(`${name} should be an ${kind}`);
    if (!value.address) this.fail(`${name} has been freed`);
    return value.address;
  }

  number(value, name) {
    if (typeof value === 'boolean') return Number(value);
    if (typeof value !== 'number') this.fail(`${name} should be a number`);
    return value;
  }

  integer(value, name) {
    const n = this.number(value, name);
    if (n !== (n | 0)) this.fail(`${name} should be an integer of 32 bits, not ${n}`);
    return n;
  }

  /** the length of an array */
  count(value, name) {
    const n = this.integer(value, name);
    if (n < 0) this.fail(`${name} should not be negative`);
    return n;
  }

  big(value, name) {
    return BigInt(Math.trunc(this.number(value, name)) || 0);
  }

  text(value, name) {
    if (typeof value !== 'string') this.fail(`${name} should be a string`);
    const bytes = this.encoder.encode(value);
    const address = this.lend(bytes.length + 1);
    this.all('u8').set(bytes, address);
    this.all('u8')[address + bytes.length] = 0;
    return address;
  }

  /** an array of at least `count` numbers; views of the module's own memory are handed on as they are */
  array(value, name, kind, flags, count) {
    if (value == null) {
      if (flags & NULLABLE) return 0;
      this.fail(`${name} should be an array of ${count} numbers`);
    }
    if (!(value.length >= count)) this.fail(`${name} should have ${count} numbers; it has ${value.length ?? 'no length'}`);
    if (value.buffer === this.x.memory.buffer) {
      if (value instanceof VIEWS[kind]) return value.byteOffset;
      this.fail(`${name} should be a ${VIEWS[kind].name}`);
    }
    if ((flags & OUT) && !(value instanceof VIEWS[kind])) this.fail(`${name} is written: it should be a ${VIEWS[kind].name}`);
    const address = this.lend(value.length * VIEWS[kind].BYTES_PER_ELEMENT, (flags & OUT) ? value : null);
    this.view(kind, address, value.length).set(value);
    return address;
  }

  /** a number that another function tells, in the middle of arguments */
  sizeOf(name, model, ...rest) {
    const n = this.x[name](model.address, ...rest);
    this.throwTrouble();
    return n;
  }

  // ---- the end of a call

  release(copyBack = false) {
    for (const [address, array] of this.copies) {
      if (copyBack && array) array.set(new array.constructor(this.x.memory.buffer, address, array.length));
      this.x.free(address);
    }
    this.copies.length = 0;
  }

  end() {
    if (this.copies.length) this.release(true);
    if (this.x.web_trouble()) this.throwTrouble();
  }

  throwTrouble() {
    const error = this.string(this.x.sn_lastError());
    const warning = this.string(this.x.sn_lastWarning());
    this.x.sn_clearErrors();
    if (warning) this.onwarning(warning);
    if (error) this.fail(error);
  }
}

