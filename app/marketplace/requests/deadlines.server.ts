import { z } from 'zod';
import { defineQueue } from '#app/platform/jobs/job.server.ts';

/** Their jobs change requests; who changes requests enqueues them. */
const data = z.object({ id: z.uuid() });
export const payTimeouts = defineQueue({ name: 'request-pay-timeout', data });
export const ringTimeouts = defineQueue({ name: 'request-ring-timeout', data });

/** Whoever calls has so long to pay. */
export const PAY_MS = 10 * 60_000;
/** A streamer has so long to answer. */
export const RING_MS = 60_000;
/** With less time before the next booking of either no call begins. */
export const LEAST_MS = 60_000;
