import { z } from 'zod';
import { defineQueue } from '#app/platform/jobs/job.server.ts';

/** Updates a person's email address at Stripe, which sends receipts to it. */
export const customerUpdates = defineQueue({
  name: 'customer-update',
  data: z.object({ userId: z.uuid() }),
});
