/**
 * Settles as the promise does, or rejects with the result of `late` after `ms`: a browser waiting for a device may
 * neither answer nor fail. On a hidden page the time starts once it is visible, as some answers come only then.
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
