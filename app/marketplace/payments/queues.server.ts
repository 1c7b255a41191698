import { z } from 'zod';
import { defineQueue } from '#app/platform/jobs/job.server.ts';

/** Carries out at Stripe what was decided about a payment. */
export const paymentMoves = defineQueue({ name: 'payment-move', data: z.object({ id: z.uuid() }) });

/** Transfers to a streamer what was charged while their account was not ready. */
export const payoutTransfers = defineQueue({ name: 'payout-transfer', data: z.object({ id: z.uuid() }) });
