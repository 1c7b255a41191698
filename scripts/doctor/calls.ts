import { isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPrivate, isPublicAddress } from '#app/platform/private-url.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { iceAnswers } from '../webrtc/ice-check.ts';
import { type Finding, ok, open, reasonOf, wrong } from './finding.ts';
import { newTicket, Seat, type Ticket, type Transport } from './seat.ts';
import { checkTurnServers } from './turn.ts';

type Candidate = Transport['iceCandidates'][number] & { transport: Transport };

/**
 * Each room is placed on the worker with the fewest rooms, so this many in a row reach the ports of all workers on a
 * typical machine.
 */
const MOST_ROOMS = 12;
/** After this many rooms without a new port, all ports are known. */
const KNOWN_AFTER = 2;

/**
 * Checks a call's requirements with a real call without pictures: a room, its socket, and ICE to each port and TURN
 * server. The rooms created for it are never opened, and are ended.
 * @param addresses the site's
 */
export async function checkCalls(site: URL, addresses: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seats: Seat[] = [];
  try {
    const ticket = await ticketOrWhy(site);
    if (!('ticket' in ticket)) return [ticket];
    findings.push(...cookieFindings(site, ticket));
    const first = await seatOrWhy(ticket);
    if (!(first instanceof Seat)) return [...findings, first];
    seats.push(first);
    findings.push(ok(`The media server at ${ticket.url.host} takes the site’s tickets`));
    const transports = [await first.ask('createTransport', { direction: 'receive' })];
    const candidates = await allCandidates(site, transports, seats);
    findings.push(...addressFindings(site, ticket.url, addresses, candidates));
    const ports = await Promise.all(candidates.map(portFinding));
    findings.push(...ports, ...(await checkTurnServers(transports)));
    if (ports.some(({ state, what }) => state === 'ok' && what.startsWith('UDP')))
      findings.push(await mediaFinding(first));
  } catch (error) {
    findings.push(
      wrong(`The media server does not go on: ${reasonOf(error)}`, 'See the media server’s log.'),
    );
  } finally {
    await Promise.all(seats.map((seat) => seat.close()));
  }
  return findings;
}

async function ticketOrWhy(site: URL): Promise<Ticket | Finding> {
  try {
    return await newTicket(site);
  } catch (error) {
    const code = error instanceof ProtocolError ? error.code : null;
    if (code === 'UNAVAILABLE') {
      const todo =
        'Does one run, does it have the DATABASE_URL of the site, and does it drain? Compose: docker compose logs media';
      return wrong('No media server takes rooms', todo);
    }
    if (code === 'FULL') return wrong('All media servers are full', 'See docs/capacity.md: add one.');
    if (code === 'RATE_LIMITED' || code === 'TOO_MANY_ROOMS')
      return open('Calls: not checked, as this machine has made too many rooms. Wait ten minutes.');
    return wrong(`The site gives no room: ${reasonOf(error)}`, 'See the web server’s log.');
  }
}

async function seatOrWhy({ ticket, url }: Ticket): Promise<Seat | Finding> {
  const seat = await Seat.connect(url).catch(reasonOf);
  if (typeof seat === 'string') {
    const todo =
      'Does the proxy let WebSockets through? With MEDIA_URL: does it lead to the media server? Without: does ' +
      'MEDIA_INTERNAL_URL, from the web server?';
    return wrong(`No socket to the media server opens at ${url.href}: ${seat}`, todo);
  }
  try {
    await seat.logIn(ticket);
    return seat;
  } catch (error) {
    await seat.close();
    if (error instanceof ProtocolError && error.code === 'TICKET_INVALID') {
      const todo = 'TICKET_SECRET of web and media server differ, or their clocks do by more than a minute.';
      return wrong('The media server refuses the site’s tickets', todo);
    }
    const todo = 'Do web and media server have the same version and the same DATABASE_URL?';
    return wrong(`The media server lets no one in: ${reasonOf(error)}`, todo);
  }
}

