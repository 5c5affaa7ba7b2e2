// The page: opens models, runs the frames, and connects keys, buttons, panels and mouse.
import { load, type Sinew } from 'sinew';
import { Drawing } from './draw.js';
import { fromDrop, fromInput } from './files.js';
import { Mouse } from './mouse.js';
import { cameraText, keyText, Panels } from './panels.js';
import { Plots } from './plots.js';
import { Recorder, save } from './record.js';
import { Connection, RemoteSession } from './remote.js';
import { LoadError, openFiles, type FileMap, type Session } from './session.js';
import { toast } from './widgets.js';
import SAMPLE from './sample.js';

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
const $ = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const canvas = $<HTMLCanvasElement>('canvas');

class Page {
  session: Session | null = null;
  opened = 0;  // models that were tried
  #files: FileMap = new Map();
  #main: string | undefined;
  #last = 0;
  #frames = 0;
  #rate = 0;
  #since = performance.now();
  readonly drawing: Drawing;
  readonly plots = new Plots($('plots'));
  readonly panels = new Panels($('left'), $('right'), this.plots);
  readonly recorder = new Recorder(canvas);
  readonly texts = {camera: cameraText, key: keyText};

  constructor(readonly sn: Sinew) {
    this.drawing = new Drawing(sn, canvas, $('labels'));
    const mouse = new Mouse(canvas, () => this.session);
    mouse.onselect = () => this.panels.refresh();
    this.#bindButtons();
    this.#bindFiles();
    this.#bindKeys();
    new ResizeObserver(() => this.#resize()).observe($('stage'));
    this.#resize();
    requestAnimationFrame((now) => this.#frame(now));
  }

  // ---- models

  open(files: FileMap, main?: string) {
    this.opened++;
    try {
      const next = openFiles(this.sn, files, main);
      this.#files = files;
      this.show(next);
    } catch (error) {
      this.fail(error);
    }
  }

  /** puts a simulation in the place of the one before */
  show(next: Session) {
    const before = this.session;
    this.session = next;
    this.#main = next.name;
    this.drawing.setModel(next.model);
    this.panels.show(next);
    if (before && before.model.nbody === next.model.nbody) this.#keepView(before, next);
    before?.close();
    $('welcome').hidden = true;
    $('error').hidden = true;
    $('title').textContent = next.name;
    document.title = `${next.name} – Sinew`;
  }

  /** a model that was edited is seen as before */
  #keepView(before: Session, next: Session) {
    if (before.name !== next.name) return;
    for (const member of ['type', 'fixedcamid', 'trackbodyid', 'distance', 'azimuth', 'elevation'] as const) next.camera[member] = before.camera[member];
    next.camera.lookat = [...before.camera.lookat] as never;
    next.option.flags.set(before.option.flags);
    next.option.geomgroup.set(before.option.geomgroup);
  }

  /** once more from the same files */
  reload() {
    if (this.session instanceof RemoteSession) this.session.reload();
    else if (this.#main) this.open(this.#files, this.#main);
  }

  fail(error: unknown) {
    const box = $('error');
    box.querySelector('pre')!.textContent = error instanceof Error ? error.message : String(error);
    box.querySelector('h2')!.textContent = error instanceof LoadError ? 'The model could not be loaded' : 'Something went wrong';
    box.hidden = false;
  }

  /** what the program says: a fault in the files, or nothing when all is well again */
  tell(text: string) {
    if (text) this.fail(new LoadError(text));
    else $('error').hidden = true;
  }

  // ---- frames

  #frame(now: number) {
    const elapsed = this.#last ? (now - this.#last) / 1000 : 0;
    this.#last = now;
    const s = this.session;
    if (s) {
      try {
        s.advance(elapsed);
        s.updateScene();
        this.drawing.draw(s.scene);
        this.plots.update(!s.paused);
        if (this.#frames % 6 === 0) this.panels.refresh();
      } catch (error) {
        s.paused = true;
        this.fail(error);
      }
      this.#showStatus(s, now);
      this.#showPlay();
    }
    this.#frames++;
    requestAnimationFrame((next) => this.#frame(next));
  }

  #showStatus(s: Session, now: number) {
    if (now - this.#since > 500) {
      this.#rate = this.#frames * 1000 / (now - this.#since);
      this.#frames = 0;
      this.#since = now;
    }
    const status = $('status');
    status.textContent = status.dataset.toast ??
      `${s.data.time.toFixed(2)} s · ${s.paused ? 'paused' : `${s.measured.toFixed(2)}× real time`} · ${this.#rate.toFixed(0)} frames/s`;
  }

  #resize() {
    const stage = $('stage');
    this.drawing.resize(Math.max(1, stage.clientWidth), Math.max(1, stage.clientHeight), Math.min(devicePixelRatio || 1, 2));
  }

  // ---- actions

  readonly actions: Record<string, { keys: string[]; text: string; run: () => void }> = {
    play: {keys: [' '], text: 'Play or pause', run: () => this.session?.setPaused(!this.session.paused)},
    step: {keys: ['ArrowRight'], text: 'One step, paused', run: () => this.session?.single()},
    reset: {keys: ['Backspace'], text: 'Reset, to the keyframe home if there is one', run: () => this.session?.reset()},
    reload: {keys: ['r'], text: 'Load the files again', run: () => this.reload()},
    slower: {keys: ['-'], text: 'Slower', run: () => this.#speed(-1)},
    faster: {keys: ['=', '+'], text: 'Faster', run: () => this.#speed(1)},
    view: {keys: ['Escape'], text: 'Free camera, the whole model in view', run: () => { const s = this.session; if (s) this.sn.mjv_defaultFreeCamera(s.model, s.camera); }},
    nextCamera: {keys: [']'], text: 'Next camera', run: () => this.#camera(1)},
    lastCamera: {keys: ['['], text: 'Last camera', run: () => this.#camera(-1)},
    contacts: {keys: ['c'], text: 'Contact points', run: () => this.#flip('mjVIS_CONTACTPOINT')},
    forces: {keys: ['f'], text: 'Contact forces', run: () => this.#flip('mjVIS_CONTACTFORCE')},
    joints: {keys: ['j'], text: 'Joints', run: () => this.#flip('mjVIS_JOINT')},
    com: {keys: ['m'], text: 'Centres of mass', run: () => this.#flip('mjVIS_COM')},
    inertia: {keys: ['i'], text: 'Inertia', run: () => this.#flip('mjVIS_INERTIA')},
    transparent: {keys: ['t'], text: 'Transparent bodies', run: () => this.#flip('mjVIS_TRANSPARENT')},
    hulls: {keys: ['h'], text: 'Convex hulls', run: () => this.#flip('mjVIS_CONVEXHULL')},
    panels: {keys: ['Tab'], text: 'Panels', run: () => this.#togglePanels()},
    record: {keys: ['v'], text: 'Record a video, and end it', run: () => this.#record()},
    picture: {keys: ['p'], text: 'Save a picture', run: () => canvas.toBlob((blob) => blob && save(blob, `${this.#name()}.png`))},
    open: {keys: ['o'], text: 'Open files', run: () => $('files').click()},
    help: {keys: ['F1', '?'], text: 'This sheet', run: () => { $<HTMLDialogElement>('sheet').showModal(); $('sheet').scrollTop = 0; }},
  };

  #name() { return (this.#main ?? 'sinew').replace(/^.*\//, '').replace(/\.\w+$/, ''); }

  #flip(name: keyof Sinew['mjtVisFlag']) {
    const flags = this.session?.option.flags;
    if (flags) flags[this.sn.mjtVisFlag[name]] = Number(!flags[this.sn.mjtVisFlag[name]]);
    this.panels.refresh();
  }

  #camera(by: number) {
    const s = this.session;
    if (!s) return;
    const kinds = this.sn.mjtCamera, n = s.model.ncam + 1;
    const now = s.camera.type === kinds.mjCAMERA_FIXED ? s.camera.fixedcamid + 1 : 0, next = (now + by + n) % n;
    this.panels.setCamera(s, next ? String(next - 1) : 'free');
    this.panels.refresh();
  }

  #speed(by: number) {
    const s = this.session;
    if (!s) return;
    const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(s.speed) + by))];
    s.setSpeed(next);
    $<HTMLSelectElement>('speed').value = String(next);
  }

  #showPlay() {
    const text = this.session?.paused ? 'Play' : 'Pause', play = $('play');
    if (play.textContent !== text) play.textContent = text;
  }

  #togglePanels() {
    const bare = document.body.classList.toggle('bare');
    $('menu').setAttribute('aria-expanded', String(!bare));
  }

  #record() {
    if (this.recorder.on) {
      this.recorder.stop();
      return;
    }
    try {
      this.recorder.start((film) => save(film, `${this.#name()}.${film.type.includes('mp4') ? 'mp4' : 'webm'}`));
      toast('Recording: V ends it');
    } catch (error) {
      this.fail(error);
    }
  }

  // ---- what people touch

  #bindButtons() {
    const speeds = $<HTMLSelectElement>('speed');
    for (const speed of SPEEDS) speeds.append(new Option(`${speed}×`, String(speed), speed === 1, speed === 1));
    speeds.addEventListener('change', () => { this.session?.setSpeed(Number(speeds.value)); });
    for (const [id, action] of [['play', 'play'], ['step', 'step'], ['reset', 'reset'], ['open', 'open'], ['openFile', 'open'], ['menu', 'panels'], ['help', 'help']]) {
      $(id).addEventListener('click', () => this.actions[action].run());
    }
    $('openFolder').addEventListener('click', () => $('folder').click());
    $('sample').addEventListener('click', () => this.open(new Map([['sample.xml', new TextEncoder().encode(SAMPLE)]])));
    $('error').querySelector('button')!.addEventListener('click', () => { $('error').hidden = true; });
    $('theme').addEventListener('click', () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
    const mouse = [['Drag', 'turn the view; Shift: about the other axis'], ['Right drag', 'move the view; Shift: in the horizontal plane'], ['Wheel, middle drag', 'zoom'],
      ['Double click', 'select a body'], ['Ctrl + right drag', 'pull the selected body'], ['Ctrl + drag', 'turn it'], ['Double right click', 'look at a point; with Ctrl: follow the body'],
      ['Fingers', 'one turns, two move and zoom, a double tap selects']];
    const name = (key: string) => ({' ': 'Space', ArrowRight: '→', Backspace: '⌫', Escape: 'Esc'} as Record<string, string>)[key] ?? key.toUpperCase();
    const rows = [...Object.values(this.actions).map(({keys, text}) => [keys.map(name).join(' '), text]), ...mouse];
    for (const [what, text] of rows) {
      const kbd = document.createElement('kbd'), span = document.createElement('span');
      kbd.textContent = what;
      span.textContent = text;
      document.querySelector('.sheet')!.append(kbd, span);
    }
  }

  #bindFiles() {
    const use = (promise: Promise<FileMap>) => promise.then((files) => this.open(files)).catch((error) => this.fail(error));
    for (const id of ['files', 'folder']) {
      const input = $<HTMLInputElement>(id);
      input.addEventListener('change', () => {
        if (input.files?.length) use(fromInput(input.files));
        input.value = '';
      });
    }
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('drop'); });
    addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('drop'); });
    addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('drop');
      if (event.dataTransfer) use(fromDrop(event.dataTransfer));
    });
  }

  #bindKeys() {
    addEventListener('keydown', (event) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || $<HTMLDialogElement>('sheet').open) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox') return;
      if (target.tagName === 'BUTTON' && (event.key === ' ' || event.key === 'Tab')) return;
      if (event.key === 'Tab' && target !== canvas && target !== document.body) return;  // moves the focus elsewhere
      if (this.session instanceof RemoteSession) this.session.key(keyCode(event.key));
      for (const {keys, run} of Object.values(this.actions)) {
        if (!keys.includes(event.key)) continue;
        event.preventDefault();
        run();
        return;
      }
    });
  }
}

