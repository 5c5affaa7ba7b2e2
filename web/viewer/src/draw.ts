// Draws what mjv_updateScene lists, with three.js: one object for each geom, kept from frame to frame as long as its
// shape stays the same.
import * as THREE from 'three';
import type { MjvGeom, MjvScene, MjModel, Sinew } from 'sinew';
import { Assets } from './assets.js';
import { Flex } from './flex.js';

const SHADOW_SIZE = 2048;
const SPECULAR = 0.43;  // lights of models have a colour of highlights: by default .3 where that of surfaces is .7
const LIGHT = Math.PI;  // three's lights are irradiance, those of models are factors

interface Item {
  shape: string;
  look: string;
  object: THREE.Mesh | THREE.LineSegments;
}

THREE.ColorManagement.enabled = false;  // colours of models are used as they are

export class Drawing {
  readonly renderer: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera();
  readonly #scene = new THREE.Scene();
  readonly #root = new THREE.Group();
  readonly #lamps = new THREE.Group();
  readonly #ambient = new THREE.AmbientLight(0xffffff, LIGHT);
  readonly #labels: HTMLElement;
  readonly #materials = new Map<string, THREE.Material>();
  #items: Item[] = [];
  #assets: Assets | null = null;
  #labelPool: HTMLSpanElement[] = [];

  constructor(readonly sn: Sinew, canvas: HTMLCanvasElement, labels: HTMLElement) {
    this.renderer = new THREE.WebGLRenderer({canvas, antialias: true, preserveDrawingBuffer: true});
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.#labels = labels;
    this.#scene.add(this.#root, this.#lamps, this.#ambient);
    this.camera.matrixAutoUpdate = false;
  }

  setModel(model: MjModel) {
    this.#clear();
    this.#assets = new Assets(model);
    const sky = this.#skyTexture(model);
    this.#scene.background = sky >= 0 ? this.#assets.cube(sky) : null;
    // the sky of models has z up; three looks it up with y up
    this.#scene.backgroundRotation.set(Math.PI / 2, 0, 0);
  }

  /** numbers of a height field or texture have changed */
  refreshAssets() {
    if (this.#assets) this.setModel(this.#assets.model);
  }

  #skyTexture(model: MjModel) {
    return model.tex_type.indexOf(this.sn.mjtTexture.mjTEXTURE_SKYBOX);
  }

  #clear() {
    for (const item of this.#items) this.#root.remove(item.object);
    this.#items = [];
    for (const material of this.#materials.values()) material.dispose();
    this.#materials.clear();
    this.#assets?.dispose();
    this.#assets = null;
  }

  resize(width: number, height: number, ratio: number) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
  }

  draw(scene: MjvScene) {
    if (!this.#assets) return;
    const size = this.renderer.getSize(new THREE.Vector2());
    this.#setCamera(scene, size.x / size.y);
    this.#setLights(scene);
    const flags = this.sn.mjtRndFlag;
    this.#scene.background = scene.flags[flags.mjRND_SKYBOX] ? this.#background() : null;
    this.#setFog(scene);
    let n = 0;
    for (const geom of scene.geoms) this.#place(n++, geom, scene);
    for (let i = n; i < this.#items.length; i++) this.#items[i].object.visible = false;
    this.#setLabels(scene, size);
    this.renderer.render(this.#scene, this.camera);
  }

  #background() {
    const sky = this.#skyTexture(this.#assets!.model);
    return sky >= 0 ? this.#assets!.cube(sky) : null;
  }

  #setFog(scene: MjvScene) {
    const model = this.#assets!.model, on = scene.flags[this.sn.mjtRndFlag.mjRND_FOG];
    const [r, g, b] = model.vis.rgba.fog;
    this.#scene.fog = on ? new THREE.Fog(new THREE.Color(r, g, b), model.stat.extent * model.vis.map.fogstart,
                                         model.stat.extent * model.vis.map.fogend) : null;
  }

