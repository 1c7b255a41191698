import { z } from 'zod';
import { defineEmail, type Letter } from '#app/platform/mail/email.server.ts';

/** Email that administrators send to themselves, to test the delivery. */
export const testEmail = defineEmail({
  name: 'test',
  data: z.object({ username: z.string(), email: z.string(), language: z.string(), origin: z.url() }),
  load: async ({ origin, ...to }) => ({ about: 'test', to, facts: { origin } }),
  write: ({ facts: { origin } }: Letter<'test', { origin: string }>) => ({ values: { address: origin } }),
});
