import { createHmac } from 'node:crypto';
import type { IceServer } from '#protocol/media.ts';

/** Long enough for any call: a TURN server checks it at every refresh of an allocation. */
const CREDENTIAL_TTL_S = 24 * 60 * 60;

export type TurnConfiguration = { urls: string[]; secret: string | null };

/**
 * ICE servers for one login, with their own TURN credentials by coturn's `use-auth-secret` scheme
 * (draft-uberti-behave-turn-rest-00, section 2.2).
 * @param name the user name part of the credentials, shown in the TURN server's log
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
