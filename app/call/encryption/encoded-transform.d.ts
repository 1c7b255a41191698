/** WebRTC Encoded Transform in a worker; missing in TypeScript's DOM library. */
interface RTCRtpScriptTransformer {
  // As it was given to `RTCRtpScriptTransform`, which takes anything.
  readonly options: import('./transform-worker.ts').TransformOptions;
  readonly readable: ReadableStream<RTCEncodedVideoFrame | RTCEncodedAudioFrame>;
  readonly writable: WritableStream<RTCEncodedVideoFrame | RTCEncodedAudioFrame>;
}

interface RTCTransformEvent extends Event {
  readonly transformer: RTCRtpScriptTransformer;
}

interface WindowEventMap {
  rtctransform: RTCTransformEvent;
}
