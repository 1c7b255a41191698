import { askedShape, openCamera } from './shape.ts';
import { Sphere } from './sphere.ts';

const { bitrate } = askedShape();
const camera = await openCamera();
const sphere = new Sphere();

document.querySelector('button')?.addEventListener('click', async () => {
  const sending = new RTCPeerConnection();
  const receiving = new RTCPeerConnection();
  sending.addEventListener('icecandidate', ({ candidate }) => void receiving.addIceCandidate(candidate));
  receiving.addEventListener('icecandidate', ({ candidate }) => void sending.addIceCandidate(candidate));
  receiving.addEventListener('track', ({ track }) => sphere.show(track));

  const transceiver = sending.addTransceiver(camera, {
    direction: 'sendonly',
    sendEncodings: [{ maxBitrate: bitrate }],
  });
  const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
  transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === 'video/H264'));

  await sending.setLocalDescription();
  await receiving.setRemoteDescription(sending.localDescription ?? { type: 'offer' });
  await receiving.setLocalDescription();
  const sdp = receiving.localDescription?.sdp ?? '';
  await sending.setRemoteDescription({ type: 'answer', sdp: withStartBitrate(sdp) });
});
document.body.dataset.ready = '';

/** Sets a start bitrate near the target, which browsers accept only as a codec parameter, in kbit/s. */
function withStartBitrate(sdp: string): string {
  const start = Math.round((bitrate * 0.8) / 1000);
  return sdp.replace(/^a=fmtp:.*profile-level-id.*$/gm, `$&;x-google-start-bitrate=${start}`);
}
