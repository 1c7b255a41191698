/** Calls back once the process that started this one is gone: then nobody is left who would stop it. */
export function whenParentIsGone(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 1_000);
  timer.unref();
}
