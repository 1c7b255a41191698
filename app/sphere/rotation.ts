import type { Attitude, Direction } from './look/look-store.ts';

const radians = Math.PI / 180;

type Vector = readonly [x: number, y: number, z: number];

/** Rotates a vector: x right, y up, z back, as in three.js. */
export type Rotate = (x: number, y: number, z: number) => Vector;

/**
 * Rotation from the axes of someone with this attitude to the outer axes: roll, then pitch, then yaw, as a camera of
 * three.js whose rotation has the order YXZ.
 */
export function rotation({ yaw, pitch, roll }: Attitude): Rotate {
  const [sinRoll, cosRoll] = [Math.sin(-roll * radians), Math.cos(-roll * radians)];
  const [sinPitch, cosPitch] = [Math.sin(pitch * radians), Math.cos(pitch * radians)];
  const [sinYaw, cosYaw] = [Math.sin(yaw * radians), Math.cos(yaw * radians)];
  return (x, y, z) => {
    const rolledX = x * cosRoll - y * sinRoll;
    const rolledY = x * sinRoll + y * cosRoll;
    const pitchedY = rolledY * cosPitch - z * sinPitch;
    const pitchedZ = rolledY * sinPitch + z * cosPitch;
    return [rolledX * cosYaw - pitchedZ * sinYaw, pitchedY, rolledX * sinYaw + pitchedZ * cosYaw];
  };
}

/** The attitude of a rotation. */
export function attitudeOf(rotate: Rotate): Attitude {
  const [, rightUp] = rotate(1, 0, 0);
  const [, topUp] = rotate(0, 1, 0);
  const { yaw, pitch } = directionOf(rotate(0, 0, -1));
  return { yaw, pitch, roll: Math.atan2(-rightUp, topUp) / radians };
}

export function directionOf([x, y, z]: Vector): Direction {
  return { yaw: Math.atan2(x, -z) / radians, pitch: Math.atan2(y, Math.hypot(x, z)) / radians };
}

export function vectorOf({ yaw, pitch }: Direction): Vector {
  const level = Math.cos(pitch * radians);
  return [Math.sin(yaw * radians) * level, Math.sin(pitch * radians), -Math.cos(yaw * radians) * level];
}

/** The opposite rotation. */
export function reversed(rotate: Rotate): Rotate {
  const [xs, ys, zs] = [rotate(1, 0, 0), rotate(0, 1, 0), rotate(0, 0, 1)];
  const along = (axis: Vector, x: number, y: number, z: number) => axis[0] * x + axis[1] * y + axis[2] * z;
  return (x, y, z) => [along(xs, x, y, z), along(ys, x, y, z), along(zs, x, y, z)];
}
