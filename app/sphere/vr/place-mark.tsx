import { useFrame } from '@react-three/fiber';
import { type RefObject, useRef } from 'react';
import { Color, type Group, SRGBColorSpace } from 'three';
import type { Direction } from '../look/look-store.ts';
import type { Head } from './head.ts';
import { LINE } from './horizon-material.ts';

const radians = Math.PI / 180;
/** In metres: far enough for both eyes to focus on it as on the picture behind. */
const DISTANCE = 8;
/** Inner and outer edge of the ring, in degrees from its middle. */
const RING = [4.5, 6] as const;
const COLOUR = new Color().setRGB(...LINE, SRGBColorSpace);

type PlaceMarkProps = {
  head: RefObject<Head | null>;
  /** Where the camera's front is, in degrees. */
  front: number;
  place: Direction;
};

/**
 * A ring around a place in the sphere. It stays there: the viewer's head does not move it, nor does it move the head.
 */
export function PlaceMark({ head, front, place }: PlaceMarkProps) {
  const group = useRef<Group>(null);
  useFrame(() => {
    if (head.current) group.current?.position.set(...head.current.position);
  });
  const [inner, outer] = RING.map((degrees) => DISTANCE * Math.tan(degrees * radians));
  return (
    <group ref={group} rotation={[place.pitch * radians, -(front + place.yaw) * radians, 0, 'YXZ']}>
      <mesh position-z={-DISTANCE}>
        <ringGeometry args={[inner, outer, 48]} />
        <meshBasicMaterial color={COLOUR} toneMapped={false} />
      </mesh>
    </group>
  );
}
