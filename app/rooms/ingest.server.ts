import { eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { channel, mediaNode } from '#db/schema/index.ts';
import { signIngestKey, WHIP_PATH } from '#protocol/ingest-key.ts';
import type { Ingest } from '#protocol/ticket.ts';

/** Where and with which key a program sends the camera of a room's host. @param origin the site's */
export async function ingestOf(code: string, origin: string): Promise<Ingest> {
  return { whip: `${origin}${WHIP_PATH}`, key: await signIngestKey(code, env.TICKET_SECRET[0]) };
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