  #setCamera(scene: MjvScene, aspect: number) {
    const left = scene.camera.get(0)!, right = scene.camera.get(1)!;
    const vector = (a: Float32Array, b: Float32Array) => new THREE.Vector3(...a).add(new THREE.Vector3(...b)).multiplyScalar(0.5);
    const pos = vector(left.pos, right.pos), forward = vector(left.forward, right.forward).normalize();
    const up = vector(left.up, right.up).normalize(), side = forward.clone().cross(up);
    this.camera.matrix.makeBasis(side, up, forward.clone().negate()).setPosition(pos);
    this.camera.matrixWorld.copy(this.camera.matrix);
    this.camera.matrixWorldInverse.copy(this.camera.matrix).invert();
    const top = left.frustum_top, bottom = left.frustum_bottom;
    const half = left.frustum_width || aspect * (top - bottom) / 2, near = left.frustum_near, far = left.frustum_far;
    const ends = [left.frustum_center - half, left.frustum_center + half, top, bottom, near, far] as const;
    if (left.orthographic) this.camera.projectionMatrix.makeOrthographic(...ends);
    else this.camera.projectionMatrix.makePerspective(...ends);
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert();
    this.camera.near = near;
    this.camera.far = far;
  }

  #setLights(scene: MjvScene) {
    const kinds = this.sn.mjtLightType, shadows = scene.flags[this.sn.mjtRndFlag.mjRND_SHADOW] !== 0;
    const model = this.#assets!.model, ambient = new THREE.Color(0, 0, 0);
    let n = 0;
    for (const light of scene.lights) {
      const [r, g, b] = light.ambient;
      ambient.add(new THREE.Color(r, g, b));
      const Kind = light.type === kinds.mjLIGHT_DIRECTIONAL ? THREE.DirectionalLight : light.type === kinds.mjLIGHT_SPOT ? THREE.SpotLight : THREE.PointLight;
      let lamp = this.#lamps.children[n] as THREE.DirectionalLight | THREE.SpotLight | THREE.PointLight | undefined;
      if (!lamp || lamp.constructor !== Kind) {
        // a lamp of another kind: this one and those behind it are made anew
        for (const old of this.#lamps.children.slice(n)) {
          this.#lamps.remove(old);
          (old as THREE.Light).dispose();
        }
        lamp = new Kind();
        this.#lamps.add(lamp);
      }
      n++;
      lamp.visible = true;
      lamp.color.setRGB(light.diffuse[0], light.diffuse[1], light.diffuse[2]);
      lamp.intensity = LIGHT;
      lamp.position.set(light.pos[0], light.pos[1], light.pos[2]);
      const dir = new THREE.Vector3(light.dir[0], light.dir[1], light.dir[2]);
      const cast = shadows && light.castshadow !== 0 && !(lamp instanceof THREE.PointLight);
      if (lamp instanceof THREE.PointLight) {
        lamp.decay = 0;
      } else {
        lamp.target.position.copy(lamp.position).add(dir);
        lamp.target.updateMatrixWorld();
      }
      if (lamp instanceof THREE.SpotLight) {
        lamp.angle = Math.min(light.cutoff, 89) * Math.PI / 180;
        lamp.penumbra = Math.min(1, light.exponent / 20);
        lamp.decay = 0;
      }
      lamp.castShadow = cast;
      if (cast) this.#setShadow(lamp as THREE.DirectionalLight | THREE.SpotLight, model);
    }
    for (let i = n; i < this.#lamps.children.length; i++) this.#lamps.children[i].visible = false;
    this.#ambient.color.copy(ambient);
  }

  #setShadow(lamp: THREE.DirectionalLight | THREE.SpotLight, model: MjModel) {
    const far = Math.min(model.vis.map.zfar, 20) * model.stat.extent, shadow = lamp.shadow;
    if (shadow.mapSize.x !== SHADOW_SIZE) {
      shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
      shadow.bias = -1e-5;
      shadow.normalBias = 0.001 * model.stat.extent;
    }
    shadow.camera.near = model.vis.map.znear * model.stat.extent;
    shadow.camera.far = far;
    if (shadow.camera instanceof THREE.OrthographicCamera) {
      const half = model.vis.map.shadowclip * model.stat.extent;
      Object.assign(shadow.camera, {left: -half, right: half, bottom: -half, top: half});
    }
    shadow.camera.updateProjectionMatrix();
  }

  // ---- geoms

  #shape(geom: MjvGeom): [string, THREE.BufferGeometry | null, [number, number, number]] {
    const a = this.#assets!, kind = this.sn.mjtGeom, [x, y, z] = geom.size;
    switch (geom.type) {
      case kind.mjGEOM_PLANE: return ['plane', a.plane(), this.#planeSize(x, y)];
      case kind.mjGEOM_HFIELD: return [`hfield ${geom.dataid}`, a.hfield(geom.dataid), [1, 1, 1]];
      case kind.mjGEOM_SPHERE: case kind.mjGEOM_ELLIPSOID: return ['sphere', a.sphere(), [x, y, z]];
      case kind.mjGEOM_CAPSULE: return [`capsule ${(z / x).toPrecision(4)}`, a.capsule(z / x), [x, x, x]];
      case kind.mjGEOM_CYLINDER: return ['cylinder', a.cylinder(), [x, y, z]];
      case kind.mjGEOM_BOX: return ['box', a.box(), [x, y, z]];
      case kind.mjGEOM_MESH: case kind.mjGEOM_SDF:
        return [`mesh ${geom.dataid}`, a.mesh(geom.dataid >> 1, (geom.dataid & 1) === 1), [1, 1, 1]];
      case kind.mjGEOM_ARROW: return ['arrow', a.arrow(1.75, 1), [x, x, z]];
      case kind.mjGEOM_ARROW1: return ['arrow1', a.arrow(1, 1), [x, x, z]];
      case kind.mjGEOM_ARROW2: return ['arrow2', a.arrow(1.75, 2), [x, x, z]];
      case kind.mjGEOM_LINE: return ['line', a.line(), [1, 1, z]];
      case kind.mjGEOM_LINEBOX: return ['linebox', a.lineBox(), [x, y, z]];
      case kind.mjGEOM_SKIN: return [`skin ${geom.objid}`, a.skin(geom.objid)?.geometry ?? null, [1, 1, 1]];
      case kind.mjGEOM_FLEX: return [`flex ${geom.objid}`, a.flex(geom.objid), [1, 1, 1]];
      case kind.mjGEOM_TRIANGLE: return ['triangle', a.triangle(), [x, y, z]];
      default: return ['', null, [1, 1, 1]];
    }
  }

  #planeSize(x: number, y: number): [number, number, number] {
    const far = this.camera.far;
    return [x > 0 ? x : far, y > 0 ? y : far, 1];
  }

  #place(index: number, geom: MjvGeom, scene: MjvScene) {
    const [shape, geometry, scale] = this.#shape(geom);
    const lines = shape.startsWith('line');
    let item = this.#items[index];
    if (!geometry) {
      if (item) item.object.visible = false;
      else this.#items[index] = {shape: '', look: '', object: this.#add(new THREE.Mesh())};
      return;
    }
    if (!item || item.shape !== shape) {
      if (item) this.#root.remove(item.object);
      const object = lines ? new THREE.LineSegments(geometry)
        : shape.startsWith('flex') ? new Flex(geometry, this.#assets!.ball(), this.#assets!.rod()) : new THREE.Mesh(geometry);
      item = this.#items[index] = {shape, look: '', object: this.#add(object)};
    }
    const object = item.object;
    object.visible = geom.rgba[3] > 0;
    const m = geom.mat, p = geom.pos;
    if (shape.startsWith('skin')) {
      object.matrix.identity();
      this.#moveSkin(geom.objid, object as THREE.Mesh, scene);
    } else if (object instanceof Flex) {
      object.matrix.identity();
      object.move(geom, scene);
    } else {
      object.matrix.set(m[0] * scale[0], m[1] * scale[1], m[2] * scale[2], p[0], m[3] * scale[0], m[4] * scale[1], m[5] * scale[2], p[1],
                        m[6] * scale[0], m[7] * scale[1], m[8] * scale[2], p[2], 0, 0, 0, 1);
    }
    const wire = scene.flags[this.sn.mjtRndFlag.mjRND_WIREFRAME] !== 0;
    const look = this.#look(geom, shape, scale, lines, wire);
    if (look.key !== item.look) {
      object.material = look.make();
      item.look = look.key;
    }
    const decor = geom.category === this.sn.mjtCatBit.mjCAT_DECOR;
    object.castShadow = !decor && !lines && shape !== 'plane';
    object.receiveShadow = !decor && !lines;
    object.renderOrder = geom.rgba[3] < 1 ? 1 : 0;
    if (object instanceof Flex) object.dressBones();
  }

  #add<T extends THREE.Object3D>(object: T): T {
    object.matrixAutoUpdate = false;
    object.frustumCulled = false;  // unit shapes are scaled by their matrix; the list is short
    this.#root.add(object);
    return object;
  }

  #moveSkin(id: number, object: THREE.Mesh, scene: MjvScene) {
    const skin = scene.skin(id);
    if (!skin) return;
    for (const [name, values] of [['position', skin.vertices], ['normal', skin.normals]] as const) {
      const attribute = object.geometry.getAttribute(name) as THREE.BufferAttribute;
      attribute.copyArray(values);
      attribute.needsUpdate = true;
    }
  }

  /** what a geom looks like: a key, and the material that has it */
  #look(geom: MjvGeom, shape: string, scale: number[], lines: boolean, wire: boolean) {
    const [r, g, b, alpha] = geom.rgba, texid = geom.matid >= 0 ? geom.texid : -1;
    const cube = this.#assets!.isCube(texid);
    const [repeat, offset] = texid >= 0 && !cube ? this.#repeat(geom, shape, scale) : [[1, 1], [0, 0]];
    const key = [lines, wire, r, g, b, alpha, geom.emission, geom.specular, geom.shininess, texid, repeat, offset, shape === 'plane'].join(' ');
    const make = () => {
      let found = this.#materials.get(key);
      if (!found) {
        if (this.#materials.size > 5000) this.#materials.clear();  // colours that change all the time
        const color = new THREE.Color(r, g, b), transparent = alpha < 1;
        found = lines ? new THREE.LineBasicMaterial({color, transparent, opacity: alpha})
          : this.#phong(geom, color, alpha, texid, cube, repeat as [number, number], offset as [number, number], shape === 'plane', wire);
        this.#materials.set(key, found);
      }
      return found;
    };
    return {key, make};
  }

  #phong(geom: MjvGeom, color: THREE.Color, alpha: number, texid: number, cube: boolean, repeat: [number, number],
         offset: [number, number], plane: boolean, wire: boolean) {
    const shininess = Math.max(1, 128 * geom.shininess);
    const out = new THREE.MeshPhongMaterial({
      color, transparent: alpha < 1, opacity: alpha, depthWrite: alpha >= 1, wireframe: wire,
      emissive: color.clone().multiplyScalar(geom.emission), shininess,
      // three's highlights grow with shininess, those of models do not
      specular: new THREE.Color().setScalar(geom.specular * SPECULAR * 4 / (0.5 * shininess + 1)), side: plane ? THREE.DoubleSide : THREE.FrontSide,
      map: cube ? null : this.#assets!.texture(texid, repeat, offset),
    });
    if (cube) {
      const texture = this.#assets!.cube(texid);
      out.onBeforeCompile = (shader) => {
        shader.uniforms.cubeTexture = {value: texture};
        shader.vertexShader = shader.vertexShader.replace('void main() {', 'varying vec3 vCubeDirection;\nvoid main() {\n  vCubeDirection = position;');
        shader.fragmentShader = shader.fragmentShader
          .replace('void main() {', 'varying vec3 vCubeDirection;\nuniform samplerCube cubeTexture;\nvoid main() {')
          .replace('#include <map_fragment>', 'diffuseColor *= textureCube(cubeTexture, vCubeDirection);');
      };
      out.customProgramCacheKey = () => 'cube';
    }
    return out;
  }

  /** how often a flat texture is repeated over a shape, and where it begins */
  #repeat(geom: MjvGeom, shape: string, scale: number[]): [number[], number[]] {
    const k = [0, 1].map((i) => (geom.texrepeat[i] > 0 ? geom.texrepeat[i] : 1));
    const even = geom.texuniform ? [0, 1].map((i) => (geom.size[i] > 0 ? geom.size[i] : 1)) : [1, 1];
    const out = [k[0] * even[0], k[1] * even[1]], offset = [0, 0];
    if (shape === 'plane' && (geom.size[0] <= 0 || geom.size[1] <= 0)) {
      for (const i of [0, 1]) {
        if (geom.size[i] <= 0) {  // in metres, from the middle
          out[i] = k[i] * scale[i];
          offset[i] = -k[i] * scale[i] / 2;
        }
        offset[i] -= 0.5;
      }
    }
    return [out, offset];
  }

  // ---- labels

  #setLabels(scene: MjvScene, size: THREE.Vector2) {
    let n = 0;
    const point = new THREE.Vector3();
    for (const geom of scene.geoms) {
      if (!geom.label) continue;
      point.set(geom.pos[0], geom.pos[1], geom.pos[2]).applyMatrix4(this.camera.matrixWorldInverse);
      if (point.z > -this.camera.near) continue;
      point.applyMatrix4(this.camera.projectionMatrix);
      if (Math.abs(point.x) > 1 || Math.abs(point.y) > 1) continue;
      let span = this.#labelPool[n];
      if (!span) {
        span = document.createElement('span');
        this.#labels.append(span);
        this.#labelPool.push(span);
      }
      n++;
      if (span.textContent !== geom.label) span.textContent = geom.label;
      span.style.transform = `translate(${(point.x + 1) / 2 * size.x}px, ${(1 - point.y) / 2 * size.y}px)`;
      span.hidden = false;
    }
    for (let i = n; i < this.#labelPool.length; i++) this.#labelPool[i].hidden = true;
  }

  /** where a point of the world is on the canvas, in pixels from its upper left corner */
  project(x: number, y: number, z: number): [number, number] {
    const size = this.renderer.getSize(new THREE.Vector2());
    const p = new THREE.Vector3(x, y, z).applyMatrix4(this.camera.matrixWorldInverse).applyMatrix4(this.camera.projectionMatrix);
    return [(p.x + 1) / 2 * size.x, (1 - p.y) / 2 * size.y];
  }
}
