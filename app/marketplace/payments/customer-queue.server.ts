import { z } from 'zod';
import { defineQueue } from '#app/platform/jobs/job.server.ts';

/** Tells Stripe of someone's new email address: receipts go there. */
export const customerUpdates = defineQueue({
  name: 'customer-update',
  data: z.object({ userId: z.uuid() }),
});
