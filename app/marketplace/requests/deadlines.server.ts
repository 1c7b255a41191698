import { z } from 'zod';
import { defineQueue } from '#app/platform/jobs/job.server.ts';

/**
 * The jobs of these queues change requests, and changing a request enqueues them; separate queues avoid an import cycle.
 */
const data = z.object({ id: z.uuid() });
export const payTimeouts = defineQueue({ name: 'request-pay-timeout', data });
export const ringTimeouts = defineQueue({ name: 'request-ring-timeout', data });
export const freeCallTimeouts = defineQueue({ name: 'free-call-timeout', data });

/** Time a caller has to pay. */
export const PAY_MS = 10 * 60_000;
/** Time a person has to answer. */
export const RING_MS = 60_000;
/** No call starts if either person's next booking is closer than this. */
export const LEAST_MS = 60_000;
