import { Device } from 'mediasoup-client';
import type { Producer } from 'mediasoup-client/types';
import { RealtimeClient, type SeatAccess } from '#app/realtime/client.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { SeatLogin } from '#protocol/messages.ts';
import { readUplink, type UplinkSample } from '../media/stats.ts';
import { Transports } from '../media/transports.ts';
import { requestRoom, requestSeat } from '../state/api.ts';
import { CheckError } from './check-error.ts';
import type { UplinkMeasure } from './measures.ts';
import { noiseTrack } from './noise-track.ts';
import { uplinkOf } from './uplink.ts';

/** In bit/s: more than any quality needs, and less than the media server accepts from one seat. */
const MOST_BITRATE = 15_000_000;
/**
 * Initial bitrate in bit/s, as of a call in the highest quality. Browsers raise their estimate by a few percent a
 * second, but lower it at once to what arrives.
 */
const START_BITRATE = 12_000_000;
/** Timeout for reaching the media server. */
const CONNECT_MS = 10_000;
const MEASURED_MS = 5_000;
const INTERVAL_MS = 250;

/**
 * Sends noise to the media server for a few seconds, as a call sends video: over the same transport with ICE, DTLS and
 * SRTP, whose arrival times the server reports packet by packet. To do so it creates a room, never opens it, so that no
 * one can enter, and ends it.
 * @throws ProtocolError as `requestRoom`, `requestSeat` and the media server; CheckError noPath if its ports cannot be
 * reached
 */
export async function measureUplink(signal: AbortSignal): Promise<UplinkMeasure> {
  const { token } = await requestRoom(null);
  const access = await requestSeat(token, 'host', false);
  const { realtime, login } = await logIn(access, token);
  const noise = noiseTrack();
  let transports: Transports | null = null;
  try {
    const device = await Device.factory();
    await device.load({ routerRtpCapabilities: login.routerRtpCapabilities });
    const handlers = { onState: () => {}, onError: () => {} };
    transports = new Transports(realtime, Promise.resolve(device), handlers, null);
    const { transport } = await transports.get('send');
    const producer = await transport.produce({
      track: noise.track,
      stopTracks: false,
      appData: { source: 'camera' },
      encodings: [{ maxBitrate: MOST_BITRATE }],
      codecOptions: { videoGoogleStartBitrate: START_BITRATE / 1000 },
    });
    await connected(producer, () => transport.connectionState === 'connected', signal);
    const samples: UplinkSample[] = [];
    while (samples.length < MEASURED_MS / INTERVAL_MS && !signal.aborted) {
      await pause();
      samples.push(readUplink(await transport.getStats(), performance.now()));
    }
    const measured = uplinkOf(samples, START_BITRATE);
    if (!measured) throw new CheckError('noPath');
    return measured;
  } finally {
    noise.stop();
    transports?.close();
    // Otherwise the room would stay until its code expires.
    await realtime.request('finishChannel', {}).catch(() => {});
    realtime.close();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));

async function connected(producer: Producer, isConnected: () => boolean, signal: AbortSignal): Promise<void> {
  const until = performance.now() + CONNECT_MS;
  while (!isConnected()) {
    if (signal.aborted || producer.closed || performance.now() > until) throw new CheckError('noPath');
    await pause();
  }
}

type Login = { realtime: RealtimeClient; login: SeatLogin };

function logIn(access: SeatAccess, token: string): Promise<Login> {
  return new Promise((resolve, reject) => {
    const fail = (error: ProtocolError) => {
      clearTimeout(timer);
      realtime.close();
      reject(error);
    };
    const realtime = new RealtimeClient({
      onLogin: (login) => {
        clearTimeout(timer);
        if ('seat' in login) resolve({ realtime, login });
      },
      onEvent: () => {},
      onConnection: (state, code) => {
        if (state !== 'closed') return;
        fail(new ProtocolError(!code || code === 'REPLACED' ? 'UNAVAILABLE' : code));
      },
      renewAccess: () => requestSeat(token, 'host', false),
    });
    const timer = setTimeout(() => fail(new ProtocolError('UNAVAILABLE')), CONNECT_MS);
    realtime.open(access);
  });
}
