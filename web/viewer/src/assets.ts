// Geometry and textures of a model as three.js has them. Shapes are unit shapes, scaled where they are used.
import * as THREE from 'three';
import type { MjModel } from 'sinew';

const SLICES = 32, STACKS = 16;

/** corners of triangles, from lists of vertices, normals and texture coordinates with an index each */
function fromCorners(vert: Float32Array, face: Int32Array, normal?: Float32Array, faceNormal?: Int32Array,
                     texcoord?: Float32Array, faceTexcoord?: Int32Array): THREE.BufferGeometry {
  const n = face.length;
  const position = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) position.set(vert.subarray(3 * face[i], 3 * face[i] + 3), 3 * i);
  const out = new THREE.BufferGeometry();
  out.setAttribute('position', new THREE.BufferAttribute(position, 3));
  if (normal && faceNormal) {
    const values = new Float32Array(3 * n);
    for (let i = 0; i < n; i++) values.set(normal.subarray(3 * faceNormal[i], 3 * faceNormal[i] + 3), 3 * i);
    out.setAttribute('normal', new THREE.BufferAttribute(values, 3));
  } else {
    out.computeVertexNormals();
  }
  if (texcoord && faceTexcoord) {
    const values = new Float32Array(2 * n);
    for (let i = 0; i < n; i++) values.set(texcoord.subarray(2 * faceTexcoord[i], 2 * faceTexcoord[i] + 2), 2 * i);
    out.setAttribute('uv', new THREE.BufferAttribute(values, 2));
  }
  return out;
}

