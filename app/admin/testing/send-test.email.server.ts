import { z } from 'zod';
import { defineEmail, type Letter } from '#app/platform/mail/email.server.ts';

/** What an administrator sends to themselves, to see whether emails arrive. */
export const testEmail = defineEmail({
  name: 'test',
  data: z.object({ username: z.string(), email: z.string(), language: z.string(), origin: z.url() }),
  load: async ({ origin, ...to }) => ({ about: 'test', to, facts: { origin } }),
  write: ({ facts: { origin } }: Letter<'test', { origin: string }>) => ({ values: { address: origin } }),
});
