// Instantiates sinew.wasm anywhere: browsers, workers, Node.js. What the module asks of its surroundings is small: a
// clock, random numbers, standard output, and calls that longjmp may leave. There is no file system.

const ENOENT = 44, EBADF = 8;
const LONGJMP = Symbol('longjmp');

async function bytesOf(wasm) {
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return wasm;
  const place = new URL(wasm ?? 'sinew.wasm', import.meta.url);
  if (place.protocol === 'file:' && typeof process === 'object') {
    const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
    return readFile(place);
  }
  const answer = await fetch(place);
  if (!answer.ok) throw new Error(`sinew: ${place} cannot be loaded (${answer.status}); give its place as load({wasm})`);
  return answer.arrayBuffer();
}

/** what the module imports; `x` has its exports as soon as there are any */
function surroundings(x, asked, random) {
  const memory = () => new DataView(x.memory.buffer);
  const text = new TextDecoder();
  const lines = ['', '', ''];
  let high = 0;
  // output, line by line
  const write = (fd, iovs, n, written) => {
    if (fd !== 1 && fd !== 2) return EBADF;
    const view = memory();
    let total = 0;
    for (let i = 0; i < n; i++) {
      const at = view.getUint32(iovs + 8 * i, true), size = view.getUint32(iovs + 8 * i + 4, true);
      lines[fd] += text.decode(new Uint8Array(x.memory.buffer, at, size));
      total += size;
    }
    const parts = lines[fd].split('\n');
    lines[fd] = parts.pop();
    parts.forEach((line) => (fd === 1 ? console.log : console.warn)(line));
    view.setUint32(written, total, true);
    return 0;
  };
  const known = {
    fd_write: write,
    fd_read: () => EBADF, fd_close: () => EBADF, fd_seek: () => EBADF,
    environ_get: () => 0,
    environ_sizes_get(count, size) {
      memory().setUint32(count, 0, true);
      memory().setUint32(size, 0, true);
      return 0;
    },
    clock_time_get(id, precision, time) {
      const now = id === 0 ? Date.now() : performance.now();
      memory().setBigUint64(time, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    getentropy(at, size) {
      random.getRandomValues(new Uint8Array(x.memory.buffer, at >>> 0, size));
      return 0;
    },
    proc_exit(code) { throw new Error(`sinew: the engine has ended with ${code}`); },
    getTempRet0: () => high,
    setTempRet0(value) { high = value; },
    _emscripten_throw_longjmp() { throw LONGJMP; },
    emscripten_notify_memory_growth() {},
  };
  // a call by its place in the table that longjmp may leave
  const invoke = (place, ...args) => {
    const stack = x.stackSave();
    try {
      return x.__indirect_function_table.get(place)(...args);
    } catch (thrown) {
      x.stackRestore(stack);
      if (thrown !== LONGJMP) throw thrown;
      x.setThrew(1, 0);
    }
  };
  const out = {};
  for (const {module, name} of asked) {
    out[module] ??= {};
    out[module][name] = known[name] ?? (name.startsWith('invoke_') ? invoke : () => -ENOENT);
  }
  return out;
}

/** the exports of a new instance; wasm: bytes or address of sinew.wasm, beside this file otherwise */
export async function instantiate(wasm) {
  const module = await WebAssembly.compile(await bytesOf(wasm));
  const x = {};
  const random = globalThis.crypto ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:crypto')).webcrypto;
  const instance = await WebAssembly.instantiate(module, surroundings(x, WebAssembly.Module.imports(module), random));
  Object.assign(x, instance.exports);
  x._initialize?.();
  return x;
}
