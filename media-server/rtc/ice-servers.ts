import { createHmac } from 'node:crypto';
import type { IceServer } from '#protocol/media.ts';

/** Lifetime of leaked credentials. A TURN server that ends a call's allocation after it causes an ICE restart. */
const CREDENTIAL_TTL_S = 60 * 60;

export type TurnConfiguration = { urls: string[]; secret: string | null };

/**
 * ICE servers of one seat, with TURN credentials by coturn's `use-auth-secret` scheme
 * (draft-uberti-behave-turn-rest-00, section 2.2).
 * @param name the user of the credentials: coturn counts quotas by it and shows it in its log
 * @param now ms since 1970
 */
export function iceServers({ urls, secret }: TurnConfiguration, name: string, now: number): IceServer[] {
  const stun = urls.filter((url) => url.startsWith('stun'));
  const turn = urls.filter((url) => url.startsWith('turn'));
  const servers: IceServer[] = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length > 0 && secret !== null) {
    const username = `${Math.floor(now / 1000) + CREDENTIAL_TTL_S}:${name}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    servers.push({ urls: turn, username, credential });
  }
  return servers;
}
