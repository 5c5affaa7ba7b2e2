import type { Functions } from './functions.js';
import type { Constants, Enums } from './enums.js';
import type { MjData, MjLROpt, MjModel, MjOption, MjVisual, MjvCamera, MjvOption, MjvPerturb, MjvScene } from './structs.js';

export type * from './structs.js';
export type { Functions } from './functions.js';
export type { Constants, Enums } from './enums.js';

/** what a file holds */
export type Content = string | ArrayBuffer | ArrayBufferView;
/** files in memory, by path */
export type FileMap = Record<string, Content> | Map<string, Content>;

export class SinewError extends Error {}

export interface Files {
  /** adds a file, or replaces it */
  writeFile(path: string, content: Content): void;
  /** removes a file; false if there is none */
  unlink(path: string): boolean;
  exists(path: string): boolean;
  /** paths of all files */
  list(): string[];
  mkdir(path: string): void;
}

export interface ModelClass {
  /** of MJCF or URDF as text. files: what it names; path: where it stands among them */
  fromXML(xml: string, options?: { files?: FileMap; path?: string }): MjModel;
  /** of a file in memory: MJCF, URDF or .snb */
  fromFile(path: string, options?: { files?: FileMap }): MjModel;
  /** of the bytes of a binary model (.snb) */
  fromBinary(bytes: ArrayBuffer | ArrayBufferView): MjModel;
  mj_loadXML(path: string): MjModel;
}

export interface Sinew extends Functions, Enums, Constants {
  MjModel: ModelClass;
  MjData: new (model: MjModel) => MjData;
  MjOption: new () => MjOption;
  MjVisual: new () => MjVisual;
  MjLROpt: new () => MjLROpt;
  MjvOption: new () => MjvOption;
  MjvCamera: new () => MjvCamera;
  MjvPerturb: new () => MjvPerturb;
  MjvScene: new (model: MjModel, maxgeom?: number) => MjvScene;
  FS: Files;
  /** keeps the timers of mjData, in milliseconds; off at first, because clocks are dear in WebAssembly */
  timers(on: boolean): void;
  /** n steps; one if it is left out */
  mj_step(m: MjModel, d: MjData, n?: number): void;
  mj_copyData(dest: MjData, m: MjModel, src: MjData): MjData;
  /** version of Sinew */
  sn_version(): string;
}

export interface LoadOptions {
  /** bytes or address of sinew.wasm, where it does not stand beside the package's files */
  wasm?: ArrayBuffer | ArrayBufferView | string | URL;
  /** called with the text of each warning; console.warn otherwise */
  onwarning?: (text: string) => void;
}

/** starts an engine with memory of its own */
export function load(options?: LoadOptions): Promise<Sinew>;
export default load;
