import { expect } from 'vitest';
import { z } from 'zod';
import { RealtimeConnection } from '#app/realtime/connection.ts';
import type { RealtimeRequest, WorkerToPage } from '#app/realtime/page-protocol.ts';
import { camera, saying } from '#media-server/tests/support/client.ts';
import type { Channel, SeatName } from '#protocol/channel.ts';
import { errorSchema, ProtocolError } from '#protocol/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import { Client } from '../servers/client.ts';

const roomSchema = z.object({ token: z.string() });
const seatSchema = z.object({ ticket: z.string(), url: z.string() });

/**
 * A person's page in a call without the picture. It runs the browser's own connection code, so it reconnects as
 * browsers do.
 */
export class CallPage {
  readonly #client: Client;
  readonly #seat: SeatName;
  readonly #token: string;
  readonly #connection: RealtimeConnection;
  readonly #texts = new Set<string>();
  #isOpen = false;
  #isIn = false;
  #channel: Channel | null = null;
  #requests = 0;

  private constructor(client: Client, seat: SeatName, token: string) {
    this.#client = client;
    this.#seat = seat;
    this.#token = token;
    this.#connection = new RealtimeConnection((message) => this.#hear(message));
  }

  /** Creates a room. @param origin of the web server */
  static async host(origin: string): Promise<CallPage> {
    const client = new Client(origin);
    const { token } = roomSchema.parse((await client.call('/api/channel/ticket')).body);
    return CallPage.#enter(client, 'host', token);
  }

  /** Enters the room of a host. */
  static guest(origin: string, host: CallPage): Promise<CallPage> {
    return CallPage.#enter(new Client(origin), 'guest', host.#token);
  }

  static async #enter(client: Client, seat: SeatName, token: string): Promise<CallPage> {
    const page = new CallPage(client, seat, token);
    page.#connection.handle({ type: 'open', timeoutMs: REQUEST_TIMEOUT_MS, ...(await page.#access()) });
    await expect.poll(() => page.#isIn).toBe(true);
    return page;
  }

  get token(): string {
    return this.#token;
  }

  /** Whether the call is running with both people connected. */
  get isTogether(): boolean {
    const { status, seats } = this.#channel ?? {};
    return this.#isOpen && status === 'STARTED' && Boolean(seats?.host?.connected && seats.guest?.connected);
  }

  say(text: string): void {
    this.#request({ name: 'message', data: saying(text) });
  }

  hasHeard(text: string): boolean {
    return this.#texts.has(text);
  }

  close(): void {
    this.#connection.handle({ type: 'close' });
  }

  async #access(): Promise<z.infer<typeof seatSchema>> {
    const { status, body } = await this.#client.call(`/api/channel/seat/${this.#token}`, {
      body: { seat: this.#seat },
    });
    if (status === 200) return seatSchema.parse(body);
    throw new ProtocolError(errorSchema.parse(body).code);
  }

  #request(request: RealtimeRequest): void {
    this.#connection.handle({ type: 'request', id: ++this.#requests, request });
  }

  #hear(message: WorkerToPage): void {
    if (message.type === 'connection') this.#isOpen = message.state === 'open';
    if (message.type === 'ticketWanted') void this.#renew();
    if (message.type === 'loggedIn' && 'seat' in message.login) {
      this.#channel = message.login.channel;
      const first = this.#seat === 'host' ? 'createChannel' : 'requestChannel';
      this.#request({ name: this.#isIn ? 'updateCamera' : first, data: { camera } });
      this.#isIn = true;
      if (this.#channel.status !== 'CREATED') this.#request({ name: 'startChannel', data: {} });
    }
    if (message.type !== 'event') return;
    const { name, data } = message.event;
    if (name === 'message') this.#texts.add(data.text);
    if (name !== 'channelUpdate') return;
    const hasBegun = this.#channel?.status === 'CREATED' && data.status === 'REQUESTED';
    this.#channel = data;
    if (hasBegun) this.#request({ name: 'startChannel', data: {} });
  }

  async #renew(): Promise<void> {
    try {
      this.#connection.handle({ type: 'ticket', ...(await this.#access()) });
    } catch (error) {
      const code = error instanceof ProtocolError ? error.code : 'UNAVAILABLE';
      this.#connection.handle({ type: 'ticketRefused', code });
    }
  }
}
