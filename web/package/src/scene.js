// Scenes: what mjv_updateScene lists for drawing. Geoms, lights and cameras have the same layout on every machine, in
// words of four bytes.
import { StructList } from './structs.js';

// [name, kind, numbers] in the order of the structs in sinew/visualize.h
const LAYOUT = {
  MjvGeom: [['type', 'i32', 1], ['dataid', 'i32', 1], ['objtype', 'i32', 1], ['objid', 'i32', 1], ['category', 'i32', 1],
    ['matid', 'i32', 1], ['texid', 'i32', 1], ['texuniform', 'i32', 1], ['texcoord', 'i32', 1], ['segid', 'i32', 1],
    ['size', 'f32', 3], ['pos', 'f32', 3], ['mat', 'f32', 9], ['rgba', 'f32', 4], ['emission', 'f32', 1], ['specular', 'f32', 1],
    ['shininess', 'f32', 1], ['reflectance', 'f32', 1], ['texrepeat', 'f32', 2], ['label', 'text', 100], ['camdist', 'f32', 1],
    ['modelrbound', 'f32', 1], ['transparent', 'u8', 1]],
  MjvLight: [['id', 'i32', 1], ['pos', 'f32', 3], ['dir', 'f32', 3], ['type', 'i32', 1], ['texid', 'i32', 1],
    ['attenuation', 'f32', 3], ['cutoff', 'f32', 1], ['exponent', 'f32', 1], ['ambient', 'f32', 3], ['diffuse', 'f32', 3],
    ['specular', 'f32', 3], ['headlight', 'u8', 1], ['castshadow', 'u8', 1], [null, 'u8', 2], ['bulbradius', 'f32', 1],
    ['intensity', 'f32', 1], ['range', 'f32', 1], ['softness', 'f32', 1]],
  MjvGLCamera: [['pos', 'f32', 3], ['forward', 'f32', 3], ['up', 'f32', 3], ['frustum_center', 'f32', 1], ['frustum_width', 'f32', 1],
    ['frustum_bottom', 'f32', 1], ['frustum_top', 'f32', 1], ['frustum_near', 'f32', 1], ['frustum_far', 'f32', 1],
    ['orthographic', 'i32', 1]],
};
const BYTES = {i32: 4, f32: 4, u8: 1, text: 1};
const ALIGN = 4;

/** classes of the structs in a scene, and the bytes of each */
function partClasses(engine) {
  const out = {};
  for (const [name, members] of Object.entries(LAYOUT)) {
    let offset = 0;
    const Part = class {
      constructor(owner, address) { Object.defineProperties(this, {owner: {value: owner}, place: {value: address}}); }
      get address() { return this.owner.address ? this.place : 0; }
      get engine() { return engine; }
      get kind() { return name; }
    };
    Object.defineProperty(Part, 'name', {value: name});
    for (const [member, kind, count] of members) {
      const at = offset;
      offset += BYTES[kind] * count;
      if (!member) continue;
      const get = kind === 'text' ? function() { return engine.string(this.address + at); }
        : count > 1 ? function() { return engine.view(kind, this.address + at, count); }
          : function() { return engine.all(kind)[(this.address + at) / BYTES[kind]]; };
      const set = kind === 'text' ? function(text) {
        const bytes = engine.encoder.encode(String(text)).subarray(0, count - 1);
        engine.all('u8').fill(0, this.address + at, this.address + at + count).set(bytes, this.address + at);
      } : count > 1 ? function(values) { engine.view(kind, this.address + at, count).set(values); }
        : function(value) { engine.all(kind)[(this.address + at) / BYTES[kind]] = value; };
      Object.defineProperty(Part.prototype, member, {get, set, enumerable: true});
    }
    Part.members = Object.fromEntries(members.filter(([member]) => member).map(([member, kind, count]) =>
      [member, kind === 'text' ? 'string' : count === 1 ? 'number' : kind === 'f32' ? 'Float32Array' : 'Int32Array']));
    Part.bytes = Math.ceil(offset / ALIGN) * ALIGN;
    out[name] = Part;
  }
  return out;
}

