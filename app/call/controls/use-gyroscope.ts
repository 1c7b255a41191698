import { useEffect, useState } from 'react';
import type { LookStore } from '#app/sphere/look/look-store.ts';

export type Gyroscope = { on: boolean; toggle(): void };

type Sensor = typeof import('#app/sphere/look/gyroscope.ts');

/** Looking around by moving the phone; null on devices that are not hand-held. */
export function useGyroscope(look: LookStore): Gyroscope | null {
  const [sensor, setSensor] = useState<Sensor | null>(null);
  const [on, setOn] = useState(false);
  useEffect(() => {
    // Loaded lazily, because it imports three, but before it is needed: permission must be requested synchronously in
    // the click handler.
    if (matchMedia('(pointer: coarse)').matches) void import('#app/sphere/look/gyroscope.ts').then(setSensor);
  }, []);
  useEffect(() => (on ? sensor?.followGyroscope(look) : undefined), [on, sensor, look]);
  if (!sensor) return null;
  const toggle = () => (on ? setOn(false) : void sensor.requestGyroscope().then(setOn));
  return { on, toggle };
}
