import { z } from 'zod';
import { anyPort, readEnvironment, secret } from '#protocol/environment.ts';

const environmentSchema = z.object({
  /** Port on 127.0.0.1 of Stripe's API and the control for tests. 0: any free port. */
  SANDBOX_API_PORT: anyPort.default(3003),
  /** Port on `HOST` of Checkout, 3-D Secure, onboarding and the Express dashboard. 0: any free port. */
  SANDBOX_PAGES_PORT: anyPort.default(3004),
  HOST: z.string().default('0.0.0.0'),
  /** Stripe's own keys are refused: someone with such a key expects to reach Stripe. */
  STRIPE_SECRET_KEY: z.string().regex(/^sk_sandbox_\w{16,}$/, 'must begin with sk_sandbox_'),
  /** Signs snapshot events, sent to `/api/stripe/webhook`. */
  STRIPE_WEBHOOK_SECRET: secret,
  /** Signs thin events, sent to `/api/stripe/accounts`. */
  STRIPE_ACCOUNTS_SECRET: secret,
  /** Origin of the web server, as reached from this machine. Its certificate is not checked. */
  SANDBOX_WEBHOOK_ORIGIN: z.url({ protocol: /^https?$/ }),
  /** Folder where the state is kept for the next start. Default: in memory only. */
  SANDBOX_FOLDER: z.string().nullable().default(null),
});

export type Environment = z.infer<typeof environmentSchema>;

/** @throws as `readEnvironment` */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  return readEnvironment(environmentSchema, source);
}