/** numbers of keys as programs know them from GLFW */
function keyCode(key: string) {
  const named: Record<string, number> = {Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261, ArrowRight: 262, ArrowLeft: 263,
    ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, End: 269};
  const f = /^F(\d+)$/.exec(key);
  return f ? 289 + Number(f[1]) : named[key] ?? key.toUpperCase().charCodeAt(0);
}

function setTheme(theme: string) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('sinew-theme', theme); } catch { /* private windows */ }
}

async function start() {
  let theme: string | null = null;
  try { theme = localStorage.getItem('sinew-theme'); } catch { /* private windows */ }
  setTheme(theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  try {
    const page = new Page(await load({wasm: new URL('sinew.wasm', import.meta.url), onwarning: toast}));
    Object.assign(globalThis, {sinewPage: page});
    const words = new URLSearchParams(location.search), model = words.get('model'), token = words.get('token');
    if (token) {
      const connection = new Connection(page.sn, token);
      connection.onmodel = (session) => page.show(session);
      connection.onerror = (text) => page.tell(text);
    } else if (model) {
      const answer = await fetch(model);
      if (!answer.ok) throw new LoadError(`${model}: the server says ${answer.status}`);
      page.open(new Map([[model.replace(/^.*\//, ''), new Uint8Array(await answer.arrayBuffer())]]));
    }
  } catch (error) {
    const box = $('error');
    box.querySelector('pre')!.textContent = error instanceof Error ? error.message : String(error);
    box.hidden = false;
  }
}

start();
