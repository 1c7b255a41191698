/** Calls back once the parent process has ended, as nothing else would stop this one. */
export function whenParentIsGone(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 1_000);
  timer.unref();
}
