/** The shape in the page's URL, in pixels and bit/s. */
export function askedShape(): { width: number; height: number; bitrate: number } {
  const query = new URLSearchParams(location.search);
  return {
    width: Number(query.get('width')),
    height: Number(query.get('height')),
    bitrate: Number(query.get('bitrate')),
  };
}

/** Opens the camera, which delivers the film. */
export async function openCamera(): Promise<MediaStreamTrack> {
  const { width, height } = askedShape();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width, height, frameRate: 30 } });
  const [track] = stream.getVideoTracks();
  if (!track) throw new Error('The browser has no camera');
  // Prefers a lower resolution to a lower frame rate if CPU or bandwidth is short.
  track.contentHint = 'motion';
  return track;
}