function cookieFindings({ protocol }: URL, { cookies }: Ticket): Finding[] {
  if (protocol === 'http:') return [];
  if (cookies.every((cookie) => /^__Host-/.test(cookie) && /;\s*secure/i.test(cookie))) {
    return [ok('Cookies are sent over HTTPS only')];
  }
  return [
    wrong(
      'Cookies are not kept to HTTPS: the web server does not know that it is used',
      'Set PUBLIC_URL to the https:// address, and TRUST_PROXY to the number of proxies before the web server.',
    ),
  ];
}

/**
 * Collects the candidates of all workers, as far as rooms reveal them. @param transports the first room's; those of
 * further rooms are added
 */
async function allCandidates(site: URL, transports: Transport[], seats: Seat[]): Promise<Candidate[]> {
  const found = new Map<string, Candidate>();
  const add = (transport: Transport) => {
    const before = found.size;
    for (const candidate of transport.iceCandidates) {
      const key = `${candidate.protocol} ${candidate.address} ${candidate.port}`;
      if (!found.has(key)) found.set(key, { ...candidate, transport });
    }
    return found.size > before;
  };
  for (const transport of transports) add(transport);
  for (let known = 0; known < KNOWN_AFTER && seats.length < MOST_ROOMS; ) {
    const ticket = await newTicket(site).catch(() => null);
    const seat = ticket && (await seatOrWhy(ticket));
    if (!(seat instanceof Seat)) break;
    seats.push(seat);
    const transport = await seat.ask('createTransport', { direction: 'receive' });
    transports.push(transport);
    known = add(transport) ? 0 : known + 1;
  }
  return [...found.values()];
}

function addressFindings(
  site: URL,
  socket: URL,
  addresses: readonly string[],
  candidates: Candidate[],
): Finding[] {
  const announced = [...new Set(candidates.map(({ address }) => address))];
  if (isPrivate(site.href)) return [];
  return announced.map((address) => {
    if ((isIPv4(address) || isIPv6(address)) && !isPublicAddress(address)) {
      const todo = 'Set MEDIA_ANNOUNCED_ADDRESS to the address at which browsers reach the media server.';
      return wrong(`The media server announces ${address}, which only its own network reaches`, todo);
    }
    if (socket.host === site.host && addresses.length > 0 && !addresses.includes(address)) {
      return open(`The media server announces ${address}, which is not an address of ${site.hostname}`);
    }
    return ok(`The media server announces ${address}`);
  });
}

async function portFinding({ protocol, address, port, transport }: Candidate): Promise<Finding> {
  const name = `${protocol.toUpperCase()} ${isIPv6(address) ? `[${address}]` : address}:${port}`;
  if (isIPv6(address) && !hasIpv6()) return open(`${name}: not checked, as this machine has no IPv6`);
  if (await iceAnswers({ protocol, host: address, port }, transport.iceParameters))
    return ok(`${name} answers`);
  const todo =
    `Open the port (${protocol.toUpperCase()}) in the firewalls of the media server and its provider; or ` +
    'MEDIA_ANNOUNCED_ADDRESS is not where it is. The ports begin at RTC_PORT, one for each of MEDIA_WORKERS.';
  return wrong(`${name} does not answer`, todo);
}

function hasIpv6(): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.some(
    ({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe80:/i.test(address),
  );
}

/** Checks a complete connection, with DTLS, as in a call. */
async function mediaFinding(seat: Seat): Promise<Finding> {
  const { connectMedia } = await import('./media.ts').catch(() => ({ connectMedia: null }));
  if (!connectMedia) return open('A whole WebRTC connection: not checked here, as npm left its library out');
  return connectMedia(seat).then(
    () => ok('A WebRTC connection stands'),
    (error: unknown) => wrong(`No WebRTC connection: ${reasonOf(error)}`, 'What is wrong above may be why.'),
  );
}
