import { z } from 'zod';
import { defineEmail } from '#app/platform/mail/email.server.ts';

/** The last email to an account. The account is deleted before it is sent, so the job contains all of its data. */
export const goodbyeEmail = defineEmail({
  name: 'goodbye',
  data: z.object({ username: z.string(), email: z.string(), language: z.string(), origin: z.url() }),
  load: async ({ origin, ...to }) => ({ about: 'goodbye', to, facts: null, origin }),
  write: () => ({ page: '/contact-us' }),
});
