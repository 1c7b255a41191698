import { useFrame } from '@react-three/fiber';
import { XRSpace } from '@react-three/xr';
import { type RefObject, useMemo, useRef } from 'react';
import type { Group } from 'three';
import type { Direction } from '../look/look-store.ts';
import { vectorOf } from '../rotation.ts';
import type { Head } from './head.ts';
import { Plate, useSign } from './panel.tsx';
import { arrowSign } from './sign.ts';
import { wayTo } from './way-to.ts';

const radians = Math.PI / 180;
/** Up to this far from the middle of the view a mark is noticed without an arrow. */
const NOTICED = 35 * radians;
/** Where the arrow is, from the middle of the view: where lenses are still sharp. */
const EDGE = 25 * radians;
/** In metres. */
const DISTANCE = 1.6;

type MarkArrowProps = {
  head: RefObject<Head | null>;
  /** Where the camera's front is, in degrees. */
  front: number;
  place: Direction;
};

/** An arrow at the edge of the view, moving with the head, to a place out of view. */
export function MarkArrow({ head, front, place: { yaw, pitch } }: MarkArrowProps) {
  const arrow = useRef<Group>(null);
  const to = useMemo(() => vectorOf({ yaw: front + yaw, pitch }), [front, yaw, pitch]);
  const sign = useSign(arrowSign, []);
  useFrame(() => {
    if (!arrow.current || !head.current) return;
    const way = wayTo(head.current.orientation, to, NOTICED);
    arrow.current.visible = way !== null;
    if (way !== null) arrow.current.rotation.z = way;
  });
  return (
    <XRSpace space="viewer">
      <group ref={arrow} visible={false}>
        <group position={[DISTANCE * Math.tan(EDGE), 0, -DISTANCE]}>
          <Plate sign={sign} />
        </group>
      </group>
    </XRSpace>
  );
}
