import { randomBytes } from 'node:crypto';
import { ATTRIBUTE, CLASS, type Encoded, encode, METHOD } from './stun.ts';
import { StunLine, type Target } from './stun-line.ts';

/** Of the other side. */
export interface IceParameters {
  usernameFragment: string;
  password: string;
}

/** ICE's check of one way (RFC 8445, 7.2.2), which the other side answers if it knows these parameters. */
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

/** Whether an ICE candidate answers, as it would a browser. */
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
