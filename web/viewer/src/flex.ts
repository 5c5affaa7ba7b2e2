// A flexible body: its faces, and where no skin covers them its vertices as balls and its edges as rods.
import * as THREE from 'three';
import type { MjvGeom, MjvScene } from 'sinew';

/** an attribute of a geometry gets the values of a frame, and room that only grows */
function fill(geometry: THREE.BufferGeometry, name: string, width: number, values: Float32Array) {
  let attribute = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (!attribute || attribute.array.length < values.length) {
    attribute = new THREE.BufferAttribute(new Float32Array(values.length), width);
    geometry.setAttribute(name, attribute);
  }
  (attribute.array as Float32Array).set(values);
  attribute.needsUpdate = true;
}

export class Flex extends THREE.Mesh {
  #bones: { balls?: THREE.InstancedMesh; rods?: THREE.InstancedMesh } = {};
  #ball: THREE.BufferGeometry;
  #rod: THREE.BufferGeometry;

  /** faces: a geometry of its own; ball and rod: unit shapes, the rod from -1 to 1 along z */
  constructor(faces: THREE.BufferGeometry, ball: THREE.BufferGeometry, rod: THREE.BufferGeometry) {
    super(faces);
    this.#ball = ball;
    this.#rod = rod;
  }

  /** takes over the positions of a frame */
  move(geom: MjvGeom, scene: MjvScene) {
    const flex = scene.flex(geom.objid);
    if (!flex) return;
    fill(this.geometry, 'position', 3, flex.faces);
    fill(this.geometry, 'normal', 3, flex.normals);
    fill(this.geometry, 'uv', 2, flex.texcoords);
    this.geometry.setDrawRange(0, flex.faces.length / 3);
    const covered = scene.flexskinopt && flex.faces.length > 0, radius = geom.size[0];
    this.#moveBalls(scene.flexvertopt && !covered ? flex.vertices : new Float32Array(0), radius);
    this.#moveRods(scene.flexedgeopt && !covered ? flex.edges : new Int32Array(0), flex.vertices, radius);
  }

  /** vertices and edges look like the faces */
  dressBones() {
    for (const bones of Object.values(this.#bones)) {
      bones.material = this.material;
      bones.castShadow = this.castShadow;
      bones.receiveShadow = this.receiveShadow;
      bones.renderOrder = this.renderOrder;
    }
  }

  #moveBalls(vertices: Float32Array, radius: number) {
    const balls = this.#room('balls', this.#ball, vertices.length / 3), matrix = new THREE.Matrix4();
    for (let i = 0; 3 * i < vertices.length; i++) {
      matrix.makeScale(radius, radius, radius).setPosition(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
      balls!.setMatrixAt(i, matrix);
    }
  }

  #moveRods(edges: Int32Array, vertices: Float32Array, radius: number) {
    const rods = this.#room('rods', this.#rod, edges.length / 2), matrix = new THREE.Matrix4();
    const up = new THREE.Vector3(0, 0, 1), turn = new THREE.Quaternion();
    for (let i = 0; 2 * i < edges.length; i++) {
      const from = new THREE.Vector3().fromArray(vertices, 3 * edges[2 * i]);
      const to = new THREE.Vector3().fromArray(vertices, 3 * edges[2 * i + 1]);
      const along = to.clone().sub(from), length = along.length();
      turn.setFromUnitVectors(up, length > 0 ? along.divideScalar(length) : up);
      matrix.compose(from.add(to).multiplyScalar(0.5), turn, new THREE.Vector3(radius, radius, length / 2));
      rods!.setMatrixAt(i, matrix);
    }
  }

  /** as many copies of a shape as are shown */
  #room(kind: 'balls' | 'rods', shape: THREE.BufferGeometry, n: number): THREE.InstancedMesh | undefined {
    let bones = this.#bones[kind];
    if (n > (bones?.instanceMatrix.count ?? 0)) {
      if (bones) {
        this.remove(bones);
        bones.dispose();
      }
      bones = this.#bones[kind] = new THREE.InstancedMesh(shape, this.material as THREE.Material, n);
      bones.matrixAutoUpdate = false;
      bones.frustumCulled = false;
      this.add(bones);
    }
    if (bones) {
      bones.count = n;
      bones.instanceMatrix.needsUpdate = true;
    }
    return bones;
  }
}
