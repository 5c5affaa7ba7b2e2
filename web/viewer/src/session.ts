// A simulation that the page shows: the model and its data in the WebAssembly engine, stepped in real time.
import type { MjData, MjModel, MjvCamera, MjvOption, MjvPerturb, MjvScene, Sinew } from 'sinew';

const FRAME_BUDGET = 0.025;  // seconds of a frame that may be spent stepping
const RESYNC = 0.1;          // seconds behind the clock after which the clock is set back

/** numbers of mjOption that the page changes */
export type OptionName = 'timestep' | 'gravity' | 'integrator' | 'solver' | 'cone' | 'disableflags' | 'enableflags';

export type FileMap = Map<string, Uint8Array>;

/** text with the path of what failed */
export class LoadError extends Error {}

export class Session {
  readonly option: MjvOption;
  readonly camera: MjvCamera;
  readonly pert: MjvPerturb;
  readonly scene: MjvScene;
  readonly data: MjData;
  readonly home: number;  // keyframe to begin with: the one of this name, -1: none
  paused = false;
  speed = 1;          // of the clock
  measured = 1;       // how fast it really goes
  stepTime = 0;       // seconds of a step, on average
  noise = 0;          // of controls, as a part of their range
  #clock = 0;
  #simulated = 0;

  constructor(readonly sn: Sinew, readonly model: MjModel, readonly name: string) {
    this.data = new sn.MjData(model);
    this.option = new sn.MjvOption();
    this.camera = new sn.MjvCamera();
    this.pert = new sn.MjvPerturb();
    this.scene = new sn.MjvScene(model, 20000);
    sn.mjv_defaultFreeCamera(model, this.camera);
    this.home = sn.mj_name2id(model, sn.mjtObj.mjOBJ_KEY, 'home');
    this.reset();
    this.updateScene();
  }

  close() {
    for (const part of [this.scene, this.pert, this.camera, this.option, this.data, this.model]) part.free();
  }

  /** goes on with the clock; seconds since the last frame */
  advance(elapsed: number) {
    const {sn, model, data} = this;
    if (this.paused) {
      sn.mjv_applyPerturbPose(model, data, this.pert, 1);
      sn.mj_forward(model, data);
      this.#clock = this.#simulated = 0;
      this.measured = 0;
      return;
    }
    this.#clock += Math.min(elapsed, RESYNC) * this.speed;
    const start = performance.now();
    let spent = 0, n = 0;
    while (this.#simulated + model.opt.timestep <= this.#clock && spent < FRAME_BUDGET) {
      this.step();
      this.#simulated += model.opt.timestep;
      spent = (performance.now() - start) / 1000;
      n++;
    }
    if (n) this.stepTime += 0.1 * (spent / n - this.stepTime);
    if (elapsed > 0) this.measured += 0.05 * (n * model.opt.timestep / elapsed - this.measured);
    if (this.#clock - this.#simulated > RESYNC) this.#clock = this.#simulated;
    this.#clock -= this.#simulated;
    this.#simulated = 0;
  }

  /** one step, with what the mouse does to bodies */
  step() {
    const {sn, model, data, pert} = this;
    data.xfrc_applied.fill(0);
    sn.mjv_applyPerturbPose(model, data, pert, 0);
    sn.mjv_applyPerturbForce(model, data, pert);
    if (this.noise > 0) this.#addNoise();
    sn.mj_step(model, data);
  }

  #addNoise() {
    const {model, data} = this;
    for (let i = 0; i < model.nu; i++) {
      const limited = model.actuator_ctrllimited[i];
      const low = limited ? model.actuator_ctrlrange[2 * i] : -1, high = limited ? model.actuator_ctrlrange[2 * i + 1] : 1;
      const value = data.ctrl[i] + this.noise * 0.05 * (high - low) * (2 * Math.random() - 1);
      data.ctrl[i] = Math.min(high, Math.max(low, value));
    }
  }

  // ---- what people change

  setControl(i: number, value: number) { this.data.ctrl[i] = value; }

