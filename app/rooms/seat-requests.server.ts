import { eq } from 'drizzle-orm';
import { offeredControlModes } from '#app/entities/user/public-profile.ts';
import { countRefusals, spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import type { SeatName } from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';
import type { SeatAnswer } from '#protocol/ticket.ts';
import { browserKey } from './browser-key.server.ts';
import { claimHost, keyedRoomOf } from './keyed-rooms.server.ts';
import { ingestOf } from './programs.server.ts';
import { ticketForSeat } from './rooms.server.ts';

type Wanted = { token: string | undefined; seat: SeatName; rejoin: boolean; claim?: string };

/** Refusals that tell something about a code. */
const WRONG: readonly ErrorCode[] = ['CODE_INVALID', 'CODE_EXPIRED', 'CODE_USED', 'SEAT_TAKEN'];

/**
 * Signs a ticket for a seat of the requesting browser, by room code as typed or from a URL.
 * @throws ProtocolError CODE_INVALID, CODE_EXPIRED, CODE_USED, SEAT_TAKEN, CHANNEL_ENDED, UNAVAILABLE, FULL, TOO_MANY_ROOMS, RATE_LIMITED
 */
export async function requestSeat(
  request: Request,
  clientAddress: string,
  { token, seat, rejoin, claim }: Wanted,
): Promise<{ body: SeatAnswer; setCookie: string[] }> {
  await spend('seat', clientAddress);
  const viewer = await viewerOf(request);
  const { key, setCookie, embeddedCookie } = await browserKey(request);
  const body = await countRefusals('wrongCode', clientAddress, WRONG, async () => {
    const code = roomCodeSchema.safeParse(token);
    if (!code.success) throw new ProtocolError('CODE_INVALID');
    if (claim && seat === 'host') await claimHost(code.data, claim, key);
    const ticket = await ticketForSeat(code.data, { seat, holder: key, user: viewer?.id ?? null, rejoin });
    const controlModes = seat === 'host' && viewer ? await controlModesOf(viewer.id) : [];
    const ingest = seat === 'host' ? await ingestOf(code.data, originOf(request)) : null;
    return { ...ticket, controlModes, keyed: await keyedRoomOf(code.data), ingest };
  });
  return { body, setCookie: body.keyed?.origins.length ? [setCookie, embeddedCookie] : [setCookie] };
}

async function controlModesOf(userId: string): Promise<ControlMode[]> {
  const { controlModes, padEnabled } = user;
  const [account] = await db.select({ controlModes, padEnabled }).from(user).where(eq(user.id, userId));
  return account ? offeredControlModes(account) : [];
}
