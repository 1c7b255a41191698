import { useFrame } from '@react-three/fiber';
import { type ReactNode, type RefObject, useRef } from 'react';
import type { Group } from 'three';
import { wrapDegrees } from '../look/look-store.ts';
import type { Head } from './head.ts';

const radians = Math.PI / 180;
/** Degrees from the middle beyond which headsets show nothing. */
export const OUT_OF_SIGHT = 50;

type InFrontProps = {
  /** Null before the first frame. */
  head: RefObject<Head | null>;
  /** Where the children are, in degrees below the horizon; they face the viewer. */
  below?: number;
  /** In metres. */
  distance?: number;
  /**
   * Moves in front of the viewer again when they turn away, in one step: something that follows the head is hard to
   * look at.
   */
  followsTurns?: boolean;
  children: ReactNode;
};

/** Places its children in front of the viewer as they appear. They stay there: nothing moves but the head. */
export function InFront({ head, below = 0, distance = 0, followsTurns = false, children }: InFrontProps) {
  const group = useRef<Group>(null);
  const placed = useRef<number | null>(null);
  useFrame(() => {
    if (!group.current || !head.current) return;
    const { yaw, position } = head.current;
    const away = placed.current === null ? null : Math.abs(wrapDegrees(yaw - placed.current));
    if (away !== null && !(followsTurns && away > OUT_OF_SIGHT)) return;
    placed.current = yaw;
    group.current.position.set(...position);
    group.current.rotation.set(0, -yaw * radians, 0);
    group.current.visible = true;
  });
  return (
    <group ref={group} visible={false}>
      <group rotation-x={-below * radians}>
        <group position-z={-distance}>{children}</group>
      </group>
    </group>
  );
}
