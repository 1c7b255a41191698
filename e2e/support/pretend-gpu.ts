/**
 * Init script: WebGL, which runs on the CPU here, names a GPU as its renderer, so that the page renders from the video
 * element's texture.
 */
export function pretendGpu(): void {
  const context = WebGL2RenderingContext.prototype;
  const getParameter = context.getParameter;
  context.getParameter = function (name) {
    const value: unknown = getParameter.call(this, name);
    return `${value}`.includes('SwiftShader') ? 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)' : value;
  };
}
