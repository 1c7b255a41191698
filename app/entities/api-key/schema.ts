import { z } from 'zod';
import { KEY_SCOPES } from '#protocol/key-scopes.ts';
import { editable, filled, id, instant } from '../fields.ts';

/** Not a pattern: `https://*.example` would let every page below it embed rooms. */
const PLAIN_HOST = /^[a-z0-9.-]+$/;

/** A web origin over HTTPS; for development also one on this computer. */
const origin = z
  .string()
  .trim()
  .max(200)
  .transform((typed, context) => {
    const url = URL.parse(typed);
    const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname);
    // No path, as `https://a.example/x` would suggest a restriction that browsers ignore.
    const isPlain = url && PLAIN_HOST.test(url.hostname) && url.href === `${url.origin}/`;
    if (isPlain && (url.protocol === 'https:' || isLocal)) return url.origin;
    context.addIssue({ code: 'custom', message: 'must be an origin, e.g. https://shop.example' });
    return z.NEVER;
  });

/** An API key of another product. The key itself is only in the response that creates it. */
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
  /** Only what can be changed later; `newApiKey` is for creating. */
  create: z.object({
    revoked: z.boolean().meta({ description: 'Once true, it stays so' }),
    perMinute: z.int().min(1).max(600),
  }),
  adminOnly: ['perMinute'],
};

/** Longest validity of a key, in days. */
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
