const degrees = 180 / Math.PI;

/** Position and direction of the viewer's head, in the session's space. */
export type Head = {
  /** In degrees, positive to the right, not wrapped. */
  yaw: number;
  /** In degrees, positive up. */
  pitch: number;
  /** In metres. */
  position: readonly [x: number, y: number, z: number];
  /** From the head's axes to the session's: x right, y up, z back. */
  orientation: Quaternion;
};

export type Quaternion = { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
type Pose = {
  readonly orientation: Quaternion;
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
};

/** Above this pitch, in degrees, the face's direction says little about the body's. */
const STEEP = 75;

/** Reads a pose of WebXR: x right, y up, z back. */
export function headOf({ orientation, position }: Pose): Head {
  const { x, y, z, w } = orientation;
  // The directions of the face and of the top of the head: minus the third, and the second column of the rotation.
  const face = [-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))] as const;
  const top = [2 * (x * y - w * z), 2 * (y * z + w * x)] as const;
  const pitch = Math.asin(Math.max(-1, Math.min(1, face[1]))) * degrees;
  // When looking down the top of the head points ahead, when looking up it points back.
  const steep = Math.abs(pitch) > STEEP ? -Math.sign(pitch) : 0;
  const [right, back] = steep === 0 ? [face[0], face[2]] : [steep * top[0], steep * top[1]];
  return {
    yaw: Math.atan2(right, -back) * degrees,
    pitch,
    position: [position.x, position.y, position.z],
    orientation,
  };
}

/** How a picture is rendered in a headset. */
export type Detail = {
  /** The frame buffer's size along an edge, relative to the headset's default. */
  scale: number;
  /** 0 to 1: how much coarser the edges of the view are than its middle. */
  foveation: number;
};

/** About the default of headsets: Quest 2 and 3, Pico 4. */
const ROWS_PER_DEGREE = 18;
/** Rendered rows per row of the picture. More than two are invisible. */
const OVERSAMPLING = 2;
/** Below it, texts are hard to read. */
const LEAST_SCALE = 0.7;
const HIGHEST_SCALE = 1.2;

/**
 * Renders no more than the picture has detail for: a 1920×960 sphere has five rows per degree.
 * @param sphereHeight the picture's rows from pole to pole, for one eye
 * @param nativeScale at which the frame buffer has the display's own pixels
 */
export function detailFor(sphereHeight: number, nativeScale: number): Detail {
  const wanted = (OVERSAMPLING * sphereHeight) / 180 / ROWS_PER_DEGREE;
  const highest = Math.max(LEAST_SCALE, Math.min(HIGHEST_SCALE, nativeScale));
  return {
    scale: Math.min(highest, Math.max(LEAST_SCALE, wanted)),
    foveation: wanted < 1 ? 1 : 0.5,
  };
}
