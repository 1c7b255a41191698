import { WHIPClient } from '@eyevinn/whip-web-client';

/** Script of a page that streams its camera and microphone by WHIP. */
declare global {
  interface Window {
    streamCamera: (address: string, key: string) => Promise<void>;
  }
}

window.streamCamera = async (endpoint, authkey) => {
  const media = await navigator.mediaDevices.getUserMedia({
    video: { width: 1280, height: 640 },
    audio: true,
  });
  await new WHIPClient({ endpoint, opts: { authkey } }).ingest(media);
};
