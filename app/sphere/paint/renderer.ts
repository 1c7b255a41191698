import {
  BoxGeometry,
  Color,
  Mesh,
  PerspectiveCamera,
  RedFormat,
  Scene,
  SRGBColorSpace,
  Vector2,
  WebGLRenderer,
} from 'three';
import { videoTarget } from '#protocol/camera.ts';
import { makeTexture } from '../frames/plane-picture.ts';
import { likelyWay } from '../frames/track-processor.ts';
import { INK, PanoramaMaterial } from './panorama-material.ts';
import { pixelRatio } from './pixel-ratio.ts';

/** Of the picture that most calls have, in pixels. */
const USUAL_HEIGHT = videoTarget('MEDIUM', 'equirectangular').height;

/** Made before it is needed. */
let spare: WebGLRenderer | null = null;

/**
 * Makes a renderer for the next picture and has the usual program compiled: worth doing while a person still types or
 * a device opens, as it takes longer than to connect. Without WebGL it does nothing.
 */
export function prepareRenderer(): void {
  if (spare) return;
  try {
    spare = createRenderer();
  } catch {
    // Whoever wants to paint hears of it.
    return;
  }
  const way = likelyWay();
  const view = { mode: 'spherical', stereo: 'mono', devicePixelRatio, viewHeight: innerHeight } as const;
  spare.setPixelRatio(pixelRatio({ ...view, way, pictureHeight: USUAL_HEIGHT }));
  spare.setSize(innerWidth, innerHeight);
  // The program stays as long as this material does, which is as long as its renderer.
  const material = new PanoramaMaterial();
  material.setView(view.mode, { projection: 'equirectangular', stereo: view.stereo, heading: 0 });
  // The first upload asks the graphics card what it can do.
  const texture = makeTexture(new Uint8Array(4), 2, 2, RedFormat);
  texture.needsUpdate = true;
  spare.initTexture(texture);
  texture.dispose();
  spare.render(new Scene().add(new Mesh(new BoxGeometry(2, 2, 2), material)), new PerspectiveCamera());
}

/** A renderer with a canvas of its own, for one use. @throws Error where there is no WebGL */
export function takeRenderer(): WebGLRenderer {
  const ready = spare?.getContext().isContextLost() ? null : spare;
  spare = null;
  return ready ?? createRenderer();
}

function createRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ alpha: false, antialias: false, depth: false, stencil: false });
  resizeWithPicture(renderer);
  // Beside the map and beyond half a sphere.
  renderer.setClearColor(new Color().setRGB(...INK, SRGBColorSpace));
  // Asking for them waits for the compiler.
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  return renderer;
}

/**
 * For each change of size @react-three/fiber sets it and the ratio one after the other, and three.js gives the canvas
 * new memory for both, also where it keeps its size. That waits for whatever is still being drawn; so it is done with
 * the next picture, if it has to be done.
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
