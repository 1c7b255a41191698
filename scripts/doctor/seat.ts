import { WebSocket } from 'ws';
import type { z } from 'zod';
import { errorSchema, ProtocolError } from '#protocol/errors.ts';
import { KEEP_ALIVE_INTERVAL_MS, REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import {
  PROTOCOL_VERSION,
  type RequestData,
  type RequestName,
  type ResponseData,
  requests,
  serverEnvelopeSchema,
} from '#protocol/messages.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { sendRequest } from './ask.ts';

const schemas: { [N in RequestName]: { response: z.ZodType<ResponseData<N>> } } = requests;

export type Transport = ResponseData<'createTransport'>;

export interface Ticket {
  ticket: string;
  /** Address of the media server. */
  url: URL;
  /** Cookies set by the site. */
  cookies: string[];
}

/**
 * Creates a room, which expires by itself if nobody takes the seat.
 * @throws ProtocolError as the site answers
 */
export async function newTicket(site: URL): Promise<Ticket> {
  const made = await sendRequest(new URL('/api/channel/ticket', site));
  const { token } = newRoomSchema.parse(bodyOf(made));
  const cookies = made.cookies;
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const seat = await sendRequest(new URL(`/api/channel/seat/${token}`, site), cookie, { seat: 'host' });
  const { ticket, url } = seatTicketSchema.parse(bodyOf(seat));
  const own = new URL('/realtime', site);
  own.protocol = own.protocol === 'https:' ? 'wss:' : 'ws:';
  return { ticket, url: url ? new URL(url) : own, cookies };
}

function bodyOf({ status, text }: { status: number; text: string }): unknown {
  if (status === 200) return JSON.parse(text);
  const error = errorSchema.safeParse(text.startsWith('{') ? JSON.parse(text) : null);
  if (error.success) throw new ProtocolError(error.data.code);
  throw new Error(`The site answers ${status}`);
}

/** The host's seat of a room that is never opened. */
export class Seat {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(data: unknown): void; reject(error: Error): void }>();
  readonly #alive: NodeJS.Timeout;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (raw) => this.#receive(String(raw)));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the socket was closed'));
    });
    this.#alive = setInterval(
      () => void this.ask('keepAliveSocket', {}).catch(() => {}),
      KEEP_ALIVE_INTERVAL_MS,
    );
  }

  /** @throws Error if the socket cannot be opened */
  static async connect(url: URL): Promise<Seat> {
    // Any certificate is accepted here; the site's check reports problems.
    const socket = new WebSocket(url, { rejectUnauthorized: false, handshakeTimeout: REQUEST_TIMEOUT_MS });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new Seat(socket);
  }

  /** @throws ProtocolError as the media server answers */
  async logIn(ticket: string): Promise<void> {
    await this.ask('login', { version: PROTOCOL_VERSION, auth: { ticket } });
  }

  /** @throws ProtocolError as the media server answers, Error if it does not */
  async ask<N extends RequestName>(name: N, data: RequestData<N>): Promise<ResponseData<N>> {
    this.#asked += 1;
    const id = this.#asked;
    if (this.#socket.readyState !== WebSocket.OPEN) throw new Error('the socket was closed');
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, name, data }));
    return schemas[name].response.parse(await answer);
  }

  /** Closes the socket and ends the room. */
  async close(): Promise<void> {
    clearInterval(this.#alive);
    await this.ask('finishChannel', {}).catch(() => {});
    this.#socket.terminate();
  }

  #receive(text: string): void {
    const envelope = serverEnvelopeSchema.parse(JSON.parse(text));
    if ('event' in envelope || envelope.id === null) return;
    const waiting = this.#waiting.get(envelope.id);
    this.#waiting.delete(envelope.id);
    if ('error' in envelope) waiting?.reject(new ProtocolError(envelope.error.code));
    else waiting?.resolve(envelope.data);
  }
}
