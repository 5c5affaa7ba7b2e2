// The panels beside the scene, made of what the model has: groups, flags, cameras, keyframes, controls, joints, plots.
import type { Plots } from './plots.js';
import type { Session } from './session.js';
import { button, choice, element, section, short, slider, toast, toggle, type Live } from './widgets.js';

const MANY = 300;  // rows of a list that are shown at once

/** numbers of an enum by their names, without those that count */
function members(table: object, prefix: string): [string, number][] {
  return Object.entries(table).filter(([name]) => name.startsWith(prefix)) as [string, number][];
}

function words(name: string, prefix: string) {
  const text = name.slice(prefix.length).toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// what flags are called, where their names in C are short
const CALLED: Record<string, string> = {
  mjVIS_CONVEXHULL: 'Convex hulls', mjVIS_TEXTURE: 'Textures', mjVIS_JOINT: 'Joints', mjVIS_CAMERA: 'Cameras', mjVIS_ACTUATOR: 'Actuators',
  mjVIS_ACTIVATION: 'Activations', mjVIS_LIGHT: 'Lights', mjVIS_TENDON: 'Tendons', mjVIS_RANGEFINDER: 'Range finders', mjVIS_CONSTRAINT: 'Constraints',
  mjVIS_INERTIA: 'Inertia', mjVIS_SCLINERTIA: 'Inertia by mass', mjVIS_PERTFORCE: 'Applied forces', mjVIS_PERTOBJ: 'Pulled object',
  mjVIS_CONTACTPOINT: 'Contact points', mjVIS_ISLAND: 'Islands', mjVIS_CONTACTFORCE: 'Contact forces', mjVIS_CONTACTSPLIT: 'Split contact forces',
  mjVIS_TRANSPARENT: 'Transparent', mjVIS_AUTOCONNECT: 'Connect bodies', mjVIS_COM: 'Centres of mass', mjVIS_SELECT: 'Selection point',
  mjVIS_STATIC: 'Static bodies', mjVIS_SKIN: 'Skins',
};

const STAGES = [['position', 'mjTIMER_POSITION'], ['velocity', 'mjTIMER_VELOCITY'], ['actuation', 'mjTIMER_ACTUATION'], ['constraint', 'mjTIMER_CONSTRAINT'],
  ['advance', 'mjTIMER_ADVANCE']] as const;

/** microseconds that a call of each stage took since they were asked for last */
function stageTimes(s: Session) {
  const timer = s.data.timer;
  return STAGES.map(([, name]) => {
    const stage = timer.get(s.sn.mjtTimer[name])!, time = stage.number ? 1e3 * stage.duration / stage.number : NaN;
    stage.duration = stage.number = 0;
    return time;
  });
}

export class Panels {
  #live: Live[] = [];
  #facts: [HTMLElement, () => string][] = [];

  constructor(readonly left: HTMLElement, readonly right: HTMLElement, readonly plots: Plots) {}

  /** shows the numbers as they are now */
  refresh() {
    for (const part of this.#live) if (part.node.isConnected && part.node.offsetParent) part.refresh();
    for (const [node, read] of this.#facts) if (node.offsetParent) node.textContent = read();
  }

  show(s: Session) {
    this.#live = [];
    this.#facts = [];
    this.plots.clear();
    this.left.replaceChildren(this.#view(s), this.#flags(s), this.#groups(s), this.#labels(s), this.#physics(s), this.#find(s));
    this.right.replaceChildren(this.#selection(s), this.#controls(s), this.#keys(s), this.#joints(s), this.#equalities(s), this.#curves(s), this.#about(s));
    for (const part of this.#live) part.refresh();
    this.refresh();
  }

  #keep<T extends Live>(part: T): HTMLElement {
    this.#live.push(part);
    return part.node;
  }

  #fact(list: HTMLElement, name: string, read: () => string) {
    const value = element('dd');
    list.append(element('dt', {}, name), value);
    this.#facts.push([value, read]);
  }

  // ---- what is shown

  #view(s: Session) {
    const kinds = s.sn.mjtCamera, types = s.sn.mjtObj;
    const options: [string, string][] = [['free', 'Free camera']];
    if (s.model.nbody > 1) options.push(['track', 'Tracking camera']);
    for (let i = 0; i < s.model.ncam; i++) options.push([String(i), s.nameOf(types.mjOBJ_CAMERA, i, 'camera')]);
    const get = () => s.camera.type === kinds.mjCAMERA_FIXED ? String(s.camera.fixedcamid) : s.camera.type === kinds.mjCAMERA_TRACKING ? 'track' : 'free';
    const set = (value: string) => this.setCamera(s, value);
    const flags = s.sn.mjtRndFlag, scene = s.scene;
    const lists: [string, number][] = [['Shadows', flags.mjRND_SHADOW], ['Wireframe', flags.mjRND_WIREFRAME], ['Sky', flags.mjRND_SKYBOX], ['Fog', flags.mjRND_FOG]];
    return section('View', true, this.#keep(choice('Camera', options, get, set)),
      ...lists.map(([name, flag]) => this.#keep(toggle(name, () => scene.flags[flag] !== 0, (on) => { scene.flags[flag] = Number(on); }))),
      button('Copy camera as MJCF', () => copy(cameraText(s)), 'A <camera> element with this view'),
      button('Whole model in view', () => s.sn.mjv_defaultFreeCamera(s.model, s.camera), 'Esc'));
  }

  setCamera(s: Session, value: string) {
    const kinds = s.sn.mjtCamera;
    if (value === 'free') {
      s.camera.type = kinds.mjCAMERA_FREE;
    } else if (value === 'track') {
      s.camera.type = kinds.mjCAMERA_TRACKING;
      s.camera.trackbodyid = s.pert.select > 0 ? s.pert.select : 1;
    } else {
      s.camera.type = kinds.mjCAMERA_FIXED;
      s.camera.fixedcamid = Number(value);
    }
  }

  #flags(s: Session) {
    const flags = s.option.flags;
    const rows = members(s.sn.mjtVisFlag, 'mjVIS_').filter(([name]) => name in CALLED).map(([name, i]) =>
      this.#keep(toggle(CALLED[name], () => s.option.flags[i] !== 0, (on) => { s.option.flags[i] = Number(on); })));
    return flags.length ? section('Show', true, ...rows) : section('Show', false);
  }

  #groups(s: Session) {
    const kinds = ['geom', 'site', 'joint', 'tendon', 'actuator', 'flex', 'skin'] as const;
    const grid = element('div', {className: 'groups'});
    for (const kind of kinds) {
      const array = () => s.option[`${kind}group`];
      grid.append(element('span', {}, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`));
      for (let g = 0; g < array().length; g++) {
        const cell = element('button', {type: 'button', title: `${kind} group ${g}`}, String(g));
        const refresh = () => cell.setAttribute('aria-pressed', String(array()[g] !== 0));
        cell.addEventListener('click', () => { array()[g] = Number(!array()[g]); refresh(); });
        this.#live.push({node: cell, refresh});
        grid.append(cell);
      }
    }
    return section('Groups', false, grid);
  }

  #labels(s: Session) {
    const of = (table: object, prefix: string) => members(table, prefix).filter(([name]) => !name.startsWith('mjN')).map(([name, i]) => [String(i), words(name, prefix)] as [string, string]);
    return section('Labels and frames', false,
      element('label', {}, 'Labels', this.#keep(choice('Labels', of(s.sn.mjtLabel, 'mjLABEL_'), () => String(s.option.label), (v) => { s.option.label = Number(v); }))),
      element('label', {}, 'Frames', this.#keep(choice('Frames', of(s.sn.mjtFrame, 'mjFRAME_'), () => String(s.option.frame), (v) => { s.option.frame = Number(v); }))));
  }

  #physics(s: Session) {
    const opt = s.model.opt;
    const bits = (table: object, prefix: string, member: 'disableflags' | 'enableflags', inverted: boolean) => members(table, prefix).map(([name, bit]) =>
      this.#keep(toggle(words(name, prefix), () => ((opt[member] & bit) !== 0) !== inverted, (on) => {
        s.setOption(member, on !== inverted ? opt[member] | bit : opt[member] & ~bit);
      })));
    const pick = (name: string, table: object, prefix: string, member: 'integrator' | 'solver' | 'cone') =>
      element('label', {}, name, this.#keep(choice(name, members(table, prefix).map(([key, i]) => [String(i), words(key, prefix)] as [string, string]),
        () => String(opt[member]), (v) => s.setOption(member, Number(v)))));
    return section('Physics', false,
      pick('Integrator', s.sn.mjtIntegrator, 'mjINT_', 'integrator'), pick('Solver', s.sn.mjtSolver, 'mjSOL_', 'solver'), pick('Cone', s.sn.mjtCone, 'mjCONE_', 'cone'),
      this.#keep(slider('Timestep', 0.0001, 0.02, () => opt.timestep, (v) => s.setOption('timestep', Math.max(1e-5, v)))),
      this.#keep(slider('Gravity', -20, 20, () => opt.gravity[2], (v) => s.setOption('gravity', v, 2))),
      this.#keep(slider('Noise of controls', 0, 1, () => s.noise, (v) => s.setNoise(v))),
      element('div', {}, element('b', {}, 'On')), ...bits(s.sn.mjtDisableBit, 'mjDSBL_', 'disableflags', true),
      element('div', {}, element('b', {}, 'Extra')), ...bits(s.sn.mjtEnableBit, 'mjENBL_', 'enableflags', false));
  }

  #find(s: Session) {
    const input = element('input', {type: 'search', placeholder: 'Name of a body, geom, joint…', className: 'wide'});
    input.setAttribute('aria-label', 'Search by name');
    const list = element('ul', {className: 'found'});
    const types = s.sn.mjtObj;
    const kinds: [string, number, number, (i: number) => number][] = [
      ['body', types.mjOBJ_BODY, s.model.nbody, (i) => i], ['geom', types.mjOBJ_GEOM, s.model.ngeom, (i) => s.model.geom_bodyid[i]],
      ['joint', types.mjOBJ_JOINT, s.model.njnt, (i) => s.model.jnt_bodyid[i]], ['site', types.mjOBJ_SITE, s.model.nsite, (i) => s.model.site_bodyid[i]]];
    const find = () => {
      const text = input.value.trim().toLowerCase();
      list.replaceChildren();
      if (!text) return;
      for (const [kind, type, n, bodyOf] of kinds) {
        for (let i = 0; i < n && list.childElementCount < 100; i++) {
          const name = s.sn.mj_id2name(s.model, type, i);
          if (!name?.toLowerCase().includes(text)) continue;
          const entry = button(`${name} (${kind})`, () => {
            const body = bodyOf(i);
            s.select(body, s.data.xpos.slice(3 * body, 3 * body + 3) as Float64Array);
            s.camera.lookat = s.data.xpos.slice(3 * body, 3 * body + 3) as never;
          });
          list.append(element('li', {}, entry));
        }
      }
      if (!list.childElementCount) list.append(element('li', {}, 'nothing has such a name'));
    };
    input.addEventListener('input', find);
    return section('Find', false, input, list);
  }

  // ---- what can be moved

  #selection(s: Session) {
    const list = element('dl', {className: 'facts'});
    const body = () => s.pert.select;
    const types = s.sn.mjtObj;
    this.#fact(list, 'Body', () => body() > 0 ? s.nameOf(types.mjOBJ_BODY, body(), 'body') : 'none (double click one)');
    this.#fact(list, 'Mass', () => body() > 0 ? short(s.model.body_mass[body()]) + ' kg' : '');
    this.#fact(list, 'Position', () => body() > 0 ? [...s.data.xpos.subarray(3 * body(), 3 * body() + 3)].map(short).join(' ') : '');
    this.#fact(list, 'Contacts', () => {
      if (body() <= 0) return '';
      let n = 0;
      for (const contact of s.data.contact) if ([...contact.geom].some((g) => g >= 0 && s.model.geom_bodyid[g] === body())) n++;
      return String(n);
    });
    return section('Selection', true, list);
  }

  #controls(s: Session) {
    const n = s.model.nu, rows: HTMLElement[] = [];
    for (let i = 0; i < Math.min(n, MANY); i++) {
      const limited = s.model.actuator_ctrllimited[i];
      const low = limited ? s.model.actuator_ctrlrange[2 * i] : -1, high = limited ? s.model.actuator_ctrlrange[2 * i + 1] : 1;
      rows.push(this.#keep(slider(s.nameOf(s.sn.mjtObj.mjOBJ_ACTUATOR, i, 'actuator'), low, high, () => s.data.ctrl[i], (v) => s.setControl(i, v))));
    }
    if (!n) rows.push(element('p', {}, 'The model has no actuators.'));
    else rows.unshift(button('All to zero', () => { for (let i = 0; i < n; i++) s.setControl(i, 0); }));
    return section(`Controls (${n})`, true, ...rows);
  }

  #keys(s: Session) {
    const rows: HTMLElement[] = [];
    for (let i = 0; i < Math.min(s.model.nkey, MANY); i++) {
      rows.push(button(s.nameOf(s.sn.mjtObj.mjOBJ_KEY, i, 'key'), () => s.reset(i)));
    }
    rows.push(button('Copy state as a keyframe', () => copy(keyText(s)), 'A <key> element with this state'));
    return section(`Keyframes (${s.model.nkey})`, s.model.nkey > 0, ...rows);
  }

  #joints(s: Session) {
    const rows: HTMLElement[] = [], types = s.sn.mjtJoint;
    for (let i = 0; i < s.model.njnt && rows.length < MANY; i++) {
      const type = s.model.jnt_type[i], adr = s.model.jnt_qposadr[i];
      if (type !== types.mjJNT_HINGE && type !== types.mjJNT_SLIDE) continue;
      const limited = s.model.jnt_limited[i], far = type === types.mjJNT_HINGE ? Math.PI : 1;
      const low = limited ? s.model.jnt_range[2 * i] : -far, high = limited ? s.model.jnt_range[2 * i + 1] : far;
      rows.push(this.#keep(slider(s.nameOf(s.sn.mjtObj.mjOBJ_JOINT, i, 'joint'), low, high, () => s.data.qpos[adr], (v) => s.setJoint(i, v))));
    }
    return section(`Joints (${rows.length})`, false, ...rows);
  }

  #equalities(s: Session) {
    const rows: HTMLElement[] = [];
    for (let i = 0; i < Math.min(s.model.neq, MANY); i++) {
      rows.push(this.#keep(toggle(s.nameOf(s.sn.mjtObj.mjOBJ_EQUALITY, i, 'equality'), () => s.data.eq_active[i] !== 0, (on) => s.setEquality(i, on))));
    }
    const out = section(`Equalities (${s.model.neq})`, false, ...rows);
    out.hidden = !s.model.neq;
    return out;
  }

  #curves(s: Session) {
    const plot = (title: string, names: string[], read: () => number[], before?: () => void) =>
      this.#keep(toggle(title, () => this.plots.has(title), (on) => {
        if (on) before?.();
        if (on) this.plots.add(title, names, read);
        else this.plots.remove(title);
      }));
    const rows = [
      plot('Energy', ['potential', 'kinetic'], () => [...s.data.energy], () => s.setOption('enableflags', s.model.opt.enableflags | s.sn.mjtEnableBit.mjENBL_ENERGY)),
      plot('Solver', ['iterations', 'contacts'], () => [s.data.solver_niter[0] ?? 0, s.data.ncon]),
      plot('Time of a step', ['µs'], () => [1e6 * s.stepTime]),
      plot('Stages', STAGES.map(([name]) => name), () => stageTimes(s), () => s.sn.timers(true)),
      plot('Real time', ['factor'], () => [s.measured]),
    ];
    for (let i = 0; i < Math.min(s.model.nsensor, MANY); i++) {
      const adr = s.model.sensor_adr[i], dim = Math.min(s.model.sensor_dim[i], 8);
      const names = dim === 1 ? [''] : Array.from({length: dim}, (_, k) => 'xyzw'[k] ?? String(k));
      rows.push(plot(s.nameOf(s.sn.mjtObj.mjOBJ_SENSOR, i, 'sensor'), names, () => [...s.data.sensordata.subarray(adr, adr + dim)]));
    }
    return section(`Plots (${rows.length})`, false, ...rows);
  }

  #about(s: Session) {
    const list = element('dl', {className: 'facts'}), m = s.model;
    const facts: [string, () => string][] = [
      ['Degrees of freedom', () => String(m.nv)], ['Bodies', () => String(m.nbody)], ['Geoms', () => String(m.ngeom)], ['Sensors', () => String(m.nsensor)],
      ['Contacts', () => String(s.data.ncon)], ['Constraint rows', () => String(s.data.nefc)], ['Islands', () => String(s.data.nisland)],
      ['Things drawn', () => String(s.scene.ngeom)], ['Time of a step', () => `${(1e6 * s.stepTime).toFixed(0)} µs`]];
    for (const [name, read] of facts) this.#fact(list, name, read);
    return section('Model', false, list);
  }
}

// ---- texts to copy

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    prompt('Copy this:', text);
  }
}

/** this view as an element of MJCF */
export function cameraText(s: Session) {
  const [view, other] = s.scene.camera;  // of both eyes
  const pos = [0, 1, 2].map((i) => (view.pos[i] + other.pos[i]) / 2), number = (x: number) => String(Number(x.toFixed(4)));
  const up = view.up, forward = view.forward;
  const side = [forward[1] * up[2] - forward[2] * up[1], forward[2] * up[0] - forward[0] * up[2], forward[0] * up[1] - forward[1] * up[0]];
  return `<camera pos="${pos.map(number).join(' ')}" xyaxes="${[...side, ...up].map(number).join(' ')}"/>`;
}

/** this state as an element of MJCF */
export function keyText(s: Session) {
  const list = (values: Float64Array) => [...values].map((x) => String(x)).join(' ');
  const parts: [string, Float64Array][] = [['qpos', s.data.qpos], ['qvel', s.data.qvel], ['act', s.data.act], ['ctrl', s.data.ctrl],
    ['mpos', s.data.mocap_pos], ['mquat', s.data.mocap_quat]];
  const text = parts.filter(([, values]) => values.length).map(([name, values]) => `${name}="${list(values)}"`).join(' ');
  return `<key time="${s.data.time}" ${text}/>`;
}
