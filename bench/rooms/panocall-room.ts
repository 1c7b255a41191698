import { camera as cameraOf } from '#media-server/tests/support/client.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import type { Ingest } from '#protocol/ticket.ts';
import type { Quality } from '#protocol/video-quality.ts';
import type { PaidRoom } from '#tests/support/market/paid-room.ts';
import type { OpenRoom } from './contender.ts';
import { type Closer, Person } from './person.ts';
import { publish, streamByWhip } from './programs.ts';

/** Streams each room sends; `frameRate` is that of the film. */
type Sent = Parameters<OpenRoom>[0] & { frameRate?: number; isSilent?: boolean; by?: HostSender };

/** What sends the host's camera and sound: their browser, or a program beside it. */
export type HostSender = 'browser' | 'whip' | { rtmp: string };

/**
 * Creates a room on a site and enters it, as two browsers would: over the site's API, its WebSocket, and DTLS and SRTP.
 * The host sends the film and, unless it is silent, sound; the guest sends sound. `by` `rtmp` has the file that is published.
 * @param origin of the site
 * @param booked existing room of two people
 */
export async function openRoom(
  origin: string,
  quality: Quality,
  { film, pacer, frameRate, isSilent = false, by = 'browser' }: Sent,
  booked?: Pick<PaidRoom, 'token' | 'headers'>,
): ReturnType<OpenRoom> {
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const { host: hosts, guest: guests } = booked?.headers ?? {};
    const host = new Person(origin, pacer, closers, hosts);
    const guest = new Person(origin, pacer, closers, guests);
    const { token } = booked ?? newRoomSchema.parse(await host.ask('/api/channel/ticket'));
    await host.takeSeat(token, 'host');
    await host.client.request('createChannel', {
      camera: { ...cameraOf, quality, ...(by !== 'browser' && { streamed: true }) },
    });
    await guest.takeSeat(token, 'guest');
    const enteredAt = performance.now();
    await guest.client.request('requestChannel', { camera: { ...cameraOf, cameraType: 'NO_CAM' } });
    const sound = isSilent ? [] : (['audio'] as const);
    const hears = isSilent ? 0 : 1;
    // Both at once, as in browsers.
    const sending =
      by === 'browser'
        ? host.send(['video', ...sound], film, frameRate)
        : streamBy(by, host.ingest, { film, pacer }).then((stop) => closers.push(stop));
    await Promise.all([sending, guest.send(sound, film)]);
    const [screen] = await Promise.all([guest.watch('host', 1 + hears), host.watch('guest', hears)]);
    await Promise.all([host, guest].map(({ client }) => client.request('startChannel', {})));
    if (!screen) throw new Error('The host sends no video');
    const ended = Promise.race([host, guest].map(({ client }) => client.closed));
    closers.push(() => Promise.race([guest.client.ask('leaveChannel', {}), ended]));
    return { screen, enteredAt, ended: ended.then((code) => `The socket was closed: ${code}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function streamBy(
  by: Exclude<HostSender, 'browser'>,
  ingest: Ingest,
  { film, pacer }: Sent,
): Promise<Closer> {
  return by === 'whip' ? streamByWhip(ingest, film, pacer) : publish(ingest, by.rtmp);
}
