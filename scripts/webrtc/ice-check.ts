import { randomBytes } from 'node:crypto';
import { ATTRIBUTE, CLASS, type Encoded, encode, METHOD } from './stun.ts';
import { StunLine, type Target } from './stun-line.ts';

/** Parameters of the peer. */
export interface IceParameters {
  usernameFragment: string;
  password: string;
}

/** ICE connectivity check (RFC 8445, 7.2.2), which the peer answers if the parameters are its own. */
export function iceRequest({ usernameFragment, password }: IceParameters): Encoded {
  const priority = Buffer.alloc(4);
  priority.writeUInt32BE(0x6e_00_1e_ff);
  const username = Buffer.from(`${usernameFragment}:${randomBytes(3).toString('hex')}`);
  const attributes = [
    [ATTRIBUTE.USERNAME, username],
    [ATTRIBUTE.PRIORITY, priority],
    [ATTRIBUTE.CONTROLLING, randomBytes(8)],
  ] as const;
  return encode(METHOD.BINDING, CLASS.REQUEST, attributes, password);
}

/** Whether an ICE candidate answers a connectivity check like a browser's. */
export async function iceAnswers(
  target: Omit<Target, 'framed'>,
  parameters: IceParameters,
): Promise<boolean> {
  const line = await StunLine.open({ ...target, framed: true }).catch(() => null);
  if (!line) return false;
  try {
    const answer = await line.ask(iceRequest(parameters));
    return answer?.class === CLASS.SUCCESS;
  } finally {
    line.close();
  }
}
