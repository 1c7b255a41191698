/**
 * Settles as the promise does, or rejects with what `late` makes after `ms`: a browser that waits for a device may never
 * answer, nor fail. Nobody waits at a hidden page, and some answers come only once it is seen: there time begins then.
 */
export function inTime<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      timer = setTimeout(() => {
        if (globalThis.document?.visibilityState === 'hidden')
          document.addEventListener('visibilitychange', begin, { once: true });
        else reject(late());
      }, ms);
    };
    const end = () => {
      clearTimeout(timer);
      globalThis.document?.removeEventListener('visibilitychange', begin);
    };
    begin();
    promise.then(resolve, reject).finally(end);
  });
}
