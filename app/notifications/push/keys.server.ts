import { env } from '#app/platform/env.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Contact of the sender, for push services to complain to (RFC 8292, 2.1). */
function subject(): string {
  if (env.PUBLIC_URL?.startsWith('https:')) return env.PUBLIC_URL;
  const [, address = env.MAIL_FROM] = /<(.+)>$/.exec(env.MAIL_FROM) ?? [];
  return `mailto:${address}`;
}

const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;

/** Keys that sign push messages; null: push is off. */
export const pushKeys = publicKey && privateKey ? { subject: subject(), publicKey, privateKey } : null;

/** For `PushManager.subscribe`, base64url. @throws ProtocolError PUSH_OFF */
export function publicPushKey(): string {
  if (!pushKeys) throw new ProtocolError('PUSH_OFF');
  return pushKeys.publicKey;
}
