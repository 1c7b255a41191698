/** WebRTC Encoded Transform in a worker; missing in TypeScript's DOM library. */
interface RTCRtpScriptTransformer {
  // As passed to `RTCRtpScriptTransform`, which accepts any value.
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
