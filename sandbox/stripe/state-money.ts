import { z } from 'zod';

/** The part of the state that concerns money. Amounts are in the smallest unit of their currency, e.g. cents. */
const id = z.string();
const seconds = z.int();
const amount = z.int();
const metadata = z.record(z.string(), z.string());
const text = z.string().nullable();

/** Reason why a payment was refused. */
const refusal = z.object({
  code: z.string(),
  decline_code: text,
  message: z.string(),
  payment_method: z.string(),
  charge: text,
});

/** Parameters an intent is created with, by the API or by Checkout. */
const terms = z.object({
  amount,
  currency: z.string(),
  customer: text,
  capture_method: z.enum(['automatic', 'manual']),
  /** Whether to save the card for off-session payments. */
  setup_future_usage: z.literal('off_session').nullable(),
  application_fee_amount: amount.nullable(),
  destination: text,
  on_behalf_of: text,
  transfer_group: text,
  statement_descriptor_suffix: text,
  description: text,
  metadata,
});

const intent = terms.extend({
  id,
  created: seconds,
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  payment_method: text,
  return_url: text,
  latest_charge: text,
  error: refusal.nullable(),
  canceled_at: seconds.nullable(),
  cancellation_reason: z
    .enum(['abandoned', 'automatic', 'duplicate', 'fraudulent', 'requested_by_customer'])
    .nullable(),
  /** The Checkout Session that created it. */
  session: text,
});

const charge = z.object({
  id,
  created: seconds,
  intent: z.string(),
  payment_method: z.string(),
  amount,
  status: z.enum(['succeeded', 'failed']),
  error: refusal.nullable(),
  captured: z.boolean(),
  amount_captured: amount,
  /** Part of the hold that was not captured. */
  released: amount,
  /** Part of the captured amount that was refunded. */
  refunded: amount,
  /** When the hold expires; null for a refused charge. */
  capture_before: seconds.nullable(),
  application_fee: text,
  application_fee_amount: amount.nullable(),
  transfer: text,
  balance_transaction: text,
  disputed: z.boolean(),
});

const transaction = z.object({
  id,
  created: seconds,
  /** A connected account; null: the platform. */
  account: text,
  type: z.enum([
    'adjustment',
    'application_fee',
    'application_fee_refund',
    'charge',
    'payment',
    'payment_refund',
    'refund',
    'transfer',
    'transfer_refund',
  ]),
  amount,
  /** Fee deducted by Stripe or the platform. */
  fee: amount,
  currency: z.string(),
  source: z.string(),
});

const applicationFee = z.object({
  id,
  created: seconds,
  account: z.string(),
  amount,
  amount_refunded: amount,
  charge: z.string(),
  currency: z.string(),
  balance_transaction: z.string(),
});

const transfer = z.object({
  id,
  created: seconds,
  amount,
  amount_reversed: amount,
  currency: z.string(),
  destination: z.string(),
  destination_payment: z.string(),
  source_transaction: text,
  transfer_group: text,
  description: text,
  metadata,
  balance_transaction: z.string(),
});

const reversal = z.object({
  id,
  created: seconds,
  transfer: z.string(),
  amount,
  currency: z.string(),
  metadata,
  source_refund: text,
  balance_transaction: z.string(),
});

const refund = z.object({
  id,
  created: seconds,
  amount,
  currency: z.string(),
  charge: z.string(),
  intent: z.string(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).nullable(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  metadata,
  transfer_reversal: text,
  balance_transaction: z.string(),
});

const dispute = z.object({
  id,
  created: seconds,
  amount,
  currency: z.string(),
  charge: z.string(),
  intent: z.string(),
  reason: z.string(),
  status: z.enum([
    'lost',
    'needs_response',
    'under_review',
    'warning_closed',
    'warning_needs_response',
    'warning_under_review',
    'won',
  ]),
  due_by: seconds,
  evidence: z.record(z.string(), z.string()),
  submissions: z.int(),
  metadata,
  balance_transactions: z.array(z.string()),
});

const table = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema).default({});

export const moneyTables = {
  intents: table(intent),
  charges: table(charge),
  transactions: table(transaction),
  applicationFees: table(applicationFee),
  transfers: table(transfer),
  reversals: table(reversal),
  refunds: table(refund),
  disputes: table(dispute),
};

export const termsSchema = terms;
export type Refusal = z.infer<typeof refusal>;
export type Terms = z.infer<typeof terms>;
export type Intent = z.infer<typeof intent>;
export type Charge = z.infer<typeof charge>;
export type Transaction = z.infer<typeof transaction>;
export type Transfer = z.infer<typeof transfer>;
export type Reversal = z.infer<typeof reversal>;
export type Refund = z.infer<typeof refund>;
export type Dispute = z.infer<typeof dispute>;
