import { z } from 'zod';
import { defineEmail } from '#app/platform/mail/email.server.ts';

/** The last email to an account: it is gone by then, so the job has all that the email says. */
export const goodbyeEmail = defineEmail({
  name: 'goodbye',
  data: z.object({ username: z.string(), email: z.string(), language: z.string(), origin: z.url() }),
  load: async ({ origin, ...to }) => ({ about: 'goodbye', to, facts: null, origin }),
  write: () => ({ page: '/contact-us' }),
});
