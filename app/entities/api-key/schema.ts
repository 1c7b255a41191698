import { z } from 'zod';
import { KEY_SCOPES } from '#db/schema/index.ts';
import { editable, filled, id, instant } from '../fields.ts';

/** An origin of pages, over HTTPS; for development also this computer's. */
const origin = z
  .string()
  .trim()
  .max(200)
  .transform((typed, context) => {
    const url = URL.parse(typed);
    const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname);
    // Nothing but an origin: `https://a.example/x` would promise a path that browsers do not look at.
    if (url && (url.protocol === 'https:' || isLocal) && url.href === `${url.origin}/`) return url.origin;
    context.addIssue({ code: 'custom', message: 'must be an origin, e.g. https://shop.example' });
    return z.NEVER;
  });

/** A key of another product. The key itself is in the answer that creates it, and nowhere else. */
export const apiKeySchema = {
  row: z.object({
    ...editable,
    userId: id,
    name: z.string(),
    prefix: z.string().meta({ description: 'What the key begins with' }),
    scopes: z.array(z.enum(KEY_SCOPES)),
    origins: z.array(z.string()).meta({
      description: 'Of the pages that may embed its rooms, and that people return to from them',
    }),
    perMinute: z.int().meta({ description: 'Requests that it may make in a minute' }),
    lastUsedAt: instant.nullable(),
    expiresAt: instant.nullable(),
    revoked: z.boolean(),
    revokedAt: instant.nullable(),
  }),
  /** What can be changed later. */
  create: z.object({
    revoked: z.boolean().meta({ description: 'Once true, it stays so' }),
    perMinute: z.int().min(1).max(600),
  }),
  adminOnly: ['perMinute'],
};

/** How long a key may be good, in days. */
const KEY_DAYS = 3_650;

/** A new key. */
export const newApiKey = z.strictObject({
  name: filled(60),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
  origins: z.array(origin).max(10).default([]),
  expiresInDays: z
    .int()
    .min(1)
    .max(KEY_DAYS)
    .nullable()
    .default(null)
    .meta({ description: 'Null: until it is revoked' }),
});
