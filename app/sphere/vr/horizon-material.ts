import { shaderMaterial } from '@react-three/drei/core/shaderMaterial.js';
import { BackSide, Color, Vector3 } from 'three';
import { INK } from '../webgl/panorama-material.ts';

/** The colour `horizon-500` as sRGB components. */
export const LINE = [0xff / 255, 0x6b / 255, 0x4a / 255] as const;

const vertexShader = /* glsl */ `
varying vec3 direction;

void main() {
  direction = position;
  gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 ground;
uniform vec3 line;
uniform vec3 open;
varying vec3 direction;

void main() {
  if (dot(direction, open) > 0.0) discard;
  float height = degrees(asin(direction.y / length(direction)));
  vec3 sky = ground + 0.06 * smoothstep(40.0, 0.0, height);
  float near = 1.0 - smoothstep(0.1, 0.1 + fwidth(height) + 0.1, abs(height));
  gl_FragColor = vec4(mix(height > 0.0 ? sky : ground, line, 0.7 * near), 1.0);
}
`;

/**
 * Surroundings without a picture: a still horizon for orientation. On the inside of a box. Leaves out the half around
 * the direction `open`; nothing if that is zero.
 */
export const HorizonMaterial = shaderMaterial(
  { ground: new Color(...INK), line: new Color(...LINE), open: new Vector3() },
  vertexShader,
  fragmentShader,
  (material) => material?.setValues({ side: BackSide, depthTest: false, depthWrite: false }),
);
