import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channel } from '#protocol/channel.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { REQUEST_TIMEOUT_MS, SOCKET_CHECK_MS } from '#protocol/limits.ts';
import { PROTOCOL_VERSION } from '#protocol/messages.ts';
import { RealtimeConnection } from './connection.ts';
import type { WorkerToPage } from './page-protocol.ts';
import { PlayedServer } from './tests/played-server.ts';

const channel: Channel = {
  token: 'K7M4QX9TR',
  status: 'CREATED',
  endReason: null,
  endedBy: null,
  expiresInMs: 1,
  extendable: false,
  visited: false,
  watched: false,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  seats: { host: null, guest: null },
};
const loginAnswer = (resumeToken: string) => ({
  seat: 'host',
  resumeToken,
  resumed: false,
  channel,
  routerRtpCapabilities: {},
});

let server: PlayedServer;
let connection: RealtimeConnection;
let said: WorkerToPage[];
let heard: () => void;

beforeEach(async () => {
  server = new PlayedServer();
  await server.listening();
  said = [];
  heard = () => {};
  connection = new RealtimeConnection((message) => {
    said.push(message);
    heard();
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  connection.handle({ type: 'close' });
  await server.close();
});

/** The next message of a type sent to the page, oldest first. */
async function told<T extends WorkerToPage['type']>(type: T): Promise<Extract<WorkerToPage, { type: T }>> {
  const wanted = (message: WorkerToPage): message is Extract<WorkerToPage, { type: T }> =>
    message.type === type;
  for (;;) {
    const at = said.findIndex(wanted);
    const [message] = at < 0 ? [] : said.splice(0, at + 1).slice(-1);
    if (message && wanted(message)) return message;
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
  }
}

async function logIn(timeoutMs = REQUEST_TIMEOUT_MS): Promise<void> {
  connection.handle({ type: 'open', timeoutMs, url: server.url, ticket: 'ticket-1' });
  (await server.next()).answer(loginAnswer('resume-1'));
  await told('loggedIn');
}

describe('RealtimeConnection', () => {
  it("logs in with the ticket and passes on the server's response", async () => {
    connection.handle({ type: 'open', timeoutMs: REQUEST_TIMEOUT_MS, url: server.url, ticket: 'ticket-1' });
    const login = await server.next();
    expect(login.request).toMatchObject({
      name: 'login',
      data: { version: PROTOCOL_VERSION, auth: { ticket: 'ticket-1' } },
    });
    login.answer(loginAnswer('resume-1'));
    expect((await told('connection')).state).toBe('open');
    expect((await told('loggedIn')).login).toMatchObject({ channel });
  });

  it('matches responses to requests by id, in any order', async () => {
    await logIn();
    const request = (id: number, direction: 'send' | 'receive') =>
      connection.handle({ type: 'request', id, request: { name: 'createTransport', data: { direction } } });
    request(71, 'send');
    request(72, 'receive');
    const [first, second] = [await server.next(), await server.next()];
    second.refuse({ code: 'WRONG_STATE' });
    expect(await told('refusal')).toEqual({ type: 'refusal', id: 72, error: { code: 'WRONG_STATE' } });
    const transport = {
      id: 't',
      iceParameters: { usernameFragment: 'u', password: 'p' },
      iceCandidates: [],
      dtlsParameters: { fingerprints: [{ algorithm: 'sha-256', value: 'AA' }] },
      iceServers: [],
    };
    first.answer(transport);
    expect(await told('answer')).toEqual({ type: 'answer', id: 71, data: transport });
  });

  it('refuses a request that is not answered within the time of the page', async () => {
    await logIn(100);
    connection.handle({ type: 'request', id: 5, request: { name: 'startChannel', data: {} } });
    const { say } = await server.next();
    expect(await told('refusal')).toMatchObject({ id: 5, error: { code: 'UNAVAILABLE' } });
    // The socket is the same: it was not refused for a silent one.
    say({ event: 'message', data: { id: crypto.randomUUID(), text: 'hello', sentAt: 0 } });
    await told('event');
  });

  it('treats a response of another shape as a server error', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 5, request: { name: 'produce', data: {} as never } });
    (await server.next()).answer({ producer: 1 });
    expect((await told('refusal')).error).toEqual({ code: 'SERVER_ERROR' });
  });

  it('passes on known events and ignores what it cannot read', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 5, request: { name: 'keepAliveSocket', data: {} } });
    const { sayRaw, say } = await server.next();
    sayRaw('{nonsense');
    say({ event: 'somethingElse', data: {} });
    say({ event: 'channelUpdate', data: { token: 1 } });
    const data = { id: 'a5c1f4e2-0f55-4b5e-9a55-5b8f3a0d7c11', text: 'hello', sentAt: 0 };
    say({ event: 'message', data });
    expect((await told('event')).event).toEqual({ name: 'message', data });
  });

  it('resumes after a drop with its resume token, and rejects pending requests', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).cut();
    expect((await told('refusal')).error).toEqual({ code: 'UNAVAILABLE' });
    const again = await server.next();
    expect(again.request).toMatchObject({ name: 'login', data: { auth: { resumeToken: 'resume-1' } } });
    again.answer({ ...loginAnswer('resume-2'), resumed: true });
    expect((await told('loggedIn')).login).toMatchObject({ resumed: true });
  });

  it('asks for a new ticket when its seat is no longer kept', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).cut();
    const again = await server.next();
    again.refuse({ code: 'RESUME_INVALID' });
    again.close(CLOSE_CODES.LOGIN_REFUSED);
    await told('ticketWanted');
    connection.handle({ type: 'ticket', url: server.url, ticket: 'ticket-2' });
    const third = await server.next();
    expect(third.request).toMatchObject({ data: { auth: { ticket: 'ticket-2' } } });
  });

  it('asks for a new ticket when another server has the room, and connects there', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).close(CLOSE_CODES.MOVED);
    expect(await told('connection')).toMatchObject({ state: 'reconnecting' });
    await told('ticketWanted');
    const other = new PlayedServer();
    await other.listening();
    connection.handle({ type: 'ticket', url: other.url, ticket: 'ticket-2' });
    const login = await other.next();
    expect(login.request).toMatchObject({ name: 'login', data: { auth: { ticket: 'ticket-2' } } });
    await other.close();
  });

  it('asks where the room is while its server does not answer, and resumes if it is still there', async () => {
    await logIn();
    const { url } = server;
    await server.close();
    await told('ticketWanted');
    connection.handle({ type: 'ticketRefused', code: 'UNAVAILABLE' });
    await told('ticketWanted');
    // Its server is back.
    server = new PlayedServer(Number(new URL(url).port));
    await server.listening();
    connection.handle({ type: 'ticket', url, ticket: 'ticket-2' });
    expect((await server.next()).request).toMatchObject({ data: { auth: { resumeToken: 'resume-1' } } });
  });

  it('connects elsewhere with a new ticket when its server is gone for good', async () => {
    await logIn();
    await server.close();
    await told('ticketWanted');
    server = new PlayedServer();
    await server.listening();
    connection.handle({ type: 'ticket', url: server.url, ticket: 'ticket-2' });
    expect((await server.next()).request).toMatchObject({ data: { auth: { ticket: 'ticket-2' } } });
  });

  it('receives notifications without a seat, and asks for a new ticket after a drop', async () => {
    connection.handle({
      type: 'open',
      timeoutMs: REQUEST_TIMEOUT_MS,
      url: server.url,
      userTicket: 'ticket-1',
    });
    const login = await server.next();
    expect(login.request).toMatchObject({ name: 'login', data: { auth: { userTicket: 'ticket-1' } } });
    const user = crypto.randomUUID();
    login.answer({ user });
    expect((await told('loggedIn')).login).toEqual({ user });
    const id = crypto.randomUUID();
    login.say({ event: 'notificationUpdate', data: { id } });
    expect((await told('event')).event).toEqual({ name: 'notificationUpdate', data: { id } });
    login.cut();
    await told('ticketWanted');
    connection.handle({ type: 'ticket', url: server.url, userTicket: 'ticket-2' });
    expect((await server.next()).request).toMatchObject({ data: { auth: { userTicket: 'ticket-2' } } });
  });

  it('retries when the web server has no ticket at the moment, and ends when it refuses one', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).cut();
    const again = await server.next();
    again.refuse({ code: 'RESUME_INVALID' });
    again.close(CLOSE_CODES.LOGIN_REFUSED);
    await told('ticketWanted');
    connection.handle({ type: 'ticketRefused', code: 'UNAVAILABLE' });
    await told('ticketWanted');
    connection.handle({ type: 'ticketRefused', code: 'CHANNEL_ENDED' });
    expect(await told('connection')).toMatchObject({ state: 'closed', code: 'CHANNEL_ENDED' });
  });

  it('ends with the reason when the login is refused', async () => {
    connection.handle({ type: 'open', timeoutMs: REQUEST_TIMEOUT_MS, url: server.url, ticket: 'ticket-1' });
    const login = await server.next();
    login.refuse({ code: 'SEAT_TAKEN' });
    login.close(CLOSE_CODES.LOGIN_REFUSED);
    expect(await told('connection')).toEqual({ type: 'connection', state: 'closed', code: 'SEAT_TAKEN' });
    expect(server.connections).toBe(1);
  });

  it('ends when another tab has taken the seat', async () => {
    await logIn();
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).close(CLOSE_CODES.REPLACED);
    expect(await told('connection')).toMatchObject({ state: 'closed', code: 'REPLACED' });
  });

  it('rejects requests at once while there is no connection', async () => {
    connection.handle({ type: 'request', id: 3, request: { name: 'startChannel', data: {} } });
    expect(await told('refusal')).toEqual({ type: 'refusal', id: 3, error: { code: 'UNAVAILABLE' } });
  });

  it('gives up a silent socket without waiting for its close', async () => {
    await logIn();
    // Nothing is answered after this, and the socket is never closed.
    const alive = await server.next();
    expect(alive.request.name).toBe('keepAliveSocket');
    expect(await told('connection')).toMatchObject({ state: 'reconnecting' });
    let next = await server.next();
    while (next.request.name === 'keepAliveSocket') next = await server.next();
    expect(next.request).toMatchObject({ name: 'login', data: { auth: { resumeToken: 'resume-1' } } });
  }, 20_000);

  it('pings at once after a change of network, and waits only briefly', async () => {
    await logIn();
    connection.handle({ type: 'check' });
    expect((await server.next()).request.name).toBe('keepAliveSocket');
    await setTimeout(SOCKET_CHECK_MS / 2);
    connection.handle({ type: 'check' });
    // Sooner than the next regular ping, or one of the second check.
    expect((await server.next()).request.name).toBe('login');
  });

  it('waits longer for a socket that answers slowly', async () => {
    await logIn();
    const first = await server.next();
    await setTimeout(SOCKET_CHECK_MS);
    first.answer({});
    // Until any message arrives.
    await setTimeout(SOCKET_CHECK_MS / 2);
    connection.handle({ type: 'check' });
    const asked = await server.next();
    await setTimeout(SOCKET_CHECK_MS * 2);
    asked.answer({});
    await setTimeout(SOCKET_CHECK_MS * 2);
    expect(server.connections).toBe(1);
  });

  it('gives a first connection its time, whatever the network does', async () => {
    connection.handle({ type: 'open', timeoutMs: REQUEST_TIMEOUT_MS, url: server.url, ticket: 'ticket-1' });
    const login = await server.next();
    connection.handle({ type: 'check' });
    await setTimeout(SOCKET_CHECK_MS + 500);
    login.answer(loginAnswer('resume-1'));
    expect(await told('connection')).toMatchObject({ state: 'open' });
    expect(server.connections).toBe(1);
  });

  it('retries at once when the network is back', async () => {
    await logIn();
    // Makes the randomised delay last for days: otherwise it would soon be over, and the cause of the retry would be
    // unknown.
    vi.spyOn(Math, 'random').mockReturnValue(1_000_000);
    connection.handle({ type: 'request', id: 9, request: { name: 'startChannel', data: {} } });
    (await server.next()).cut();
    await told('refusal');
    connection.handle({ type: 'check' });
    expect((await server.next()).request.name).toBe('login');
    expect(server.connections).toBe(2);
  });

  it('logs out when it is closed', async () => {
    await logIn();
    connection.handle({ type: 'close' });
    expect((await server.next()).request.name).toBe('logout');
  });
});
