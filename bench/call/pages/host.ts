import { Device } from 'mediasoup-client';
import type { Producer } from 'mediasoup-client/types';
import { askedShape, openCamera } from './shape.ts';
import { Signalling } from './signalling.ts';

const { bitrate } = askedShape();
const camera = await openCamera();
let producer: Producer | null = null;
const signalling = await Signalling.open(() => {
  producer?.resume();
  void signalling.request('resumeProducer', {});
});
const device = await Device.factory();
await device.load(await signalling.request('hello', {}));
const transport = device.createSendTransport(await signalling.request('createTransport', {}));
transport.on('connect', ({ dtlsParameters }, done, failed) => {
  signalling.request('connectTransport', { transportId: transport.id, dtlsParameters }).then(done, failed);
});
transport.on('produce', ({ rtpParameters }, done, failed) => {
  signalling.request('produce', { transportId: transport.id, rtpParameters }).then(done, failed);
});
producer = await transport.produce({
  track: camera,
  encodings: [{ maxBitrate: bitrate }],
  codecOptions: { videoGoogleStartBitrate: Math.round((bitrate * 0.8) / 1000) },
  disableTrackOnPause: false,
  zeroRtpOnPause: true,
});
// Like a waiting host: connected, but nothing is encoded before the guest arrives.
producer.pause();
document.body.dataset.ready = '';