/** the class MjvScene of an engine, and those of its parts */
export function sceneClasses(engine, Owner) {
  const parts = partClasses(engine);
  const WORDS = ['geom', 'light', 'camera'];
  WORDS.forEach((word, i) => {
    const name = Object.keys(LAYOUT)[i];
    if (engine.x.web_partSize(i) !== parts[name].bytes) throw new Error(`sinew: ${word}s have another layout than this package knows`);
  });

  class MjvScene extends Owner {
    /** room for what is drawn of a model */
    constructor(model, maxgeom = 10000) {
      engine.begin('MjvScene');
      const address = engine.x.web_makeScene(engine.model(model, 'model'), engine.count(maxgeom, 'maxgeom')) >>> 0;
      engine.end();
      if (!address) engine.fail('out of memory');
      super(engine, address, 'web_freeScene');
    }
    get kind() { return 'MjvScene'; }
    get ngeom() { return engine.x.web_sceneNumber(this.address, 0); }
    get nlight() { return engine.x.web_sceneNumber(this.address, 1); }
    get nskin() { return engine.x.web_sceneNumber(this.address, 2); }
    get maxgeom() { return engine.x.web_sceneNumber(this.address, 3); }
    /** 0: good, 1: there was no room for all geoms */
    get status() { return engine.x.web_sceneNumber(this.address, 4); }
    get geoms() { return this.#list('MjvGeom', 0, this.ngeom); }
    get lights() { return this.#list('MjvLight', 1, this.nlight); }
    /** of the left and the right eye */
    get camera() { return this.#list('MjvGLCamera', 2, 2); }
    /** which of mjtRndFlag are on */
    get flags() { return engine.view('u8', engine.x.web_scenePart(this.address, 3) >>> 0, engine.x.web_partSize(3)); }
    /** positions and normals of the vertices of a skin */
    skin(i) {
      const first = engine.x.web_skin(this.address, i, 0), n = engine.x.web_skin(this.address, i, 1);
      if (n < 0) return undefined;
      const at = (part) => (engine.x.web_scenePart(this.address, part) >>> 0) + 12 * first;
      return {vertices: engine.view('f32', at(4), 3 * n), normals: engine.view('f32', at(5), 3 * n)};
    }
    get nflex() { return engine.x.web_sceneNumber(this.address, 5); }
    /** whether vertices, edges and skins of flexes are shown */
    get flexvertopt() { return engine.x.web_sceneNumber(this.address, 6) !== 0; }
    get flexedgeopt() { return engine.x.web_sceneNumber(this.address, 7) !== 0; }
    get flexskinopt() { return engine.x.web_sceneNumber(this.address, 8) !== 0; }
    /** positions of the vertices of a flex, ends of its edges, corners of the faces that are shown */
    flex(i) {
      if (!(i >= 0 && i < this.nflex)) return undefined;
      const [vertadr, vertnum, edgeadr, edgenum, faceadr, facenum] = Array.from({length: 6}, (_, k) => engine.x.web_flex(this.address, i, k));
      const view = (kind, part, width, first, n) =>
        engine.view(kind, (engine.x.web_scenePart(this.address, part) >>> 0) + 4 * width * first, width * n);
      return {
        vertices: view('f32', 6, 3, vertadr, vertnum), edges: view('i32', 7, 2, edgeadr, edgenum),
        faces: view('f32', 8, 9, faceadr, facenum), normals: view('f32', 9, 9, faceadr, facenum),
        texcoords: view('f32', 10, 6, faceadr, facenum),
      };
    }
    /** adds geoms that are given as their bytes; those for which there is room */
    addGeoms(bytes) {
      const n = Math.floor(bytes.length / parts.MjvGeom.bytes);
      engine.begin('addGeoms');
      const at = engine.lend(n * parts.MjvGeom.bytes);
      engine.all('u8').set(bytes.subarray(0, n * parts.MjvGeom.bytes), at);
      engine.x.web_addGeoms(this.address, at, n);
      engine.end();
    }
    #list(name, part, n) {
      return new StructList(parts[name], this, engine.x.web_scenePart(this.address, part) >>> 0, n, parts[name].bytes);
    }
  }
  return {MjvScene, ...parts};
}
