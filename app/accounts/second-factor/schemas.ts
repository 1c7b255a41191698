import { z } from 'zod';
import { filled, id, instant } from '#app/entities/fields.ts';

/** Input and output schemas of second factors, for the API and the pages; browser-safe. */

/** Longer than anything browsers send, attestations included. */
const encoded = z.base64url().min(1).max(20_000);
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** A browser's RegistrationResponseJSON (https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson). */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type Registration = z.infer<typeof registrationSchema>;

/** A browser's AuthenticationResponseJSON. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

export const passkeyName = filled(60);

export const passkeySchema = z.object({
  id,
  createdAt: instant,
  name: z.string(),
  lastUsedAt: instant.nullable(),
});
export type PasskeyView = z.output<typeof passkeySchema>;

/** Current password: compared with the hash, so no format rules. */
export const passwordSchema = z.object({ password: z.string().max(200) });

/** A code of an authenticator app, or a recovery code, as typed. */
export const code = z.string().trim().min(1).max(60);

/** Passkeys per user. */
export const PASSKEYS_MAX = 10;
