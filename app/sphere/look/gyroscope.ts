import type { Look, LookStore } from './look-store.ts';

/** How long a device with a gyroscope may take to say so. */
const FIRST_READING_MS = 1000;

/**
 * Asks for the device's attitude, on iOS by a question to the person: call it when they have pressed a button.
 * @returns false where there is no gyroscope or the person does not want it used
 */
export async function requestGyroscope(): Promise<boolean> {
  if (!('DeviceOrientationEvent' in window)) return false;
  if (!(await isPermitted())) return false;
  return new Promise((resolve) => {
    const finish = (found: boolean): void => {
      clearTimeout(timer);
      window.removeEventListener('deviceorientation', onReading);
      resolve(found);
    };
    // A computer without a gyroscope answers once, with nothing in it.
    const onReading = ({ beta }: DeviceOrientationEvent): void => finish(beta !== null);
    const timer = setTimeout(() => finish(false), FIRST_READING_MS);
    window.addEventListener('deviceorientation', onReading);
  });
}

/** Only iOS asks; TypeScript does not know of it. */
async function isPermitted(): Promise<boolean> {
  if (!('requestPermission' in DeviceOrientationEvent)) return true;
  const { requestPermission } = DeviceOrientationEvent;
  if (typeof requestPermission !== 'function') return true;
  const answer: unknown = await requestPermission.call(DeviceOrientationEvent);
  return answer === 'granted';
}

/**
 * Looks where the device is held. Up, down and tilt are the device's own; round, it adds to where the viewer looked
 * and to what a drag turns.
 * @returns lets go, level again
 */
export function followGyroscope(look: LookStore): () => void {
  let lastYaw: number | null = null;

  function onReading({ alpha, beta, gamma }: DeviceOrientationEvent): void {
    if (alpha === null || beta === null || gamma === null) return;
    const attitude = deviceAttitude(alpha, beta, gamma, screen.orientation.angle);
    const turned = attitude.yaw - (lastYaw ?? attitude.yaw);
    lastYaw = attitude.yaw;
    const state = look.getState();
    state.orient({ ...attitude, yaw: state.yaw + turned });
  }

  window.addEventListener('deviceorientation', onReading);
  return () => {
    window.removeEventListener('deviceorientation', onReading);
    const { yaw, pitch, orient } = look.getState();
    orient({ yaw, pitch, roll: 0 });
  };
}

const radians = Math.PI / 180;

/**
 * Where the back of a device looks, from the angles of its sensor and that of its screen, all in degrees.
 *
 * The sensor's angles turn the device about Z, then X, then Y of an earth whose X points east, Y north and Z up; the
 * matrix is that of https://www.w3.org/TR/orientation-event/#worked-example-2.
 */
export function deviceAttitude(
  alpha: number,
  beta: number,
  gamma: number,
  screenAngle: number,
): Omit<Look, 'fov'> {
  const [sinA, cosA] = [Math.sin(alpha * radians), Math.cos(alpha * radians)];
  const [sinB, cosB] = [Math.sin(beta * radians), Math.cos(beta * radians)];
  const [sinG, cosG] = [Math.sin(gamma * radians), Math.cos(gamma * radians)];
  const [sinS, cosS] = [Math.sin(screenAngle * radians), Math.cos(screenAngle * radians)];
  const east = -(cosA * sinG + sinA * sinB * cosG);
  const north = -(sinA * sinG - cosA * sinB * cosG);
  const up = -cosB * cosG;
  // How far the right and the upper edge of what is on the screen rise above the horizon.
  const rightRises = -cosB * sinG * cosS - sinB * sinS;
  const topRises = -cosB * sinG * sinS + sinB * cosS;
  return {
    yaw: Math.atan2(east, north) / radians,
    pitch: Math.asin(Math.max(-1, Math.min(1, up))) / radians,
    roll: Math.atan2(-rightRises, topRises) / radians,
  };
}
