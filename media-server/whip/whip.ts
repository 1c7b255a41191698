import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { types } from 'mediasoup';
import type { Secrets } from '#protocol/environment.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import { readIngestKey, WHIP_PATH } from '#protocol/ingest-key.ts';
import type { IceServer } from '#protocol/media.ts';
import type { Log } from '../log.ts';
import type { Room } from '../rooms/room.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { UnacceptableOffer } from '../rtc/ingest/offer.ts';
import { TokenBucket } from '../sockets/token-bucket.ts';

export type WhipServices = {
  rooms: Rooms;
  ticketSecrets: Secrets;
  /** @param name the user name in the TURN credentials */
  iceServers(name: string): IceServer[];
  log: Log;
};

/** Offers have 2 to 6 KB. */
const MAX_OFFER_BYTES = 32 * 1024;
/** A program that reconnects does so every few seconds. */
const [BURST, PER_SECOND] = [10, 0.2];
/** Refusals that pass, and after how many seconds: a sender that vanished counts as sending for as long. */
const RETRIED: readonly number[] = [409, 429, 503];
const RETRY_S = 3;

const CORS = {
  'Access-Control-Allow-Methods': 'POST, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match',
  'Accept-Post': 'application/sdp',
};

/** What the person who set up the sender reads in its log. */
const REASONS: Partial<Record<ProtocolError['code'], string>> = {
  NOT_SIGNED_IN: 'The key is wrong or missing: send it as "Authorization: Bearer KEY".',
  NOT_FOUND: 'There is nothing at this address.',
  UNSUPPORTED_MEDIA: 'Send an SDP offer as application/sdp.',
  CODE_INVALID: 'There is no room for this key.',
  CHANNEL_ENDED: 'The room of this key has ended.',
  WRONG_STATE: 'Another program is sending with this key, or the room waits for no program.',
  TOO_LARGE: `An offer has at most ${MAX_OFFER_BYTES} bytes.`,
  RATE_LIMITED: 'Too many attempts: wait a few seconds.',
  UNAVAILABLE: 'The room cannot be reached now: try again.',
  METHOD_NOT_ALLOWED: 'Send an offer by POST.',
};

/**
 * The WHIP endpoint (RFC 9725): a program that streams sends a room's camera.
 *
 * `POST /whip` takes an SDP offer and answers 201 with the answer, all ICE candidates in it; 401 without the room's key,
 * 404 and 410 without its room, 406 for media that cannot be taken, 409 while another program sends or the room's host
 * has chosen another camera, 415, 413, 429, 503. `DELETE` of the answer's `Location` ends the session. ICE cannot be
 * restarted (501): senders connect again. Errors have their reason as text.
 */
export class Whip {
  readonly #services: WhipServices;
  /** What ends each session, by the last part of its address. */
  readonly #sessions = new Map<string, () => Promise<void>>();
  readonly #buckets = new WeakMap<Room, TokenBucket>();

  constructor(services: WhipServices) {
    this.#services = services;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'ETag, Link, Location');
    this.#answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else this.#refuse(response, error);
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = request.url?.split('?') ?? [];
    const id = path.slice(WHIP_PATH.length + 1);
    if (path !== WHIP_PATH && path !== `${WHIP_PATH}/${id}`) throw new ProtocolError('NOT_FOUND');
    const asked = `${request.method} ${id === '' ? 'endpoint' : 'session'}`;
    if (asked.startsWith('OPTIONS')) send(response, 204, '', CORS);
    else if (asked === 'POST endpoint') await this.#begin(request, response);
    else if (asked === 'DELETE session') await this.#end(id, response);
    else if (asked === 'PATCH session') send(response, 501, 'ICE cannot be restarted: connect again.');
    else throw new ProtocolError('METHOD_NOT_ALLOWED');
  }

  async #begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const code = await readIngestKey(key.trim(), this.#services.ticketSecrets);
    if (code === null) throw new ProtocolError('NOT_SIGNED_IN');
    if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/sdp')
      throw new ProtocolError('UNSUPPORTED_MEDIA');
    const sdp = await bodyOf(request);
    const room = await this.#services.rooms.open(code);
    this.#admit(room);
    const { answer, transport } = await takeIngest(room, sdp);
    const id = randomBytes(16).toString('base64url');
    this.#sessions.set(id, () => room.run(async () => endIngest(room, transport)));
    transport.observer.once('close', () => this.#sessions.delete(id));
    const links = this.#services.iceServers(`${room.held.id}-ingest`).flatMap(linksOf);
    send(response, 201, answer, {
      'Content-Type': 'application/sdp',
      Location: `${WHIP_PATH}/${id}`,
      ETag: `"${transport.iceParameters.usernameFragment}"`,
      ...(links.length > 0 && { Link: links }),
    });
  }

  async #end(id: string, response: ServerResponse): Promise<void> {
    const end = this.#sessions.get(id);
    if (!end) throw new ProtocolError('NOT_FOUND');
    await end();
    send(response, 200, '');
  }

  #admit(room: Room): void {
    const now = performance.now();
    const bucket = this.#buckets.get(room) ?? new TokenBucket(BURST, PER_SECOND, now);
    this.#buckets.set(room, bucket);
    if (!bucket.take(now)) throw new ProtocolError('RATE_LIMITED');
  }

  #refuse(response: ServerResponse, error: unknown): void {
    if (error instanceof UnacceptableOffer) send(response, 406, error.message);
    else if (error instanceof ProtocolError) {
      const status = ERROR_STATUS[error.code];
      send(response, status, REASONS[error.code] ?? error.code, {
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(RETRIED.includes(status) && { 'Retry-After': String(RETRY_S) }),
      });
    } else {
      this.#services.log.error({ err: error }, 'could not answer a WHIP request');
      send(response, 500, 'The server could not take the stream.');
    }
  }
}

/**
 * @throws UnacceptableOffer; ProtocolError WRONG_STATE while another program sends, or unless the room's host waits for a
 * program's camera
 */
async function takeIngest(room: Room, sdp: string) {
  if (await room.observed.media.seats?.host.ingest.isReceiving()) throw new ProtocolError('WRONG_STATE');
  return room.run(async () => {
    room.assertLive();
    const { state, media } = room.observed;
    if (!state.seats.host?.camera?.streamed) throw new ProtocolError('WRONG_STATE');
    const { seats } = await media.open();
    const taken = await seats.host.ingest.take(sdp);
    room.announce();
    return taken;
  });
}

function endIngest(room: Room, transport: types.WebRtcTransport): void {
  const host = room.observed.media.seats?.host;
  if (!transport.closed) host?.ingest.end();
  room.announce();
}

/** As in RFC 9725, 4.6. */
function linksOf({ urls, username, credential }: IceServer): string[] {
  const login = username
    ? `; username="${username}"; credential="${credential}"; credential-type="password"`
    : '';
  return [urls].flat().map((url) => `<${url}>; rel="ice-server"${login}`);
}

/** With its length: some senders do not read chunked bodies. */
function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string | string[]> = {},
): void {
  const body = Buffer.from(text);
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(body);
}

/** @throws ProtocolError TOO_LARGE */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const data = Buffer.from(chunk);
    length += data.length;
    if (length > MAX_OFFER_BYTES) throw new ProtocolError('TOO_LARGE');
    chunks.push(data);
  }
  return Buffer.concat(chunks).toString('utf8');
}
