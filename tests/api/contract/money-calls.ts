import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import { makeUser } from '../../support/people/people.ts';
import { sendEvent } from '../../support/servers/payment-sandbox.ts';
import type { ContractCall } from './setting.ts';

/** Calls about payments, besides those of bookings and requests, and Stripe's events. The order matters. */
export const moneyCalls: ContractCall[] = [
  [
    'POST /booking/:id/cancellation',
    async ({ site, chief, post }) => {
      const id = await SAMPLES.booking.make(site.db, chief.id);
      return post(`/api/booking/${id}/cancellation`, { reason: 'Asked for by both.' }, chief);
    },
    200,
    { status: 'CANCELLED', endedReason: 'ADMIN', endedNote: 'Asked for by both.' },
  ],
  [
    'POST /payment/:id/refund',
    async ({ site, chief, post }) => {
      const payment = await SAMPLES.payment.make(site.db, chief.id);
      await site.db
        .update(schema.payment)
        .set({ status: 'CAPTURED', captured: 1_000 })
        .where(eq(schema.payment.id, payment));
      return post(`/api/payment/${payment}/refund`, { amount: 300, reason: 'The picture was dark.' }, chief);
    },
    200,
    { refunded: 300 },
  ],
  [
    'POST /payment/:id/approval',
    async ({ site, chief, post }) => {
      const payment = await SAMPLES.payment.make(site.db, chief.id);
      const payeeId = await makeUser(site.db, {
        suspendedAt: new Date(),
        suspensionReason: 'Advertisements.',
      });
      await site.db
        .update(schema.payment)
        .set({ payeeId, status: 'HELD', toCapture: 1_000 })
        .where(eq(schema.payment.id, payment));
      return post(`/api/payment/${payment}/approval`, { decision: 'chargeNothing' }, chief);
    },
    200,
    { captured: 0 },
  ],
  [
    'POST /dispute/:id/answer',
    async ({ site, chief, post }) => {
      const id = await SAMPLES.dispute.make(site.db, chief.id);
      return post(`/api/dispute/${id}/answer`, { text: 'They had agreed to the terms.' }, chief);
    },
    200,
    { status: 'needs_response' },
  ],
  [
    'POST /stream/:id/complaint',
    async ({ site, streamer, post }) => {
      const streamId = await SAMPLES.stream.make(site.db, streamer.id);
      await site.db
        .update(schema.stream)
        .set({ endedAt: new Date(), charge: 1_000 })
        .where(eq(schema.stream.id, streamId));
      const body = { kind: 'NO_PICTURE', text: 'It was black.', wanted: 400 };
      return post(`/api/stream/${streamId}/complaint`, body, streamer);
    },
    201,
    { kind: 'NO_PICTURE', wanted: 400, charge: 1_000, status: 'OPEN' },
  ],
  [
    'POST /complaint/:id/answer',
    async ({ site, streamer, post }) => {
      const [made] = await site.db.select().from(schema.complaint);
      await site.db
        .update(schema.stream)
        .set({ producerId: streamer.id, consumerId: null })
        .where(eq(schema.stream.id, made?.streamId ?? ''));
      return post(`/api/complaint/${made?.id}/answer`, { answer: 'It was dark.', conceded: 100 }, streamer);
    },
    200,
    { status: 'DECLINED', conceded: 100 },
  ],
  [
    'POST /complaint/:id/decide',
    async ({ site, chief, post }) => {
      const [made] = await site.db.select().from(schema.complaint);
      const body = { decided: 400, reason: 'It was black.' };
      return post(`/api/complaint/${made?.id}/decide`, body, chief);
    },
    200,
    { status: 'DECIDED', decided: 400 },
  ],
  [
    'POST /stripe/webhook',
    ({ site }) => {
      const object = { id: 'ch_1', object: 'charge' };
      const event = { id: 'evt_contract', object: 'event', type: 'charge.expired', livemode: false };
      return sendEvent(
        site,
        '/api/stripe/webhook',
        { ...event, data: { object } },
        site.sandbox.secrets.webhook,
      );
    },
    200,
  ],
  [
    'POST /stripe/accounts',
    ({ site }) => {
      const event = {
        id: 'evt_thin',
        object: 'v2.core.event',
        type: 'v2.core.account.closed',
        livemode: false,
      };
      return sendEvent(site, '/api/stripe/accounts', event, site.sandbox.secrets.accounts);
    },
    200,
  ],
];
