import { z } from 'zod';
import type { SeatAccess } from '#app/realtime/client.ts';
import { fetchJson, socketUrl } from '#app/realtime/http.ts';
import { type CallRequest, callRequestSchema } from '#protocol/call-request.ts';
import { channelStatusSchema, type SeatName } from '#protocol/channel.ts';
import { QUIET } from '#protocol/errors.ts';
import { type Extension, type ExtensionOffer, extendedSchema, extensionSchema } from '#protocol/extension.ts';
import { type RoomPeople, roomPeopleSchema } from '#protocol/person.ts';
import { PULL_PATH, type Pull } from '#protocol/pull.ts';
import { type Regions, regionsSchema } from '#protocol/region.ts';
import { type NewRoom, newRoomSchema } from '#protocol/room-code.ts';
import { type SeatAnswer, type SeatTicket, seatAnswerSchema } from '#protocol/ticket.ts';
import { claimInAddress } from '../keyed/claim.ts';

/** HTTP requests of calls. Each rejects with a ProtocolError: the server's code, or UNAVAILABLE without a response. */

/** Of requests that are often refused in a call, as when it has ended: an error in the console would alarm for nothing. */
const quiet = { [QUIET]: 'true' };

/** Creates a room that belongs to this browser. @param region the nearest, if there are several */
export function requestRoom(region: string | null): Promise<NewRoom> {
  const query = region === null ? '' : `?${new URLSearchParams({ region })}`;
  return fetchJson(`/api/channel/ticket${query}`, newRoomSchema);
}

/**
 * Requests the ticket for this browser's seat in a room.
 * @param rejoin continues a call that has ended
 */
export async function requestSeat(
  token: string,
  seat: SeatName,
  rejoin: boolean,
): Promise<SeatAccess & Pick<SeatAnswer, 'controlModes' | 'keyed' | 'ingest'>> {
  const answer = await fetchJson(`/api/channel/seat/${encodeURIComponent(token)}`, seatAnswerSchema, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...quiet },
    body: JSON.stringify({ seat, rejoin, claim: seat === 'host' ? claimInAddress() : undefined }),
  });
  const { controlModes, keyed, ingest } = answer;
  return { ...accessWith(answer), controlModes, keyed, ingest };
}

const WHY_NOT_PULLED = new Map<number, 'host' | 'refused' | 'failed'>([
  [403, 'host'],
  [409, 'refused'],
  [502, 'failed'],
]);

/**
 * Has the site pull a camera into the room of the key.
 * @returns null once it is there; else why it is not. `reason` says more, in English, if the room `refused` it or it `failed`
 */
export async function pullCamera(
  key: string,
  pull: Pull,
): Promise<{ why: 'host' | 'refused' | 'failed' | 'unavailable'; reason: string } | null> {
  const response = await fetch(PULL_PATH, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(pull),
  }).catch(() => null);
  if (response?.ok) return null;
  const reason = (await response?.text().catch(() => '')) ?? '';
  return { why: WHY_NOT_PULLED.get(response?.status ?? 0) ?? 'unavailable', reason };
}

/** The ticket with the socket's URL. */
export function accessWith({ ticket, url }: SeatTicket): SeatAccess {
  return { ticket, url: socketUrl(url) };
}

const requestedSchema = z.object({
  status: channelStatusSchema,
  mayReturn: z.boolean(),
  /** Missing from older web servers; null if unknown. */
  otherIsHere: z.boolean().nullish(),
  /** The booking or stream of a paid call; missing from older web servers. */
  bookingId: z.string().nullish(),
  streamId: z.string().nullish(),
});

/** The state of a room in which this browser has a seat, whether its ended call can be rejoined, and its payment. */
export function readRoom(token: string): Promise<z.infer<typeof requestedSchema>> {
  return fetchJson(`/api/channel/requested/${encodeURIComponent(token)}`, requestedSchema, {
    headers: quiet,
  });
}

/** People of a room in which this browser has a seat, or may take the guest's. */
export function readPeople(token: string): Promise<RoomPeople> {
  return fetchJson(`/api/channel/people/${encodeURIComponent(token)}`, roomPeopleSchema, { headers: quiet });
}

/** Publishes this account's first review of a streamer. @param rating stars, 1 to 5 */
export async function publishReview(producerId: string, rating: number | null, text: string): Promise<void> {
  await fetchJson('/api/review', z.object({}), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ producerId, rating, text }),
  });
}

/**
 * A call request to a streamer, or a free call, before there is a room, for one of its two people.
 * @param path of it in the API
 */
export function readRequest(path: string): Promise<CallRequest> {
  return fetchJson(path, callRequestSchema);
}

/** Rejects with WRONG_STATE if the request no longer rings. */
export function changeRequest(path: string, change: 'accept' | 'reject' | 'cancel'): Promise<CallRequest> {
  return fetchJson(`${path}/${change}`, callRequestSchema, { method: 'POST' });
}

/**
 * How the payer can extend a running call.
 * @param streamId from `readRoom`
 * @param withBank also asks whether their bank waits for them, which the web server has to request from Stripe
 */
export function readExtension(streamId: string, withBank: boolean): Promise<Extension> {
  const path = `/api/stream/${encodeURIComponent(streamId)}/extension`;
  return fetchJson(withBank ? `${path}?bank=true` : path, extensionSchema);
}

/** Extends a running call as offered. Rejects with PRICE_CHANGED, CARD_REFUSED or, if it is over, WRONG_STATE. */
export function extendCall(streamId: string, offer: ExtensionOffer): Promise<z.infer<typeof extendedSchema>> {
  return fetchJson(`/api/stream/${encodeURIComponent(streamId)}/extend`, extendedSchema, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(offer),
  });
}

const regionsAnswer = z.object({ regions: regionsSchema.default([]) });

/** A media server of each region; empty if there is no choice. */
export async function readRegions(): Promise<Regions> {
  return (await fetchJson('/api/pinga/heartbeat', regionsAnswer)).regions;
}

/** Resolves if calls are available. */
export async function pingServer(): Promise<void> {
  await fetchJson('/api/pinga/heartbeat', z.object({}));
}
