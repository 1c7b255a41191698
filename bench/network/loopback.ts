import { type Browsers, moves, type NetworkCall, openPages } from '#e2e/network/call.ts';
import type { VideoTarget } from '#protocol/video-quality.ts';

/** Served by Playwright itself, so that the page needs no network; HTTPS, which browsers require for a camera. */
const PAGE = 'https://loopback.test/';
const START_MS = 30_000;

declare global {
  interface Window {
    loopback: RTCPeerConnection;
  }
}

/**
 * A bare connection from the host's browser to the guest's over the same two paths: same film, codec and bit rate, a
 * `<video>` to show it, and no repair of interruptions. Its offer and answer travel through Playwright, not the
 * network.
 */
export async function startLoopback(browsers: Browsers, target: VideoTarget): Promise<NetworkCall> {
  const call = await openPages(browsers);
  const { host, guest, watches } = call;
  for (const page of [host, guest]) {
    const body = '<!doctype html><video autoplay playsinline></video>';
    await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(PAGE);
  }
  const offer = await host.evaluate(makeOffer, target);
  const answer = await guest.evaluate(makeAnswer, offer);
  await host.evaluate(
    (sdp) => window.loopback.setRemoteDescription({ type: 'answer', sdp }),
    withStartBitrate(answer, target.bitrate),
  );
  await moves(watches.guest, START_MS);
  return call;
}

/** Runs in the host's page. @returns an offer with all candidates, of camera and microphone */
async function makeOffer({ width, height, bitrate }: VideoTarget): Promise<string> {
  const connection = new RTCPeerConnection();
  window.loopback = connection;
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: true,
    video: { width, height, frameRate: 30 },
  });
  for (const track of stream.getTracks()) {
    const isVideo = track.kind === 'video';
    if (isVideo) track.contentHint = 'motion';
    const transceiver = connection.addTransceiver(track, {
      direction: 'sendonly',
      ...(isVideo && { sendEncodings: [{ maxBitrate: bitrate }] }),
    });
    if (!isVideo) continue;
    const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
    transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => /H264|rtx/.test(mimeType)));
  }
  await connection.setLocalDescription();
  while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 50));
  return connection.localDescription?.sdp ?? '';
}

/** Runs in the guest's page, which plays the received streams. */
async function makeAnswer(sdp: string): Promise<string> {
  // Pages with a microphone may play sound, and may reveal their addresses to the peer.
  await navigator.mediaDevices.getUserMedia({ audio: true });
  const connection = new RTCPeerConnection();
  window.loopback = connection;
  const received = new MediaStream();
  connection.addEventListener('track', ({ track }) => {
    received.addTrack(track);
    const video = document.querySelector('video');
    if (video) video.srcObject = received;
  });
  await connection.setRemoteDescription({ type: 'offer', sdp });
  await connection.setLocalDescription();
  while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 50));
  return connection.localDescription?.sdp ?? '';
}

/** Sets a start bitrate near the target, which browsers accept only as a codec parameter, in kbit/s. */
function withStartBitrate(sdp: string, bitrate: number): string {
  const start = Math.round((bitrate * 0.8) / 1000);
  return sdp.replace(/^a=fmtp:.*profile-level-id.*$/gm, `$&;x-google-start-bitrate=${start}`);
}
