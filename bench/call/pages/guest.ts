import { Device } from 'mediasoup-client';
import { Signalling } from './signalling.ts';
import { Sphere } from './sphere.ts';

const sphere = new Sphere();

async function call(): Promise<void> {
  const signalling = await Signalling.open(() => {});
  const device = await Device.factory();
  await device.load(await signalling.request('hello', {}));
  const transport = device.createRecvTransport(await signalling.request('createTransport', {}));
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    signalling.request('connectTransport', { transportId: transport.id, dtlsParameters }).then(done, failed);
  });
  const offered = await signalling.request('consume', {
    transportId: transport.id,
    rtpCapabilities: device.recvRtpCapabilities,
  });
  const consumer = await transport.consume({ ...offered, kind: 'video' });
  sphere.show(consumer.track);
  await signalling.request('resumeConsumer', {});
}

document.querySelector('button')?.addEventListener('click', call);
if (new URLSearchParams(location.search).has('now')) void call();
document.body.dataset.ready = '';
