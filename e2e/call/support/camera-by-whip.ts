import type { Page } from '@playwright/test';

type Sent = {
  /** Address and key that the host's page shows. */
  address: string;
  key: string;
  camera: { width: number; height: number; frameRate: number };
  /** One for each layer, the largest first, as OBS sends them. */
  layers: readonly RTCRtpEncodingParameters[];
};

/**
 * Streams a browser's camera in H.264, and its microphone, by WHIP, until its page is left.
 * @param page of the site, or of any other that its browser reaches
 * @throws Error with the status and the reason if it is refused
 */
export async function sendCamera(page: Page, sent: Sent): Promise<void> {
  await page.evaluate(send, sent);
}

/** Runs in the page. */
async function send({ address, key, camera, layers }: Sent): Promise<void> {
  const media = await navigator.mediaDevices.getUserMedia({ video: camera, audio: true });
  const connection = new RTCPeerConnection();
  for (const track of media.getAudioTracks()) connection.addTransceiver(track, { direction: 'sendonly' });
  for (const track of media.getVideoTracks()) {
    const sendEncodings = [...layers];
    const transceiver = connection.addTransceiver(track, { direction: 'sendonly', sendEncodings });
    const { codecs = [] } = RTCRtpSender.getCapabilities('video') ?? {};
    transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === 'video/H264'));
    const parameters = transceiver.sender.getParameters();
    // As programs do, also where the processor is too slow for it.
    parameters.degradationPreference = 'maintain-resolution';
    await transceiver.sender.setParameters(parameters);
  }
  await connection.setLocalDescription();
  const response = await fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' },
    body: connection.localDescription?.sdp,
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${answer}`);
  // As programs do, at the full bitrate from the first picture on: browsers begin with 0.3 Mbit/s.
  const kbits = layers.reduce((sum, { maxBitrate = 0 }) => sum + maxBitrate, 0) / 1000;
  const sdp = answer.replace(/a=fmtp:.*profile-level-id.*/g, `$&;x-google-start-bitrate=${kbits}`);
  await connection.setRemoteDescription({ type: 'answer', sdp });
}
