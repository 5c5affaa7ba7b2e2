// The mouse as people know it from simulate: left turns, right moves, the wheel and the middle button zoom, shift takes
// the horizontal plane; a double click selects, Ctrl and a drag pull (right) or turn (left) what is selected. Fingers do
// the same: one turns, two move and zoom, a double tap selects.
import type { Session } from './session.js';

const CLICK_TIME = 350, CLICK_DISTANCE = 6;

export class Mouse {
  #last: [number, number] | null = null;
  #fingers = new Map<number, [number, number]>();
  #click = {time: 0, x: 0, y: 0, button: -1};
  onselect: () => void = () => {};

  constructor(readonly canvas: HTMLCanvasElement, readonly session: () => Session | null) {
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, (event) => this.#up(event));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.#zoom(-Math.sign(event.deltaY) * Math.min(0.05, Math.abs(event.deltaY) / 2000));
    }, {passive: false});
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  #height() { return this.canvas.clientHeight || 1; }

  #zoom(amount: number) {
    const s = this.session();
    if (s) s.sn.mjv_moveCamera(s.model, s.sn.mjtMouse.mjMOUSE_ZOOM, 0, amount, s.camera);
  }

  #down(event: PointerEvent) {
    const s = this.session();
    if (!s) return;
    this.canvas.focus();
    this.canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.#last = [event.clientX, event.clientY];
    const c = this.#click;
    const double = event.timeStamp - c.time < CLICK_TIME && c.button === event.button &&
      Math.hypot(event.clientX - c.x, event.clientY - c.y) < CLICK_DISTANCE;
    this.#click = {time: double ? 0 : event.timeStamp, x: event.clientX, y: event.clientY, button: event.button};
    if (double) this.#select(event, s);
    else if (event.ctrlKey && s.pert.select > 0) this.#grab(event, s);
  }

  #select(event: PointerEvent, s: Session) {
    const box = this.canvas.getBoundingClientRect();
    const hit = s.pick((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, box.width / box.height);
    const kinds = s.sn.mjtCamera;
    if (event.button === 0) {
      s.select(hit.body, hit.point, hit.skin);
    } else if (event.button === 2 && hit.body >= 0) {
      s.camera.lookat = hit.point as never;
      if (event.ctrlKey && hit.body > 0) {
        s.camera.type = kinds.mjCAMERA_TRACKING;
        s.camera.trackbodyid = hit.body;
        s.camera.fixedcamid = -1;
      }
    }
    this.onselect();
  }

  #grab(event: PointerEvent, s: Session) {
    const bits = s.sn.mjtPertBit;
    s.pert.active = event.button === 2 ? bits.mjPERT_TRANSLATE : event.button === 0 ? bits.mjPERT_ROTATE : 0;
    if (s.pert.active) s.sn.mjv_initPerturb(s.model, s.data, s.scene, s.pert);
  }

  #move(event: PointerEvent) {
    const s = this.session();
    if (!s || !this.#last || !this.#fingers.has(event.pointerId)) return;
    const before = this.#spread();
    const old = this.#fingers.get(event.pointerId)!;
    const dx = (event.clientX - old[0]) / this.#height(), dy = (event.clientY - old[1]) / this.#height();
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const kinds = s.sn.mjtMouse;
    if (this.#fingers.size === 2) {
      this.#zoom((this.#spread() - before) / this.#height());
      s.sn.mjv_moveCamera(s.model, kinds.mjMOUSE_MOVE_V, dx / 2, dy / 2, s.camera);
      return;
    }
    const flat = event.shiftKey;
    const action = event.buttons & 2 ? (flat ? kinds.mjMOUSE_MOVE_H : kinds.mjMOUSE_MOVE_V)
      : event.buttons & 1 ? (flat ? kinds.mjMOUSE_ROTATE_H : kinds.mjMOUSE_ROTATE_V) : kinds.mjMOUSE_ZOOM;
    if (s.pert.active) s.sn.mjv_movePerturb(s.model, s.data, action, dx, dy, s.scene, s.pert);
    else s.sn.mjv_moveCamera(s.model, action, dx, dy, s.camera);
  }

  #spread() {
    const [a, b] = [...this.#fingers.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  }

  #up(event: PointerEvent) {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.#last = null;
    const s = this.session();
    if (s) s.pert.active = 0;
  }
}