  /** of a hinge or slide */
  setJoint(i: number, value: number) {
    this.data.qpos[this.model.jnt_qposadr[i]] = value;
    this.data.qvel[this.model.jnt_dofadr[i]] = 0;
  }

  setEquality(i: number, on: boolean) { this.data.eq_active[i] = Number(on); }

  setOption(name: OptionName, value: number, element = 0) {
    const option = this.model.opt as unknown as Record<string, number | Float64Array>;
    const member = option[name];
    if (typeof member === 'number') option[name] = value;
    else member[element] = value;
  }

  setPaused(paused: boolean) { this.paused = paused; }

  setSpeed(speed: number) { this.speed = speed; }

  setNoise(noise: number) { this.noise = noise; }

  /** one step, paused */
  single() {
    this.setPaused(true);
    this.step();
  }

  reset(key = this.home) {
    const {sn, model, data} = this;
    if (key >= 0) sn.mj_resetDataKeyframe(model, data, key);
    else sn.mj_resetData(model, data);
    sn.mj_forward(model, data);
    this.#clock = this.#simulated = 0;
  }

  updateScene() {
    this.sn.mjv_updateScene(this.model, this.data, this.option, this.pert, this.camera, this.sn.mjtCatBit.mjCAT_ALL, this.scene);
  }

  /** the body under a point of the canvas, in parts of it from the upper left; and where it was hit */
  pick(x: number, y: number, aspect: number) {
    const point = new Float64Array(3), geom = new Int32Array(1), flex = new Int32Array(1), skin = new Int32Array(1);
    const body = this.sn.mjv_select(this.model, this.data, this.option, aspect, x, 1 - y, this.scene, point, geom, flex, skin);
    return {body, point, geom: geom[0], skin: skin[0]};
  }

  select(body: number, point: Float64Array, skin = -1) {
    const {pert, data, model} = this;
    if (body < 0 || body >= model.nbody) {
      pert.select = 0;
      pert.active = 0;
      return;
    }
    pert.select = body;
    pert.skinselect = skin;
    const xpos = data.xpos.subarray(3 * body, 3 * body + 3), xmat = data.xmat.subarray(9 * body, 9 * body + 9);
    const away = [0, 1, 2].map((i) => point[i] - xpos[i]);
    pert.localpos = [0, 1, 2].map((k) => xmat[k] * away[0] + xmat[3 + k] * away[1] + xmat[6 + k] * away[2]) as never;
  }

  nameOf(type: number, id: number, fallback: string) {
    return this.sn.mj_id2name(this.model, type, id) || `${fallback} ${id}`;
  }
}

/** opens the model among files: the one that is named, or the one that looks like the main one */
export function openFiles(sn: Sinew, files: FileMap, path?: string): Session {
  const main = path ?? mainFile(files);
  if (!main) throw new LoadError('There is no .xml, .urdf, .mjcf or .snb file among what was dropped.');
  try {
    return new Session(sn, sn.MjModel.fromFile(main, {files}), main);
  } catch (error) {
    throw new LoadError(error instanceof Error ? error.message : String(error));
  }
}

/** a scene before a robot, the top folder before others */
export function mainFile(files: FileMap): string | undefined {
  const candidates = [...files.keys()].filter((path) => /\.(xml|mjcf|urdf|snb)$/i.test(path));
  const included = new Set<string>();
  for (const path of candidates) {
    if (/\.snb$/i.test(path)) continue;
    const text = new TextDecoder().decode(files.get(path));
    for (const [, name] of text.matchAll(/<(?:include|model)\b[^>]*\bfile="([^"]+)"/g)) {
      included.add([...path.split('/').slice(0, -1), ...name.split('/')].join('/'));
    }
  }
  const rank = (path: string) => [included.has(path) ? 1 : 0, path.split('/').length, /scene/i.test(path) ? 0 : 1, path.length];
  return candidates.sort((a, b) => {
    const x = rank(a), y = rank(b), k = x.findIndex((value, i) => value !== y[i]);
    return k < 0 ? 0 : x[k] - y[k];
  })[0];
}
