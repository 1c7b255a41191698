import { eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { channel, mediaNode } from '#db/schema/index.ts';
import { PULL_PATH } from '#protocol/pull.ts';
import { KEYED_PATHS, signStreamKey } from '#protocol/stream-key.ts';
import type { Ingest, Watch } from '#protocol/ticket.ts';

const RTMP_USUAL_PORT = 1935;

/** Where and with which key a program sends the camera of a room's host. @param origin the site's */
export async function ingestOf(code: string, origin: string): Promise<Ingest> {
  const key = await signStreamKey('whip', code, env.TICKET_SECRET[0]);
  return {
    whip: `${origin}${KEYED_PATHS.whip}`,
    rtmp: env.RTMP_PORT ? rtmpAddress(origin, env.RTMP_PORT) : null,
    pull: env.CAMERA_HOSTS.length > 0 ? `${origin}${PULL_PATH}` : null,
    key,
  };
}

/** Where and with which key a player shows what a room's host sends. @param origin the site's */
export async function watchOf(code: string, origin: string): Promise<Watch> {
  const key = await signStreamKey('whep', code, env.TICKET_SECRET[0]);
  return { whep: `${origin}${KEYED_PATHS.whep}`, key };
}

/** Any path will do: only the stream's name counts. */
function rtmpAddress(origin: string, port: number): string {
  const at = port === RTMP_USUAL_PORT ? '' : `:${port}`;
  return `rtmp://${new URL(origin).hostname}${at}/live`;
}

/** Address of the WebSocket of the media server that has a room; null without a room, or if it has no own address. */
export async function mediaServerOf(code: string): Promise<string | null> {
  const [node] = await db
    .select({ url: mediaNode.url })
    .from(channel)
    .innerJoin(mediaNode, eq(mediaNode.id, channel.nodeId))
    .where(eq(channel.token, code));
  return node?.url ?? null;
}
