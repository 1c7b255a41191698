/** https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing */
declare const MediaStreamTrackGenerator: new (init: {
  kind: 'video';
}) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

/** Init script: the camera is that of a phone held upright, whose frames have rotation metadata. */
export function holdUpright(): void {
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  const init: VideoFrameInit & { rotation: 90 } = { rotation: 90 };
  const turning = () =>
    new TransformStream<VideoFrame, VideoFrame>({
      transform: (frame, controller) => {
        controller.enqueue(new VideoFrame(frame, init));
        frame.close();
      },
    });
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    for (const track of stream.getVideoTracks()) {
      const Processor = globalThis.MediaStreamTrackProcessor;
      if (!Processor) throw new Error('This browser cannot read tracks');
      const turned = new MediaStreamTrackGenerator({ kind: 'video' });
      const { readable } = new Processor({ track, maxBufferSize: 1 });
      // The stream ends with the page.
      readable
        .pipeThrough(turning())
        .pipeTo(turned.writable)
        .catch(() => {});
      stream.removeTrack(track);
      stream.addTrack(turned);
    }
    return stream;
  };
}
