import { useEffect, useState } from 'react';
import type { LookStore } from '#app/sphere/look/look-store.ts';

export type Gyroscope = { on: boolean; toggle(): void };

type Sensor = typeof import('#app/sphere/look/gyroscope.ts');

/** Looking round by turning the phone; null on devices that are not held in a hand. */
export function useGyroscope(look: LookStore): Gyroscope | null {
  const [sensor, setSensor] = useState<Sensor | null>(null);
  const [on, setOn] = useState(false);
  useEffect(() => {
    // It brings three along, which a call can begin without; and it is here before the press that must ask at once.
    if (matchMedia('(pointer: coarse)').matches) void import('#app/sphere/look/gyroscope.ts').then(setSensor);
  }, []);
  useEffect(() => (on ? sensor?.followGyroscope(look) : undefined), [on, sensor, look]);
  if (!sensor) return null;
  const toggle = () => (on ? setOn(false) : void sensor.requestGyroscope().then(setOn));
  return { on, toggle };
}
