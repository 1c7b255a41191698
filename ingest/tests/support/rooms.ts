import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { receive } from '#bench/rooms/connect.ts';
import { FU_A } from '#bench/rooms/film.ts';
import { headerBytes } from '#bench/rooms/streams.ts';
import type { MediaServer } from '#media-server/server.ts';
import { camera, type TestClient } from '#media-server/tests/support/client.ts';
import {
  enter,
  hosted,
  NODE,
  newKey,
  TICKET_SECRET,
  type World,
} from '#media-server/tests/support/harness.ts';
import { signStreamKey } from '#protocol/stream-key.ts';
import { parseEnvironment } from '../../env.ts';
import { type IngestServer, startIngest } from '../../server.ts';
import { isRtcp } from '../../webrtc/peer.ts';

/** FFmpeg's options for a picture, a sound, and H.264 as cameras send it. */
export const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=640x320:rate=15'];
export const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
export const H264 = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'ultrafast', '-g', '15', '-bf', '0'];

/** @param port of the WHIP endpoint @param settings besides those for the tests */
export function start(
  port: number,
  logged: string[] = [],
  settings: Record<string, string> = {},
): Promise<IngestServer> {
  const WHIP_URL = `http://127.0.0.1:${port}/whip`;
  const env = parseEnvironment({ RTMP_PORT: '0', RTMP_HOST: '127.0.0.1', WHIP_URL, ...settings });
  return startIngest(env, pino({}, { write: (line) => logged.push(line) }));
}

/** A room whose host waits for a program that streams, and the program's key. */
export async function waiting(world: World, at: MediaServer, node = NODE) {
  const { token, host } = await hosted(world, at, { nodeId: node });
  await host.client.request('updateCamera', { camera: { ...camera, streamed: true } });
  return { token, host, key: await signStreamKey('whip', token, TICKET_SECRET) };
}

/** Resolves once the host's seat has as many producers. */
export const sends = (client: TestClient, count: number) =>
  client.channel(({ seats }) => seats.host?.producers.length === count);

/** What a guest gets of the host: NAL units of the picture, and timestamps of the sound's packets. */
export async function watch(server: MediaServer, token: string) {
  const { client } = await enter(server, token, 'guest', newKey());
  await client.request('requestChannel', { camera });
  const { peer, resume } = await receive(client, 'host', 2);
  onTestFinished(() => peer.close());
  const got = { units: [] as Buffer[], sound: [] as number[] };
  peer.track('audio').onMessage((packet) => {
    if (!isRtcp(packet)) got.sound.push(packet.readUInt32BE(4));
  });
  peer.track('video').onMessage((packet) => {
    if (!isRtcp(packet)) got.units.push(...unitsIn(packet.subarray(headerBytes(packet)), got.units));
  });
  await resume();
  return got;
}

/** Takes an RTP payload of H.264 apart (RFC 6184). @param units so far, of which a fragment continues the last */
function unitsIn(payload: Buffer, units: Buffer[]): Buffer[] {
  const [indicator = 0, fragment = 0] = payload;
  if ((indicator & 0x1f) !== FU_A) return [payload];
  const isFirst = (fragment & 0x80) !== 0;
  const header = Buffer.from([(indicator & 0xe0) | (fragment & 0x1f)]);
  const begun = isFirst ? header : (units.pop() ?? Buffer.alloc(0));
  return [Buffer.concat([begun, payload.subarray(2)])];
}
