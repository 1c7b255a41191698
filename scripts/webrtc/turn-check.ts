import { createHash } from 'node:crypto';
import { type IceParameters, iceRequest } from './ice-check.ts';
import {
  ATTRIBUTE,
  CLASS,
  decode,
  type Encoded,
  encode,
  errorCode,
  METHOD,
  type StunMessage,
  xorAddress,
} from './stun.ts';
import { StunLine, type Target } from './stun-line.ts';

export interface TurnCredentials {
  username: string;
  credential: string;
}

/** The peer the TURN server is to relay to: an IPv4 ICE candidate. */
export interface Peer extends IceParameters {
  address: string;
  port: number;
}

/**
 * `unreachable`: no answer. `refused`: it rejects the credentials. `denied`: it does not relay to the peer. `silent`:
 * the peer's answer did not arrive.
 */
type Outcome =
  | { outcome: 'relays' | 'unreachable' | 'refused' | 'denied' | 'silent' }
  | { outcome: 'error'; code: number | null };

/** `distrust`: why the certificate is not trusted; null if it is, or without TLS. */
export type TurnResult = Outcome & { distrust: string | null };

const UNAUTHORIZED = 401;
/** UDP, the protocol between the TURN server and the peer. */
const RELAY_BY_UDP = Buffer.from([17, 0, 0, 0]);
const NO_TIME = Buffer.alloc(4);

/** @returns null unless it is a TURN server's URL (RFC 7065) */
export function turnTarget(url: string): Target | null {
  const [, scheme, host = '', port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? [];
  if (!scheme) return null;
  const secure = scheme === 'turns';
  const protocol = secure ? 'tls' : (transport ?? 'udp');
  if (protocol !== 'udp' && protocol !== 'tcp' && protocol !== 'tls') return null;
  return { protocol, host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (secure ? 5349 : 3478)) };
}

/** Makes a TURN server relay to a media server, as for a browser. */
export async function checkTurn(
  target: Target,
  credentials: TurnCredentials,
  peer: Peer,
): Promise<TurnResult> {
  const line = await StunLine.open(target).catch(() => null);
  if (!line) return { outcome: 'unreachable', distrust: null };
  try {
    return { ...(await relay(line, credentials, peer)), distrust: line.distrust };
  } finally {
    line.close();
  }
}

async function relay(line: StunLine, credentials: TurnCredentials, peer: Peer): Promise<Outcome> {
  const transport = [ATTRIBUTE.REQUESTED_TRANSPORT, RELAY_BY_UDP] as const;
  // The first request, without credentials, returns realm and nonce.
  const challenge = await line.ask(encode(METHOD.ALLOCATE, CLASS.REQUEST, [transport]));
  if (!challenge) return { outcome: 'unreachable' };
  const signed = signer(challenge, credentials);
  const allocated = await line.ask(signed(METHOD.ALLOCATE, [transport]));
  if (!allocated) return { outcome: 'unreachable' };
  const refusal = errorCode(allocated);
  if (refusal === UNAUTHORIZED) return { outcome: 'refused' };
  if (allocated.class !== CLASS.SUCCESS) return { outcome: 'error', code: refusal };
  const address = [ATTRIBUTE.PEER_ADDRESS, xorAddress(peer.address, peer.port)] as const;
  const permission = await line.ask(signed(METHOD.CREATE_PERMISSION, [address]));
  if (permission?.class !== CLASS.SUCCESS) return { outcome: 'denied' };
  const request = iceRequest(peer);
  const data = [ATTRIBUTE.DATA, request.bytes] as const;
  const heard = await line.send(encode(METHOD.SEND, CLASS.INDICATION, [address, data]), (message) =>
    isAnswer(message, request),
  );
  // Frees the allocation for others.
  await line.ask(signed(METHOD.REFRESH, [[ATTRIBUTE.LIFETIME, NO_TIME]]));
  return { outcome: heard ? 'relays' : 'silent' };
}

/** Signs requests with long-term credentials (RFC 8489, 9.2). */
function signer({ attributes }: StunMessage, { username, credential }: TurnCredentials) {
  const realm = attributes.get(ATTRIBUTE.REALM) ?? Buffer.alloc(0);
  const nonce = attributes.get(ATTRIBUTE.NONCE) ?? Buffer.alloc(0);
  const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
  return (method: number, more: readonly (readonly [number, Buffer])[]): Encoded => {
    const identity = [
      [ATTRIBUTE.USERNAME, Buffer.from(username)],
      [ATTRIBUTE.REALM, realm],
      [ATTRIBUTE.NONCE, nonce],
    ] as const;
    return encode(method, CLASS.REQUEST, [...more, ...identity], key);
  };
}

/** Whether this is the peer's answer, relayed. */
function isAnswer({ method, attributes }: StunMessage, { transaction }: Encoded): boolean {
  const data = method === METHOD.DATA ? attributes.get(ATTRIBUTE.DATA) : undefined;
  const inner = data && decode(data);
  return inner?.transaction === transaction && inner.class === CLASS.SUCCESS;
}
