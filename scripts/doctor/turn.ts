import { isIPv4 } from 'node:net';
import { checkTurn, type Peer, type TurnCredentials, turnTarget } from '../webrtc/turn-check.ts';
import { type Finding, ok, open, wrong } from './finding.ts';
import type { Transport } from './seat.ts';

/** TURN error: too many allocations. */
const QUOTA_REACHED = 486;

/** Checks each TURN server the site offers, over each of its transports. */
export async function checkTurnServers(transports: readonly Transport[]): Promise<Finding[]> {
  const wanted = new Map<string, () => Promise<Finding>>();
  for (const { iceServers, iceCandidates, iceParameters } of transports) {
    const candidate = iceCandidates.find(({ protocol, address }) => protocol === 'udp' && isIPv4(address));
    for (const { urls, username, credential } of iceServers) {
      for (const url of [urls].flat()) {
        if (!username || !credential || !candidate || wanted.has(url)) continue;
        const peer = { ...iceParameters, address: candidate.address, port: candidate.port };
        wanted.set(url, () => turnFinding(url, { username, credential }, peer));
      }
    }
  }
  if (wanted.size === 0) {
    return [
      open('No TURN server: people whose network lets no media out cannot call (TURN_URLS, TURN_SECRET)'),
    ];
  }
  return Promise.all([...wanted.values()].map((check) => check()));
}

async function turnFinding(url: string, credentials: TurnCredentials, peer: Peer): Promise<Finding> {
  const target = turnTarget(url);
  if (!target)
    return wrong(`${url} is no TURN server’s URL`, 'Correct TURN_URLS: turn:HOST:PORT?transport=udp');
  const result = await checkTurn(target, credentials, peer);
  switch (result.outcome) {
    case 'relays':
      if (!result.distrust) return ok(`${url} relays to the media server`);
      return wrong(
        `${url} has a certificate that is not trusted: ${result.distrust}`,
        'Browsers do not use it.',
      );
    case 'unreachable':
      return wrong(
        `${url} does not answer`,
        `Does the TURN server run, is port ${target.port} (${target.protocol === 'udp' ? 'UDP' : 'TCP'}) open, and is TURN_URLS right?`,
      );
    case 'refused':
      return wrong(
        `${url} refuses the credentials that the site hands out`,
        'TURN_SECRET is not the TURN server’s secret (coturn: static-auth-secret), or its clock is wrong.',
      );
    case 'denied':
      return wrong(
        `${url} does not relay to ${peer.address}`,
        'Let it relay to the media server (coturn: allowed-peer-ip): to MEDIA_ANNOUNCED_ADDRESS.',
      );
    case 'silent':
      return wrong(
        `${url} relays, but nothing comes back from ${peer.address}:${peer.port}`,
        'Let the TURN server reach the media server’s ports, and be reached at its relay ports (UDP).',
      );
    case 'error':
      return result.code === QUOTA_REACHED
        ? open(`${url}: not checked, as it has as many calls as it takes`)
        : wrong(`${url} answers with the error ${result.code}`, 'See the TURN server’s log.');
  }
}
