/**
 * An init script for a page that is to render by WebGL, from the video element's texture, though WebGL runs on the CPU
 * here: the renderer says that it is a GPU.
 */
export function pretendGpu(): void {
  const context = WebGL2RenderingContext.prototype;
  const getParameter = context.getParameter;
  context.getParameter = function (name) {
    const value: unknown = getParameter.call(this, name);
    return `${value}`.includes('SwiftShader') ? 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)' : value;
  };
}
