import type { SpherePicture } from './picture.ts';

/** Beginning of an APP1 segment with XMP (XMP specification part 3, 1.1.3). */
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const MARKER = { start: 0xffd8, app0: 0xffe0, app1: 0xffe1 };

/** The size of a frame, in pixels. */
type Size = { width: number; height: number };

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
function describe({ projection, stereo, heading }: SpherePicture, { width, height }: Size): string | null {
  if (stereo !== 'mono' || projection === 'dual-fisheye') return null;
  // 180° is the middle of a whole sphere.
  const whole = projection === 'half' ? 2 * width : width;
  const values = {
    ProjectionType: 'equirectangular',
    UsePanoramaViewer: 'True',
    FullPanoWidthPixels: whole,
    FullPanoHeightPixels: height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: Math.floor((whole - width) / 2),
    CroppedAreaTopPixels: 0,
    // The front, relative to the picture's middle. The pose, a compass heading, is unknown.
    InitialViewHeadingDegrees: (Math.round(heading) + 360) % 360,
  };
  const attributes = Object.entries(values).map(([name, value]) => ` GPano:${name}="${value}"`);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"${attributes.join('')}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}
