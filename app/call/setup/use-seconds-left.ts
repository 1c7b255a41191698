import { useEffect, useState } from 'react';

/** Whole seconds until a time (in ms on the monotonic clock), 0 once it has passed; null stops the countdown. */
export function useSecondsLeft(until: number | null): number {
  const left = () => (until === null ? 0 : Math.max(0, Math.ceil((until - performance.now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is a new function at each render
  useEffect(() => {
    setSeconds(left());
    if (until === null) return;
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
