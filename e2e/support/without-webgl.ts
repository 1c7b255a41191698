/**
 * Init script for a page without WebGL that cannot read tracks either, as in Firefox without a GPU driver: frames come
 * from a playing element.
 */
export function withoutWebgl(): void {
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
    apply: (target, canvas, [kind, ...options]) =>
      `${kind}`.startsWith('webgl') ? null : Reflect.apply(target, canvas, [kind, ...options]),
  });
}
