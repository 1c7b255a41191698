/** Bytes of a box's length and type (ISO/IEC 14496-12). */
const HEAD = 8;
const MDAT = 0x6d646174;

/**
 * Whether an MP4 file has anything to play: a complete box of media data. A recording without one has only begun, or
 * ended before its first fragment.
 */
export async function hasSamples(file: Blob): Promise<boolean> {
  for (let at = 0; at + HEAD <= file.size; ) {
    const head = new DataView(await file.slice(at, at + HEAD).arrayBuffer());
    const length = head.getUint32(0);
    // Longer than 4 GB, or to the end of the file: no fragment is.
    if (length < HEAD) return false;
    at += length;
    if (head.getUint32(4) === MDAT) return length > HEAD && at <= file.size;
  }
  return false;
}
