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

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `04:05`, from an hour on `1:04:05`. */
export function formatSeconds(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
