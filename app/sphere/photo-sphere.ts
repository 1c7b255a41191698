import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Attitude } from './look/look-store.ts';
import { type Bounds, boundsOf, type SpherePicture, toPicture } from './picture.ts';
import { attitudeOf, directionOf, reversed, rotation, vectorOf } from './rotation.ts';

/** Beginning of an APP1 segment with XMP (XMP specification part 3, 1.1.3). */
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const MARKER = { start: 0xffd8, app0: 0xffe0, app1: 0xffe1 };

/** In pixels. */
export type Size = { width: number; height: number };

/** A photograph's 360° metadata, in degrees and as the file has them. */
export type PhotoSphere = {
  bounds: Bounds;
  /**
   * How the middle of the whole sphere's map was held: heading clockwise from north, pitch above the horizon, and roll,
   * positive if the horizon falls to the right in the picture.
   */
  pose: { heading: number; pitch: number; roll: number };
  /** The direction to look in first: heading clockwise from north and pitch; null what the file does not say. */
  view: { heading: number | null; pitch: number | null };
};

/**
 * The attitude of the camera, whose angles apply in the order heading, pitch, roll. A positive roll is one of the picture:
 * its horizon falls to the right, as Photo Sphere Viewer reads it since 2026. The documentation has the horizon rise, and
 * programs differ: docs/decisions/009-pictures.md.
 */
function held({ heading, pitch, roll }: PhotoSphere['pose']): Attitude {
  return { yaw: heading, pitch, roll: -roll };
}

/**
 * How to show a photograph: with its horizon level, and the direction to look in first as the front.
 * @returns also the pitch to look in first. If the file does not say it, and what it shows is not as high as the sphere,
 *   viewing begins at its middle
 */
export function shownSphere({ bounds, pose, view }: PhotoSphere): { picture: SpherePicture; pitch: number } {
  const { left, top, width, height } = bounds;
  const attitude = held(pose);
  const inPicture = { yaw: (left + width / 2 - 0.5) * 360, pitch: (0.5 - top - height / 2) * 180 };
  const middle = directionOf(rotation(attitude)(...vectorOf(inPicture)));
  const front = view.heading ?? middle.yaw;
  const { yaw, pitch, roll } = attitudeOf(reversed(rotation({ ...attitude, yaw: attitude.yaw - front })));
  return {
    picture: {
      projection: 'equirectangular',
      stereo: 'mono',
      heading: yaw,
      pitch,
      roll,
      lenses: USUAL_LENSES,
      bounds,
    },
    pitch: view.pitch ?? (height < 1 ? middle.pitch : 0),
  };
}

/** Cameras round a sphere's size. */
const SLACK_PX = 2;

/** Whether a picture is twice as wide as high, as whole spheres are. */
export function hasSphereShape({ width, height }: Size): boolean {
  return Math.abs(width - 2 * height) <= SLACK_PX;
}

/** A 360° picture without metadata: level, as much of the sphere as its shape allows, and around the horizon. */
export function sphereByShape({ width, height }: Size): PhotoSphere {
  const whole = Math.max(width, 2 * height);
  const share = hasSphereShape({ width, height })
    ? { width: 1, height: 1 }
    : { width: width / whole, height: (2 * height) / whole };
  return {
    bounds: { left: (1 - share.width) / 2, top: (1 - share.height) / 2, ...share },
    pose: { heading: 0, pitch: 0, roll: 0 },
    view: { heading: null, pitch: null },
  };
}

/**
 * Adds the metadata to a JPEG file by which viewers recognise a 360° picture.
 * https://developers.google.com/streetview/spherical-metadata
 * @returns the unchanged file if its picture is not equirectangular and mono, or it is not a JPEG
 */
export function asPhotoSphere(
  jpeg: Uint8Array<ArrayBuffer>,
  picture: SpherePicture,
  size: Size,
): Uint8Array<ArrayBuffer> {
  const description = describe(picture, size);
  const file = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (!description || jpeg.length < 6 || file.getUint16(0) !== MARKER.start) return jpeg;
  // JFIF requires its segment to be the first one.
  const at = file.getUint16(2) === MARKER.app0 ? 4 + file.getUint16(4) : 2;
  const content = new TextEncoder().encode(XMP + description);
  const head = new DataView(new ArrayBuffer(4));
  head.setUint16(0, MARKER.app1);
  head.setUint16(2, 2 + content.length);
  const described = new Uint8Array(jpeg.length + 4 + content.length);
  described.set(jpeg.subarray(0, at));
  described.set(new Uint8Array(head.buffer), at);
  described.set(content, at + 4);
  described.set(jpeg.subarray(at), at + 4 + content.length);
  return described;
}

/** The XMP packet; null for pictures that the metadata cannot express: dual fisheye and stereo. */
function describe(picture: SpherePicture, { width, height }: Size): string | null {
  if (picture.stereo !== 'mono' || picture.projection === 'dual-fisheye') return null;
  const bounds = boundsOf(picture);
  const whole = { width: Math.round(width / bounds.width), height: Math.round(height / bounds.height) };
  const { yaw, pitch, roll } = attitudeOf(reversed(toPicture(picture)));
  const values = {
    ProjectionType: 'equirectangular',
    UsePanoramaViewer: 'True',
    FullPanoWidthPixels: whole.width,
    FullPanoHeightPixels: whole.height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: Math.floor(bounds.left * whole.width),
    CroppedAreaTopPixels: Math.floor(bounds.top * whole.height),
    // Which way is north is unknown: without a heading, it is where the picture's middle is.
    PosePitchDegrees: inDegrees(pitch),
    // From above -180 to 180.
    PoseRollDegrees: inDegrees(-roll) === -180 ? 180 : inDegrees(-roll),
    // The front, in whole degrees.
    InitialViewHeadingDegrees: (Math.round(-yaw) + 360) % 360,
  };
  const attributes = Object.entries(values).map(([name, value]) => ` GPano:${name}="${value}"`);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"${attributes.join('')}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

function inDegrees(angle: number): number {
  return Number(angle.toFixed(2));
}
