import type { Look, LookStore } from './look-store.ts';

/** How long a device with a gyroscope may take to deliver the first reading. */
const FIRST_READING_MS = 1000;

/**
 * Starts reading the device's attitude; iOS asks for permission, so it must be called in a click handler.
 * @returns false without a gyroscope or permission
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
    // A computer without a gyroscope delivers one empty reading.
    const onReading = ({ beta }: DeviceOrientationEvent): void => finish(beta !== null);
    const timer = setTimeout(() => finish(false), FIRST_READING_MS);
    window.addEventListener('deviceorientation', onReading);
  });
}

/** Only iOS asks for permission; missing in TypeScript's DOM library. */
async function isPermitted(): Promise<boolean> {
  if (!('requestPermission' in DeviceOrientationEvent)) return true;
  const { requestPermission } = DeviceOrientationEvent;
  if (typeof requestPermission !== 'function') return true;
  const answer: unknown = await requestPermission.call(DeviceOrientationEvent);
  return answer === 'granted';
}

/**
 * Makes the view follow the device. Pitch and roll are the device's; its yaw is added to the viewer's, and to drags.
 * @returns a function that stops it and levels the view
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
 * The direction in which the back of a device points, from the angles of its sensor and its screen, all in degrees.
 *
 * The sensor's angles rotate the device about Z, then X, then Y of an earth frame with X east, Y north and Z up; the
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
  // Elevation of the screen's right and upper edge above the horizon.
  const rightRises = -cosB * sinG * cosS - sinB * sinS;
  const topRises = -cosB * sinG * sinS + sinB * cosS;
  return {
    yaw: Math.atan2(east, north) / radians,
    pitch: Math.asin(Math.max(-1, Math.min(1, up))) / radians,
    roll: Math.atan2(-rightRises, topRises) / radians,
  };
}
