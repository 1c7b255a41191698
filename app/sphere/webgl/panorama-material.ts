import { BackSide, FrontSide, GLSL3, RawShaderMaterial, Texture, Vector2 } from 'three';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { fragmentShader, vertexShader } from './panorama-shader.ts';

/** Left, top, width and height of the left eye's part, which flat screens show. */
const LEFT_EYES: Record<SpherePicture['stereo'], string> = {
  mono: 'vec4(0.0, 0.0, 1.0, 1.0)',
  'top-bottom': 'vec4(0.0, 0.0, 1.0, 0.5)',
  'left-right': 'vec4(0.0, 0.0, 0.5, 1.0)',
};

/** The colour `ink` as sRGB components: the background. */
export const INK = [0x0b / 255, 0x10 / 255, 0x16 / 255] as const;

/** Renders a 360° picture: on the inside of a box around the camera, or on a plane as a flat map. */
export class PanoramaMaterial extends RawShaderMaterial {
  readonly #picture = { value: new Texture() };
  readonly #heading = { value: 0 };
  readonly #mapScale = { value: new Vector2() };

  constructor() {
    super({ glslVersion: GLSL3, vertexShader, fragmentShader, depthTest: false, depthWrite: false });
    Object.assign(this.uniforms, {
      picture: this.#picture,
      heading: this.#heading,
      mapScale: this.#mapScale,
    });
  }

  /** Sets projection and view mode. Compiles another program if they change. */
  setView(mode: PanoramaMode, { projection, stereo, heading }: SpherePicture): void {
    this.defines = {
      EYE: LEFT_EYES[stereo],
      ...(projection === 'dual-fisheye' && { DUAL_FISHEYE: '' }),
      ...(projection === 'half' && { HALF: '' }),
      ...(mode === 'equirectangular' && { MAP: '' }),
      ...((stereo !== 'mono' || projection === 'half') && { INSET: '' }),
    };
    this.side = mode === 'equirectangular' ? FrontSide : BackSide;
    this.#heading.value = (heading * Math.PI) / 180;
    this.needsUpdate = true;
  }

  /** Fits the 2:1 map into a view of this width and height. */
  fitMap(width: number, height: number): void {
    this.#mapScale.value.set(Math.min(1, (2 * height) / width), Math.min(1, width / (2 * height)));
  }

  showPicture(texture: Texture): void {
    this.#picture.value = texture;
  }
}
