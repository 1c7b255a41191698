import { z } from 'zod';
import { cardSchema } from '#app/entities/card/schema.ts';
import { complaintSchema } from '#app/entities/complaint/schema.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { disputeSchema } from '#app/entities/dispute/schema.ts';
import { id } from '#app/entities/fields.ts';
import { paymentSchema } from '#app/entities/payment/schema.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { complaintAnswer, complaintDecision, newComplaint } from './complaints/schema.ts';
import { disputeAnswer } from './disputes/schema.ts';
import { approving } from './holds/schema.ts';
import { newPayout, payoutSchema, stripePage } from './payouts/schema.ts';
import { newRefund } from './refunds/schema.ts';

const AT_STRIPE = ['PAYMENTS_OFF', 'UNAVAILABLE'] as const;
const card: z.ZodType<Row> = cardSchema.row;
const payment: z.ZodType<Row> = paymentSchema.row;
const complaint: z.ZodType<Row> = complaintSchema.row;
const dispute: z.ZodType<Row> = disputeSchema.row;

/** API calls for cards and payouts, besides the generic ones. */
export const PAYMENT_CALLS = {
  startCard: {
    at: 'POST /api/card',
    tag: 'card',
    summary: "Begins to save a card, on Stripe's page",
    description:
      'Only for people whose email address is confirmed. The page leads back to /personal/payment.',
    answer: { status: 201, description: "Where to send the person's browser", schema: stripePage },
    refuses: [...WRITE_REFUSALS, ...AT_STRIPE, 'FORBIDDEN'],
  },
  removeCard: {
    at: 'DELETE /api/card/{id}',
    tag: 'card',
    summary: 'Removes a card, at Stripe too',
    params: z.object({ id }),
    answer: done('It is removed'),
    refuses: [...WRITE_REFUSALS, ...AT_STRIPE, 'NOT_FOUND', 'IN_USE'],
  },
  preferCard: {
    at: 'POST /api/card/{id}/default',
    tag: 'card',
    summary: 'Makes a card the one that is proposed',
    params: z.object({ id }),
    answer: { description: 'The card', schema: card },
    refuses: [...WRITE_REFUSALS, 'NOT_FOUND'],
  },
  refundPayment: {
    at: 'POST /api/payment/{id}/refund',
    tag: 'payment',
    summary: 'Gives back a part of what was charged, or all',
    description:
      'Allowed for administrators. The streamer and the site give back their parts of it. It is done at Stripe afterwards; both get an email.',
    params: z.object({ id }),
    body: newRefund,
    answer: { description: 'The payment', schema: payment },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  decideApproval: {
    at: 'POST /api/payment/{id}/approval',
    tag: 'payment',
    summary: 'Decides whether what a suspended streamer has delivered is charged',
    description:
      'Allowed for administrators, while it is held and due. Undecided, nothing is charged once the bank is about to let it go.',
    params: z.object({ id }),
    body: z.object({ decision: approving }),
    answer: { description: 'The payment', schema: payment },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  answerDispute: {
    at: 'POST /api/dispute/{id}/answer',
    tag: 'dispute',
    summary: "Answers a dispute, once, with what was counted of its call and the administrator's text",
    description: 'Allowed for administrators. It is sent to the bank afterwards, by Stripe.',
    params: z.object({ id }),
    body: disputeAnswer,
    answer: { description: 'The dispute', schema: dispute },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  complain: {
    at: 'POST /api/stream/{id}/complaint',
    tag: 'complaint',
    summary: 'A customer wants some of a call’s charge back',
    description:
      'Once for a call, for some hours after its end. Its streamer answers; what they do not give back, an administrator decides. What is held is not charged meanwhile, as long as the bank keeps it.',
    params: z.object({ id }),
    body: newComplaint,
    answer: { status: 201, description: 'The complaint', schema: complaint },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE', 'ALREADY_EXISTS'],
  },
  answerComplaint: {
    at: 'POST /api/complaint/{id}/answer',
    tag: 'complaint',
    summary: "The streamer's answer, with what they give back",
    description: 'All that was wanted ends the complaint. Anything else is for an administrator to decide.',
    params: z.object({ id }),
    body: complaintAnswer,
    answer: { description: 'The complaint', schema: complaint },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'NOT_FOUND', 'WRONG_STATE'],
  },
  decideComplaint: {
    at: 'POST /api/complaint/{id}/decide',
    tag: 'complaint',
    summary: 'Decides a complaint that is not accepted: what is given back in all',
    description: 'Allowed for administrators. Not less than the streamer gives back. Both people are told.',
    params: z.object({ id }),
    body: complaintDecision,
    answer: { description: 'The complaint', schema: complaint },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'CONFIRM_AGAIN', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATE'],
  },
  readPayout: {
    at: 'GET /api/payout',
    tag: 'payout',
    summary: 'How the viewer is paid, read from Stripe again unless they are ready',
    description: 'As it was last, if Stripe does not answer.',
    answer: { description: 'Their state', schema: payoutSchema },
    refuses: ['NOT_SIGNED_IN'],
  },
  startPayout: {
    at: 'POST /api/payout',
    tag: 'payout',
    summary: "Leads a streamer to Stripe's pages, where they give what it takes to be paid",
    description: 'The first time it needs their country. The pages lead back to /personal/payout.',
    body: newPayout,
    answer: { status: 201, description: "Where to send the person's browser", schema: stripePage },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, ...AT_STRIPE, 'FORBIDDEN', 'CONFIRM_AGAIN'],
  },
  openPayoutDashboard: {
    at: 'POST /api/payout/dashboard',
    tag: 'payout',
    summary: "Leads a streamer to Stripe's page with what they have earned and where it is paid",
    answer: { status: 201, description: "Where to send the person's browser", schema: stripePage },
    refuses: [...WRITE_REFUSALS, ...AT_STRIPE, 'NOT_FOUND', 'CONFIRM_AGAIN'],
  },
  receivePaymentEvent: {
    at: 'POST /api/stripe/webhook',
    tag: 'stripe',
    summary: "For Stripe: an event about the site's payments, signed with STRIPE_WEBHOOK_SECRET",
    answer: done('It will be looked into'),
    refuses: ['FORBIDDEN', 'TOO_LARGE', 'PAYMENTS_OFF', 'UNAVAILABLE'],
  },
  receiveAccountEvent: {
    at: 'POST /api/stripe/accounts',
    tag: 'stripe',
    summary: "For Stripe: a thin event about a streamer's account, signed with STRIPE_ACCOUNTS_SECRET",
    answer: done('It will be looked into'),
    refuses: ['FORBIDDEN', 'TOO_LARGE', 'PAYMENTS_OFF', 'UNAVAILABLE'],
  },
} satisfies ApiCalls;
