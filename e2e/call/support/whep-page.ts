import { WHEPClient } from 'whip-whep/whep.js';

/** Script of a page that shows what comes by WHEP, over the whole window. */
declare global {
  interface Window {
    showHost: (address: string, key: string) => Promise<void>;
    hideHost: () => Promise<void>;
  }
}

const client = new WHEPClient();

window.showHost = async (address, key) => {
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  video.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; object-fit: fill';
  document.body.append(video);
  const connection = new RTCPeerConnection();
  const stream = new MediaStream();
  video.srcObject = stream;
  connection.ontrack = ({ track }) => stream.addTrack(track);
  for (const kind of ['video', 'audio']) connection.addTransceiver(kind, { direction: 'recvonly' });
  await client.view(connection, address, key);
};

window.hideHost = () => client.stop();
