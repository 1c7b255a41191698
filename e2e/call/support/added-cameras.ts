/** https://developer.chrome.com/docs/capabilities/web-apis/mediastreamtrack-insertable-media-processing */
declare const MediaStreamTrackGenerator: new (init: {
  kind: 'video';
}) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

/** Init script: beside the camera there is the same one as “Spare”, and upside down as “Turned”. */
export function addCameras(): void {
  const { mediaDevices } = navigator;
  const [open, list] = [mediaDevices.getUserMedia, mediaDevices.enumerateDevices];
  const names = ['Spare', 'Turned'];
  const init: VideoFrameInit & { rotation: 180 } = { rotation: 180 };

  mediaDevices.enumerateDevices = async () => {
    const added = names.map((name) => ({
      deviceId: name,
      label: name,
      groupId: name,
      kind: 'videoinput' as const,
    }));
    return [...(await list.call(mediaDevices)), ...added.map((one) => ({ ...one, toJSON: () => one }))];
  };
  mediaDevices.getUserMedia = async (constraints = {}) => {
    const name = names.find((one) => JSON.stringify(constraints.video)?.includes(one));
    if (!name || typeof constraints.video !== 'object') return open.call(mediaDevices, constraints);
    const video = { ...constraints.video, deviceId: undefined };
    const [camera] = (await open.call(mediaDevices, { ...constraints, video })).getVideoTracks();
    if (!camera) throw new Error('There is no camera');
    const settings = { ...camera.getSettings(), deviceId: name };
    const track = name === 'Turned' ? turned(camera) : camera;
    track.getSettings = () => settings;
    Object.defineProperty(track, 'label', { value: name });
    return new MediaStream([track]);
  };

  function turned(camera: MediaStreamTrack): MediaStreamTrack {
    const Processor = globalThis.MediaStreamTrackProcessor;
    if (!Processor) throw new Error('This browser cannot read tracks');
    const track = new MediaStreamTrackGenerator({ kind: 'video' });
    const turning = new TransformStream<VideoFrame, VideoFrame>({
      transform: (frame, controller) => {
        controller.enqueue(new VideoFrame(frame, init));
        frame.close();
      },
    });
    // The stream ends with the track.
    new Processor({ track: camera, maxBufferSize: 1 }).readable
      .pipeThrough(turning)
      .pipeTo(track.writable)
      .catch(() => camera.stop());
    return track;
  }
}
