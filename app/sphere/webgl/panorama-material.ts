import { BackSide, FrontSide, GLSL3, Matrix3, RawShaderMaterial, Texture, Vector2, Vector4 } from 'three';
import type { LensCircle } from '#protocol/lenses.ts';
import { boundsOf, lensAngles, type PanoramaMode, type SpherePicture, toPicture } from '../picture.ts';
import { rotation } from '../rotation.ts';
import { fragmentShader, vertexShader } from './panorama-shader.ts';

/** Flat screens show the left eye's picture. */
export type Eye = 'left' | 'right';

/** Left, top, width and height of each eye's part. */
const PARTS: Record<SpherePicture['stereo'], Record<Eye, string>> = {
  mono: { left: 'vec4(0.0, 0.0, 1.0, 1.0)', right: 'vec4(0.0, 0.0, 1.0, 1.0)' },
  'top-bottom': { left: 'vec4(0.0, 0.0, 1.0, 0.5)', right: 'vec4(0.0, 0.5, 1.0, 0.5)' },
  'left-right': { left: 'vec4(0.0, 0.0, 0.5, 1.0)', right: 'vec4(0.5, 0.0, 0.5, 1.0)' },
};

type Place = {
  /** Defaults to the left one. */
  eye?: Eye;
  /** The flat map is on a curved screen in the scene instead of filling the view. */
  onScreen?: boolean;
  /** Where the camera's front is, in degrees to the right. */
  front?: number;
  /** A part of the picture may come in full detail. */
  isDetailed?: boolean;
};

/** The colour `ink` as sRGB components: the background. */
export const INK = [0x0b / 255, 0x10 / 255, 0x16 / 255] as const;

/** Renders a 360° picture: on the inside of a box around the camera, or on a plane as a flat map. */
export class PanoramaMaterial extends RawShaderMaterial {
  readonly #picture = { value: new Texture() };
  readonly #toPicture = { value: new Matrix3() };
  readonly #detail = { value: new Texture() };
  readonly #detailShare = { value: 0 };
  readonly #mapScale = { value: new Vector2() };
  readonly #bounds = { value: new Vector4() };
  readonly #frontLens = { value: new Vector4() };
  readonly #backLens = { value: new Vector4() };
  readonly #lensReach = { value: 0 };
  readonly #lensFade = { value: 0 };

  constructor() {
    super({ glslVersion: GLSL3, vertexShader, fragmentShader, depthTest: false, depthWrite: false });
    Object.assign(this.uniforms, {
      picture: this.#picture,
      detail: this.#detail,
      detailShare: this.#detailShare,
      toPicture: this.#toPicture,
      mapScale: this.#mapScale,
      bounds: this.#bounds,
      frontLens: this.#frontLens,
      backLens: this.#backLens,
      lensReach: this.#lensReach,
      lensFade: this.#lensFade,
    });
  }

  /** Sets projection and view mode. Compiles another program if they change. */
  setView(
    mode: PanoramaMode,
    { projection, stereo, lenses, bounds, ...attitude }: SpherePicture,
    { eye = 'left', onScreen = false, front = 0, isDetailed = false }: Place = {},
  ): void {
    const { left, top, width, height } = boundsOf({ projection, bounds });
    this.#bounds.value.set(left, top, width, height);
    this.defines = {
      EYE: PARTS[stereo][eye],
      ...(projection === 'dual-fisheye' && { DUAL_FISHEYE: '' }),
      ...((width < 1 || height < 1) && { CROPPED: '' }),
      ...(mode === 'equirectangular' && { MAP: '' }),
      ...(onScreen && { SCREEN: '' }),
      ...(isDetailed && { DETAIL: '' }),
      ...((stereo !== 'mono' || width < 1) && { INSET: '' }),
    };
    this.side = mode === 'equirectangular' ? FrontSide : BackSide;
    const turn = rotation({ yaw: -front, pitch: 0, roll: 0 });
    const lead = toPicture(attitude);
    const [x, y, z] = [lead(...turn(1, 0, 0)), lead(...turn(0, 1, 0)), lead(...turn(0, 0, 1))];
    this.#toPicture.value.set(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    const { reach, fade } = lensAngles(lenses);
    this.#lensReach.value = reach;
    this.#lensFade.value = fade;
    setCircle(this.#frontLens.value, lenses.front);
    setCircle(this.#backLens.value, lenses.back);
    this.needsUpdate = true;
  }

  /** Fits the 2:1 map into a view of this width and height. */
  fitMap(width: number, height: number): void {
    this.#mapScale.value.set(Math.min(1, (2 * height) / width), Math.min(1, width / (2 * height)));
  }

  showPicture(texture: Texture): void {
    this.#picture.value = texture;
  }

  /** @param share of the part in full detail in what is shown, 0 to 1 */
  showDetail(texture: Texture, share: number): void {
    this.#detail.value = texture;
    this.#detailShare.value = share;
  }
}

function setCircle(uniform: Vector4, { x, y, rx, ry }: LensCircle): void {
  uniform.set(x, y, rx, ry);
}
