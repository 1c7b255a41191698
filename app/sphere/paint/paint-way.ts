import { canReadFrames } from '../track-frames.ts';

/**
 * How frames are rendered: on the CPU, from their Y, U and V planes (`software/`), or by WebGL, from the video element's
 * texture (`webgl/`).
 */
export type PaintWay = 'planes' | 'texture';

/**
 * Renderers that run on the CPU, as named by WebGL: Chromium's SwiftShader, Mesa's llvmpipe and softpipe, Windows' Basic
 * Render Driver (WARP) and GDI, and Apple's. https://registry.khronos.org/webgl/extensions/WEBGL_debug_renderer_info/
 */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|gdi generic/i;

/**
 * The faster way with this renderer. Planes only if it runs on the CPU: frames decoded by a GPU would have to be read
 * back, and they cannot be recognised, because Chromium reports NV12 for them too.
 * @param name null if hidden, which counts as a GPU
 */
export function fasterWay(name: string | null): PaintWay {
  return name !== null && SOFTWARE.test(name) ? 'planes' : 'texture';
}

let known: PaintWay | null | undefined;

/**
 * How pictures are rendered in this browser, unless a video's frames turn out to be unreadable; null if they can only
 * be shown flat.
 */
export function paintWay(): PaintWay | null {
  if (known === undefined) known = wayOfBrowser();
  return known;
}

/** Without WebGL it is planes, even if frames can only be read from a playing element. */
function wayOfBrowser(): PaintWay | null {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return canReadFrames() ? 'planes' : null;
  const way = globalThis.MediaStreamTrackProcessor ? fasterWay(nameOf(context)) : 'texture';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return way;
}

function nameOf(context: WebGL2RenderingContext): string | null {
  const { UNMASKED_RENDERER_WEBGL } = context.getExtension('WEBGL_debug_renderer_info') ?? {};
  const name: unknown = context.getParameter(UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  return typeof name === 'string' ? name : null;
}
