// A simulation that runs in `sinew view`: the model and its state come from there, what people do goes there. The page
// computes from the state what it draws, so it has every view and every flag of its own.
import type { MjModel, Sinew } from 'sinew';
import { LoadError, Session, type OptionName } from './session.js';

// as in cli/view/world.h
const ALL = 0, PLAY = 1, STEP = 2, RESET = 3, SPEED = 4, CONTROL = 5, JOINT = 6, EQUALITY = 7, OPTION = 8, NOISE = 9, PERTURB = 10,
  RELOAD = 11, KEY = 12;
const OPTIONS: OptionName[] = ['timestep', 'gravity', 'integrator', 'solver', 'cone', 'disableflags', 'enableflags'];
const GEOMS = 3;
const STATE = 2, HEADER = 32, RETRY_MS = 1000;

/** the connection to the program: reconnects by itself, and tells about new models and errors */
export class Connection {
  #socket: WebSocket | null = null;
  #loading = 0;
  session: RemoteSession | null = null;
  onmodel: (session: RemoteSession) => void = () => {};
  onerror: (text: string) => void = () => {};

  constructor(readonly sn: Sinew, readonly token: string) {
    this.#open();
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/ws?token=${this.token}`, 'sinew');
    socket.binaryType = 'arraybuffer';
    socket.onmessage = (event) => this.#take(event.data);
    socket.onclose = () => {
      this.#socket = null;
      this.onerror('The program has ended, or cannot be reached; this page tries again.');
      setTimeout(() => this.#open(), RETRY_MS);
    };
    socket.onopen = () => { this.#socket = socket; };
  }

  send(kind: number, a = 0, b = 0, values: ArrayLike<number> = []) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const bytes = new ArrayBuffer(16 + 8 * values.length), view = new DataView(bytes);
    view.setUint32(0, kind, true);
    view.setInt32(4, a, true);
    view.setInt32(8, b, true);
    view.setUint32(12, values.length, true);
    for (let i = 0; i < values.length; i++) view.setFloat64(16 + 8 * i, values[i], true);
    this.#socket.send(bytes);
  }

  #take(message: string | ArrayBuffer) {
    if (typeof message === 'string') {
      this.onerror((JSON.parse(message) as { error: string }).error);
      return;
    }
    const view = new DataView(message), kind = view.getUint32(0, true);
    if (kind === GEOMS) this.session?.takeGeoms(new Uint8Array(message, 16));
    if (kind !== STATE) return;
    const version = view.getUint32(4, true);
    if (this.session?.version === version) this.session.take(view);
    else if (this.#loading !== version) void this.#load(version);
  }

  async #load(version: number) {
    this.#loading = version;
    try {
      const answer = await fetch(`/model?token=${this.token}`);
      if (!answer.ok) throw new LoadError(`the program says ${answer.status}`);
      const model = this.sn.MjModel.fromBinary(await answer.arrayBuffer());
      const name = decodeURIComponent(answer.headers.get('x-sinew-name') ?? 'model');
      this.session = new RemoteSession(this.sn, model, name, this, Number(answer.headers.get('x-sinew-version')));
      this.onmodel(this.session);
      this.send(ALL);  // what came in the meantime was of no use
    } catch (error) {
      this.onerror(error instanceof Error ? error.message : String(error));
    }
    this.#loading = 0;
  }
}

export class RemoteSession extends Session {
  #fresh = true;
  #pulling = false;
  private geoms?: Uint8Array;  // of a program, beside those of the scene; not #: the base class asks while it is made

  constructor(sn: Sinew, model: MjModel, name: string, readonly connection: Connection, readonly version: number) {
    super(sn, model, name);
  }

  /** a message with some parts of the state */
  take(view: DataView) {
    this.paused = (view.getUint32(8, true) & 1) !== 0;
    const parts = view.getUint32(12, true);
    this.speed = view.getFloat64(16, true);
    this.measured = view.getFloat64(24, true);
    const size = parts ? this.sn.mj_stateSize(this.model, parts) : 0;
    if (view.byteLength !== HEADER + 8 * size) return;
    if (parts) this.sn.mj_setState(this.model, this.data, new Float64Array(view.buffer, HEADER, size), parts);
    this.#fresh = true;
  }

  override advance() {
    if (this.#fresh) this.sn.mj_forward(this.model, this.data);
    this.#fresh = false;
    const pert = this.pert, active = pert.active !== 0;
    if (active || this.#pulling) {
      this.connection.send(PERTURB, Math.max(pert.select, 0), pert.active,
                           [...pert.refpos, ...pert.refquat, ...pert.refselpos, ...pert.localpos, pert.localmass, pert.scale]);
    }
    this.#pulling = active;
  }

  takeGeoms(bytes: Uint8Array) { this.geoms = bytes; }

  override updateScene() {
    super.updateScene();
    if (this.geoms) this.scene.addGeoms(this.geoms);
  }

  key(code: number) { this.connection.send(KEY, code); }

  override step() { this.connection.send(STEP, 1); }
  override single() { this.step(); }
  override reset(key = -1) {
    if (this.connection) this.connection.send(RESET, key);
    else super.reset(key);  // while it is being made
  }
  override setPaused(paused: boolean) {
    this.paused = paused;
    this.connection.send(PLAY, Number(!paused));
  }
  override setSpeed(speed: number) {
    this.speed = speed;
    this.connection.send(SPEED, 0, 0, [speed]);
  }
  override setNoise(noise: number) {
    this.noise = noise;
    this.connection.send(NOISE, 0, 0, [noise]);
  }
  override setControl(i: number, value: number) { this.connection.send(CONTROL, i, 0, [value]); }
  override setJoint(i: number, value: number) { this.connection.send(JOINT, i, 0, [value]); }
  override setEquality(i: number, on: boolean) { this.connection.send(EQUALITY, i, Number(on)); }
  override setOption(name: OptionName, value: number, element = 0) {
    super.setOption(name, value, element);
    this.connection.send(OPTION, OPTIONS.indexOf(name), element, [value]);
  }
  reload() { this.connection.send(RELOAD); }
}
