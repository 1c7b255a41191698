import { BackSide, FrontSide, GLSL3, Matrix4, RawShaderMaterial, Texture, Vector2, Vector3 } from 'three';
import type { PaintedPicture, PaintWay, PictureLayout } from '../frames/painted-picture.ts';
import { storedPoint } from '../frames/turn.ts';
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

const PLANE_COUNTS: Record<PictureLayout, number> = { i420: 3, nv12: 2, rgba: 1 };

/** Renders a 360° picture: on the inside of a box around the camera, or on a plane as a flat map. */
export class PanoramaMaterial extends RawShaderMaterial {
  readonly #planes = [{ value: new Texture() }, { value: new Texture() }, { value: new Texture() }];
  /** The background's colour, until the first picture. */
  readonly #toRgb = { value: new Matrix4().setPosition(new Vector3().fromArray(INK)) };
  readonly #heading = { value: 0 };
  #stored: string | null = null;
  readonly #mapScale = { value: new Vector2() };

  /** @param way the likely one of the first frame, so that its shader program is compiled before */
  constructor(way: PaintWay) {
    super({ glslVersion: GLSL3, vertexShader, fragmentShader, depthTest: false, depthWrite: false });
    const [plane0, plane1, plane2] = this.#planes;
    Object.assign(this.uniforms, {
      plane0,
      plane1,
      plane2,
      toRgb: this.#toRgb,
      heading: this.#heading,
      mapScale: this.#mapScale,
    });
    this.defines.PLANES = PLANE_COUNTS[way === 'planes' ? 'i420' : 'rgba'];
  }

  /** Sets projection and view mode. Compiles another program if they change. */
  setView(mode: PanoramaMode, { projection, stereo, heading }: SpherePicture): void {
    this.defines = {
      PLANES: this.defines.PLANES,
      ...(this.#stored && { STORED: this.#stored }),
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

  showPicture({ layout, textures, toRgb, turn }: PaintedPicture): void {
    this.#planes.forEach((plane, index) => {
      plane.value = textures[index] ?? plane.value;
    });
    this.#toRgb.value.copy(toRgb);
    const count = PLANE_COUNTS[layout];
    const stored = storedPoint(turn);
    if (this.defines.PLANES === count && this.#stored === stored) return;
    this.#stored = stored;
    this.defines.PLANES = count;
    delete this.defines.STORED;
    if (stored) this.defines.STORED = stored;
    this.needsUpdate = true;
  }
}
