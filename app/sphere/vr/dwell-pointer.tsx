import { useFrame } from '@react-three/fiber';
import { PointerCursorModel, useRayPointer, XRSpace } from '@react-three/xr';
import { useRef, useState } from 'react';
import type { Object3D } from 'three';

/** Looking at a button for this long presses it; a held button is held until the viewer looks away. */
const DWELL_MS = 1_500;

/** Presses what the viewer keeps looking at: for headsets without controllers and hands. */
export function DwellPointer() {
  const space = useRef<Object3D>(null);
  const [state] = useState(() => ({}));
  const pointer = useRayPointer(space, state, { clickThresholdMs: DWELL_MS });
  const dwell = useRef<{ on: Object3D | null; since: number; pressed: boolean }>({
    on: null,
    since: 0,
    pressed: false,
  });

  useFrame(() => {
    const now = performance.now();
    const found = pointer.getIntersection()?.object ?? null;
    const on = found && !isNothing(found) ? found : null;
    const press = { timeStamp: now, button: 0 };
    if (on !== dwell.current.on) {
      if (pointer.getButtonsDown().size > 0) pointer.up(press);
      dwell.current = { on, since: now, pressed: false };
    }
    if (!on || dwell.current.pressed || now - dwell.current.since < DWELL_MS) return;
    dwell.current.pressed = true;
    pointer.down(press);
    if (on.userData.holds !== true) pointer.up(press);
  });

  const progress = () => Math.min(1, (performance.now() - dwell.current.since) / DWELL_MS);
  return (
    <XRSpace ref={space} space="viewer">
      <PointerCursorModel pointer={pointer} size={0.06} opacity={() => 0.3 + 0.7 * progress()} />
    </XRSpace>
  );
}

/** Whether it is the object that pointers hit when they hit nothing else. */
function isNothing(object: Object3D): boolean {
  return object.isVoidObject === true;
}
