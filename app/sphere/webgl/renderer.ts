import {
  BoxGeometry,
  Color,
  Mesh,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector2,
  WebGLRenderer,
} from 'three';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { pixelRatio } from '../paint/pixel-ratio.ts';
import { INK, PanoramaMaterial } from './panorama-material.ts';

/** Height of the most common picture, in pixels. */
const USUAL_HEIGHT = videoTarget('MEDIUM', 'equirectangular').height;

/** A renderer prepared in advance. */
let spare: WebGLRenderer | null = null;

/**
 * Prepares a renderer for the next picture and compiles the default shader program: worthwhile while a person still
 * types or a device opens, because it takes longer than connecting. Does nothing without WebGL.
 */
export function prepareRenderer(): void {
  if (spare) return;
  try {
    spare = createRenderer();
  } catch {
    // `takeRenderer` reports the error.
    return;
  }
  const view = { mode: 'spherical', stereo: 'mono', devicePixelRatio, viewHeight: innerHeight } as const;
  spare.setPixelRatio(pixelRatio({ ...view, way: 'texture', pictureHeight: USUAL_HEIGHT }));
  spare.setSize(innerWidth, innerHeight);
  // The program lives as long as this material, which lives as long as its renderer.
  const material = new PanoramaMaterial();
  material.setView(view.mode, {
    projection: 'equirectangular',
    stereo: view.stereo,
    heading: 0,
    pitch: 0,
    roll: 0,
    lenses: USUAL_LENSES,
  });
  spare.render(new Scene().add(new Mesh(new BoxGeometry(2, 2, 2), material)), new PerspectiveCamera());
}

/** Returns a renderer with its own canvas, for one use. @throws Error without WebGL */
export function takeRenderer(): WebGLRenderer {
  const ready = spare?.getContext().isContextLost() ? null : spare;
  spare = null;
  return ready ?? createRenderer();
}

function createRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ alpha: false, antialias: false, depth: false, stencil: false });
  resizeWithPicture(renderer);
  // Visible beside the map and outside the half sphere.
  renderer.setClearColor(new Color().setRGB(...INK, SRGBColorSpace));
  // Checking waits for the compiler.
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  return renderer;
}

/**
 * On each change of size @react-three/fiber sets size and ratio separately, and three.js reallocates the canvas for
 * both, even if the size stays the same. Reallocation waits for pending rendering; so it is deferred to the next
 * picture, and skipped if unnecessary.
 */
function resizeWithPicture(renderer: WebGLRenderer): void {
  const render = renderer.render.bind(renderer);
  const size = renderer.getSize(new Vector2());
  const wanted = { width: size.x, height: size.y, ratio: renderer.getPixelRatio() };
  renderer.setPixelRatio = (ratio) => {
    wanted.ratio = ratio;
  };
  renderer.setSize = (width, height) => {
    Object.assign(wanted, { width, height });
  };
  renderer.render = (scene, camera) => {
    const { width, height, ratio } = wanted;
    renderer.getSize(size);
    if (size.x !== width || size.y !== height || renderer.getPixelRatio() !== ratio) {
      renderer.setDrawingBufferSize(width, height, ratio);
    }
    render(scene, camera);
  };
}
