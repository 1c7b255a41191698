import type { PaintWay } from './painted-picture.ts';

/**
 * Renderers that run on the CPU, as named by WebGL: Chromium's SwiftShader, Mesa's llvmpipe and softpipe, Windows' Basic
 * Render Driver (WARP) and GDI, and Apple's. https://registry.khronos.org/webgl/extensions/WEBGL_debug_renderer_info/
 */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|gdi generic/i;

/**
 * The faster way to this renderer. Planes only if it runs on the CPU: frames decoded by a GPU would have to be read back,
 * and they cannot be told apart, because Chromium says NV12 for them too.
 * @param name null if hidden: it counts as a GPU
 */
export function fasterWay(name: string | null): PaintWay {
  return name !== null && SOFTWARE.test(name) ? 'planes' : 'texture';
}

/** How frames will reach this context, unless they turn out to be unreadable. */
export function paintWay(context: WebGLRenderingContext | WebGL2RenderingContext): PaintWay {
  return globalThis.MediaStreamTrackProcessor ? fasterWay(nameOf(context)) : 'texture';
}

function nameOf(context: WebGLRenderingContext | WebGL2RenderingContext): string | null {
  const { UNMASKED_RENDERER_WEBGL } = context.getExtension('WEBGL_debug_renderer_info') ?? {};
  const name: unknown = context.getParameter(UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  return typeof name === 'string' ? name : null;
}
