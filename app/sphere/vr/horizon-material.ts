import { BackSide, Color, GLSL3, RawShaderMaterial } from 'three';
import { INK } from '../webgl/panorama-material.ts';

/** The colour `horizon-500` as sRGB components. */
export const LINE = [0xff / 255, 0x6b / 255, 0x4a / 255] as const;

const vertexShader = /* glsl */ `
in vec3 position;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
out vec3 direction;

void main() {
  direction = position;
  gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
precision highp float;
uniform vec3 ground;
uniform vec3 line;
in vec3 direction;
out vec4 colour;

void main() {
  float height = degrees(asin(direction.y / length(direction)));
  vec3 sky = ground + 0.06 * smoothstep(40.0, 0.0, height);
  float near = 1.0 - smoothstep(0.1, 0.1 + fwidth(height) + 0.1, abs(height));
  colour = vec4(mix(height > 0.0 ? sky : ground, line, 0.7 * near), 1.0);
}
`;

/** What is around the viewer where there is no picture: a still horizon to hold on to. On the inside of a box. */
export class HorizonMaterial extends RawShaderMaterial {
  constructor() {
    super({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: { ground: { value: new Color(...INK) }, line: { value: new Color(...LINE) } },
      side: BackSide,
      depthTest: false,
      depthWrite: false,
    });
  }
}
