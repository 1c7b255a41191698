import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { types } from 'mediasoup';
import type { Secrets } from '#protocol/environment.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import type { IceServer } from '#protocol/media.ts';
import { KEYED_PATHS, type KeyUse, readStreamKey } from '#protocol/stream-key.ts';
import type { Log } from '../log.ts';
import type { Room } from '../rooms/room.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { UnacceptableOffer } from '../rtc/offered.ts';
import { TokenBucket } from '../sockets/token-bucket.ts';

export type EndpointServices = {
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
/** Refusals that pass, and after how many seconds: a WHIP sender that vanished counts as sending for as long. */
const RETRIED: readonly number[] = [409, 429, 503];
const RETRY_S = 3;

const CORS = {
  'Access-Control-Allow-Methods': 'POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match',
  'Accept-Post': 'application/sdp',
};

/** What an endpoint does with a room. */
export type Exchange = {
  use: KeyUse;
  /** What the person who set up the program reads in its log, for errors that mean something else at each endpoint. */
  reasons: Partial<Record<ProtocolError['code'], string>>;
  /**
   * Answers an SDP offer, which the room's key came with.
   * @throws UnacceptableOffer; ProtocolError, with a code that `reasons` explains
   */
  begin(room: Room, sdp: string): Promise<{ answer: string; transport: types.WebRtcTransport }>;
  /** Ends a session, unless it has ended. */
  end(room: Room, transport: types.WebRtcTransport): void;
};

/** As `Exchange.reasons`, at both endpoints. */
const REASONS: Exchange['reasons'] = {
  NOT_SIGNED_IN: 'The key is wrong or missing: send it as "Authorization: Bearer KEY".',
  NOT_FOUND: 'There is nothing at this address.',
  UNSUPPORTED_MEDIA: 'Send an SDP offer as application/sdp.',
  CODE_INVALID: 'There is no room for this key.',
  CHANNEL_ENDED: 'The room of this key has ended.',
  TOO_LARGE: `An offer has at most ${MAX_OFFER_BYTES} bytes.`,
  RATE_LIMITED: 'Too many attempts: wait a few seconds.',
  UNAVAILABLE: 'The room cannot be reached now: try again.',
  METHOD_NOT_ALLOWED: 'Send an offer by POST.',
};

/**
 * Endpoint at which programs that are no browser get a session with a room's media: WHIP (RFC 9725), or WHEP
 * (draft-ietf-wish-whep), which asks in the same way.
 *
 * `POST` takes an SDP offer and answers 201 with the answer, all ICE candidates in it; 401 without the room's key, 404
 * and 410 without its room, 406 for media that cannot be had, 409 in the wrong state, 415, 413, 429, 503. `DELETE` of the
 * answer's `Location` ends the session. ICE cannot be restarted (501): programs connect again. Errors have their reason
 * as text.
 */
export class KeyedEndpoint {
  readonly #services: EndpointServices;
  readonly #exchange: Exchange;
  /** What ends each session, by the last part of its address. */
  readonly #sessions = new Map<string, () => Promise<void>>();
  readonly #buckets = new WeakMap<Room, TokenBucket>();

  constructor(services: EndpointServices, exchange: Exchange) {
    this.#services = services;
    this.#exchange = exchange;
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
    const id = path.slice(KEYED_PATHS[this.#exchange.use].length + 1);
    const asked = `${request.method} ${id === '' ? 'endpoint' : 'session'}`;
    if (asked.startsWith('OPTIONS')) send(response, 204, '', CORS);
    else if (asked === 'POST endpoint') await this.#begin(request, response);
    else if (asked === 'DELETE session') await this.#end(id, response);
    else if (asked === 'PATCH session') send(response, 501, 'ICE cannot be restarted: connect again.');
    else throw new ProtocolError('METHOD_NOT_ALLOWED');
  }

  async #begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { use, begin, end } = this.#exchange;
    const key = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const code = await readStreamKey(use, key.trim(), this.#services.ticketSecrets);
    if (code === null) throw new ProtocolError('NOT_SIGNED_IN');
    if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/sdp')
      throw new ProtocolError('UNSUPPORTED_MEDIA');
    const sdp = await bodyOf(request);
    const room = await this.#services.rooms.open(code);
    this.#admit(room);
    const { answer, transport } = await begin(room, sdp);
    const id = randomBytes(16).toString('base64url');
    this.#sessions.set(id, () => room.run(async () => end(room, transport)));
    transport.observer.once('close', () => this.#sessions.delete(id));
    const links = this.#services.iceServers(`${room.held.id}-${use}`).flatMap(linksOf);
    send(response, 201, answer, {
      'Content-Type': 'application/sdp',
      Location: `${KEYED_PATHS[use]}/${id}`,
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
      const reason = this.#exchange.reasons[error.code] ?? REASONS[error.code] ?? error.code;
      send(response, status, reason, {
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
        ...(RETRIED.includes(status) && { 'Retry-After': String(RETRY_S) }),
      });
    } else {
      const { use } = this.#exchange;
      this.#services.log.error({ err: error, use }, 'could not answer a WHIP or WHEP request');
      send(response, 500, 'The server could not take the offer.');
    }
  }
}

/** As in RFC 9725, 4.6. */
function linksOf({ urls, username, credential }: IceServer): string[] {
  const login = username
    ? `; username="${username}"; credential="${credential}"; credential-type="password"`
    : '';
  return [urls].flat().map((url) => `<${url}>; rel="ice-server"${login}`);
}

/** Answers with the length: some senders do not read chunked bodies. */
export function send(
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