/** three's shapes stand along y, those of models along z */
function upright(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

export class Assets {
  #kept = new Map<string, THREE.BufferGeometry>();
  #textures = new Map<string, THREE.Texture | null>();
  constructor(readonly model: MjModel) {}

  dispose() {
    for (const geometry of this.#kept.values()) geometry.dispose();
    for (const texture of this.#textures.values()) texture?.dispose();
    this.#kept.clear();
    this.#textures.clear();
  }

  #once(key: string, make: () => THREE.BufferGeometry): THREE.BufferGeometry {
    let found = this.#kept.get(key);
    if (!found) this.#kept.set(key, found = make());
    return found;
  }

  sphere() {
    return this.#once('sphere', () => upright(new THREE.SphereGeometry(1, SLICES, STACKS)));
  }
  box() {
    return this.#once('box', () => new THREE.BoxGeometry(2, 2, 2));
  }
  cylinder() {
    return this.#once('cylinder', () => upright(new THREE.CylinderGeometry(1, 1, 2, SLICES)));
  }
  /** of radius 1; its straight part is twice `half` long */
  capsule(half: number) {
    const key = half.toPrecision(4);
    return this.#once(`capsule ${key}`, () => upright(new THREE.CapsuleGeometry(1, 2 * Number(key), STACKS / 2, SLICES)));
  }
  plane() {
    return this.#once('plane', () => new THREE.PlaneGeometry(2, 2));
  }
  triangle() {
    return this.#once('triangle', () => fromCorners(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), new Int32Array([0, 1, 2, 0, 2, 1])));
  }
  line() {
    return this.#once('line', () => new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3(0, 0, 1)]));
  }
  lineBox() {
    return this.#once('linebox', () => new THREE.EdgesGeometry(new THREE.BoxGeometry(2, 2, 2)));
  }
  /** of radius 1 and length 1, drawn over the half of it: shaft to a third, head to a half; ends: 1 or 2 heads */
  arrow(head: number, ends: number) {
    return this.#once(`arrow ${head} ${ends}`, () => {
      const profile = [[0, 1 / 3], [1, 1 / 3], [head, 1 / 3], [0, 1 / 2]];
      const points = ends === 2 ? [[0, -1 / 2], [head, -1 / 3], [1, -1 / 3], ...profile.slice(1)] : [[0, 0], [1, 0], ...profile.slice(1)];
      return upright(new THREE.LatheGeometry(points.map(([r, z]) => new THREE.Vector2(r, z)), SLICES / 2)).toNonIndexed();
    });
  }

  mesh(id: number, hull: boolean): THREE.BufferGeometry | null {
    const m = this.model;
    if (id < 0 || id >= m.nmesh) return null;
    if (hull && m.mesh_graphadr[id] >= 0) return this.#once(`hull ${id}`, () => this.#hull(id));
    return this.#once(`mesh ${id}`, () => {
      const vert = m.mesh_vert.subarray(3 * m.mesh_vertadr[id], 3 * (m.mesh_vertadr[id] + m.mesh_vertnum[id]));
      const first = 3 * m.mesh_faceadr[id], last = first + 3 * m.mesh_facenum[id];
      const normal = m.mesh_normal.subarray(3 * m.mesh_normaladr[id], 3 * (m.mesh_normaladr[id] + m.mesh_normalnum[id]));
      const has = m.mesh_texcoordadr[id] >= 0;
      const texcoord = has ? m.mesh_texcoord.subarray(2 * m.mesh_texcoordadr[id], 2 * (m.mesh_texcoordadr[id] + m.mesh_texcoordnum[id])) : undefined;
      return fromCorners(vert, m.mesh_face.subarray(first, last), normal, m.mesh_facenormal.subarray(first, last),
                         texcoord, has ? m.mesh_facetexcoord.subarray(first, last) : undefined);
    });
  }

  #hull(id: number) {
    const m = this.model, graph = m.mesh_graph.subarray(m.mesh_graphadr[id]);
    const nvert = graph[0], nface = graph[1];
    const face = graph.subarray(2 + 3 * nvert + 3 * nface, 2 + 3 * nvert + 6 * nface);
    return fromCorners(m.mesh_vert.subarray(3 * m.mesh_vertadr[id]), face);
  }

  hfield(id: number): THREE.BufferGeometry | null {
    const m = this.model;
    if (id < 0 || id >= m.nhfield) return null;
    return this.#once(`hfield ${id}`, () => {
      const rows = m.hfield_nrow[id], cols = m.hfield_ncol[id];
      const size = m.hfield_size.subarray(4 * id, 4 * id + 4), data = m.hfield_data.subarray(m.hfield_adr[id]);
      const vert: number[] = [], face: number[] = [];
      const at = (r: number, c: number) => [size[0] * (2 * c / (cols - 1) - 1), size[1] * (2 * r / (rows - 1) - 1)];
      for (let r = 0; r < rows; r++) for (let c = 0; c < cols; c++) vert.push(...at(r, c), size[2] * data[r * cols + c]);
      for (let r = 0; r + 1 < rows; r++) {
        for (let c = 0; c + 1 < cols; c++) {
          const i = r * cols + c;
          face.push(i, i + 1, i + cols + 1, i, i + cols + 1, i + cols);
        }
      }
      // sides, from the edge down to the bottom, and the bottom itself
      const edge: number[] = [];
      for (let c = 0; c < cols; c++) edge.push(c);
      for (let r = 1; r < rows; r++) edge.push(r * cols + cols - 1);
      for (let c = cols - 2; c >= 0; c--) edge.push((rows - 1) * cols + c);
      for (let r = rows - 2; r > 0; r--) edge.push(r * cols);
      const low = vert.length / 3;
      for (const i of edge) vert.push(vert[3 * i], vert[3 * i + 1], -size[3]);
      edge.forEach((i, k) => {
        const next = (k + 1) % edge.length;
        face.push(i, low + k, low + next, i, low + next, edge[next]);
        if (k > 0 && next > 0) face.push(low, low + next, low + k);
      });
      return fromCorners(new Float32Array(vert), new Int32Array(face));
    });
  }

  /** corners of a skin; draw.ts moves its vertices in every frame */
  skin(id: number): { geometry: THREE.BufferGeometry; face: Int32Array } | null {
    const m = this.model;
    if (id < 0 || id >= m.nskin) return null;
    const face = m.skin_face.subarray(3 * m.skin_faceadr[id], 3 * (m.skin_faceadr[id] + m.skin_facenum[id]));
    const geometry = this.#once(`skin ${id}`, () => {
      const n = m.skin_vertnum[id];
      const out = new THREE.BufferGeometry();
      out.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * n), 3));
      out.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(3 * n), 3));
      if (m.skin_texcoordadr[id] >= 0) {
        const uv = m.skin_texcoord.slice(2 * m.skin_texcoordadr[id], 2 * (m.skin_texcoordadr[id] + n));
        out.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
      }
      out.setIndex(new THREE.BufferAttribute(new Uint32Array(face), 1));
      return out;
    });
    return {geometry, face};
  }

  /** faces of a flex, none yet: flex.ts fills them in every frame */
  flex(id: number): THREE.BufferGeometry | null {
    return id >= 0 && id < this.model.nflex ? this.#once(`flex ${id}`, () => new THREE.BufferGeometry()) : null;
  }
  /** small parts of which there are many */
  ball() {
    return this.#once('ball', () => upright(new THREE.SphereGeometry(1, SLICES / 2, STACKS / 2)));
  }
  rod() {
    return this.#once('rod', () => upright(new THREE.CylinderGeometry(1, 1, 2, SLICES / 2, 1, true)));
  }

  isCube(texid: number) {
    return texid >= 0 && texid < this.model.ntex && this.model.tex_type[texid] !== 0;
  }

  /** rows of a texture as rgba */
  #pixels(texid: number, firstRow: number, rows: number): Uint8Array<ArrayBuffer> {
    const m = this.model, width = m.tex_width[texid], channels = m.tex_nchannel[texid];
    const from = m.tex_data.subarray(Number(m.tex_adr[texid]) + firstRow * width * channels);
    const out = new Uint8Array(4 * width * rows);
    for (let i = 0; i < width * rows; i++) {
      for (let c = 0; c < 3; c++) out[4 * i + c] = from[channels * i + Math.min(c, channels < 3 ? 0 : 2)];
      out[4 * i + 3] = channels === 4 ? from[channels * i + 3] : 255;
    }
    return out;
  }

  /** a flat texture that is repeated; null if there is none */
  texture(texid: number, repeat: [number, number], offset: [number, number]): THREE.Texture | null {
    if (texid < 0 || texid >= this.model.ntex || this.isCube(texid)) return null;
    const key = `${texid} ${repeat} ${offset}`;
    let found = this.#textures.get(key);
    if (found === undefined) {
      const base = this.#textures.get(`${texid}`) ?? this.#flat(texid);
      this.#textures.set(`${texid}`, base);
      found = base.clone();
      found.repeat.set(...repeat);
      found.offset.set(...offset);
      found.needsUpdate = true;
      this.#textures.set(key, found);
    }
    return found;
  }

  #flat(texid: number) {
    const m = this.model;
    const out = new THREE.DataTexture(this.#pixels(texid, 0, m.tex_height[texid]), m.tex_width[texid], m.tex_height[texid]);
    out.wrapS = out.wrapT = THREE.RepeatWrapping;
    out.magFilter = THREE.LinearFilter;
    out.minFilter = THREE.LinearMipmapLinearFilter;
    out.generateMipmaps = true;
    out.anisotropy = 8;
    return out;
  }

  /** six faces: of one square image, or one below the other */
  cube(texid: number): THREE.CubeTexture | null {
    if (!this.isCube(texid)) return null;
    const key = `cube ${texid}`;
    let found = this.#textures.get(key) as THREE.CubeTexture | undefined;
    if (!found) {
      const width = this.model.tex_width[texid], one = this.model.tex_height[texid] === width;
      const faces = [0, 1, 2, 3, 4, 5].map((i) => {
        const face = new THREE.DataTexture(this.#pixels(texid, one ? 0 : i * width, width), width, width);
        face.needsUpdate = true;
        return face;
      });
      found = new THREE.CubeTexture(faces as unknown as HTMLImageElement[]);
      found.magFilter = THREE.LinearFilter;
      found.minFilter = THREE.LinearMipmapLinearFilter;
      found.generateMipmaps = true;
      found.needsUpdate = true;
      this.#textures.set(key, found);
    }
    return found;
  }
}
