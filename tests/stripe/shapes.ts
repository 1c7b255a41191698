import { z } from 'zod';

/**
 * The parts of Stripe's responses that the site relies on: fields, their types and the known states. Other fields are
 * allowed, because Stripe adds some with each version.
 */
const id = (prefix: string) => z.string().startsWith(`${prefix}_`);
const seconds = z.int().min(1_700_000_000);
const metadata = z.record(z.string(), z.string());
const nothing = z.null();

const list = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ object: z.literal('list'), data: z.array(item), has_more: z.boolean(), url: z.string() });

export const customer = z.looseObject({
  id: id('cus'),
  object: z.literal('customer'),
  created: seconds,
  email: z.string(),
  name: z.string(),
  livemode: z.literal(false),
  metadata,
  preferred_locales: z.array(z.string()),
});

export const deletedCustomer = z.looseObject({
  id: id('cus'),
  object: z.literal('customer'),
  deleted: z.literal(true),
});

export const paymentMethod = z.looseObject({
  id: id('pm'),
  object: z.literal('payment_method'),
  type: z.literal('card'),
  customer: z.string().nullable(),
  card: z.looseObject({
    brand: z.literal('visa'),
    last4: z.string().length(4),
    exp_month: z.int().min(1).max(12),
    exp_year: z.int().min(2025),
    fingerprint: z.string().length(16),
  }),
});

export const paymentMethods = list(paymentMethod);

const openSession = z.looseObject({
  id: id('cs_test'),
  object: z.literal('checkout.session'),
  status: z.literal('open'),
  url: z.url(),
  created: seconds,
  expires_at: seconds,
  livemode: z.literal(false),
  customer: id('cus'),
  metadata,
  success_url: z.string(),
  cancel_url: z.string(),
  ui_mode: z.literal('hosted_page'),
});

export const setupSession = openSession.extend({
  mode: z.literal('setup'),
  setup_intent: z.looseObject({
    id: id('seti'),
    object: z.literal('setup_intent'),
    status: z.literal('requires_payment_method'),
    payment_method: nothing,
    metadata,
  }),
  payment_intent: nothing,
  payment_status: z.literal('no_payment_required'),
});

export const paymentSession = openSession.extend({
  mode: z.literal('payment'),
  setup_intent: nothing,
  payment_status: z.literal('unpaid'),
  amount_total: z.int(),
  currency: z.literal('eur'),
});

const charge = z.looseObject({
  id: id('ch'),
  object: z.literal('charge'),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  captured: z.boolean(),
  currency: z.literal('eur'),
  disputed: z.literal(false),
  paid: z.boolean(),
  payment_intent: id('pi'),
  status: z.enum(['succeeded', 'failed']),
});

export const intent = z.looseObject({
  id: id('pi'),
  object: z.literal('payment_intent'),
  amount: z.int(),
  amount_capturable: z.int(),
  amount_received: z.int(),
  canceled_at: seconds.nullable(),
  cancellation_reason: z.string().nullable(),
  capture_method: z.enum(['manual', 'automatic']),
  client_secret: z.string(),
  created: seconds,
  currency: z.literal('eur'),
  livemode: z.literal(false),
  metadata,
  next_action: z.looseObject({ type: z.string() }).nullable(),
  payment_method: z.string().nullable(),
});

export const heldIntent = intent.extend({
  status: z.literal('requires_capture'),
  latest_charge: charge.extend({
    captured: z.literal(false),
    status: z.literal('succeeded'),
    payment_method_details: z.looseObject({ card: z.looseObject({ capture_before: seconds }) }),
  }),
});

export const capturedIntent = intent.extend({
  status: z.literal('succeeded'),
  latest_charge: charge.extend({
    captured: z.literal(true),
    balance_transaction: z.looseObject({
      id: id('txn'),
      object: z.literal('balance_transaction'),
      amount: z.int(),
      fee: z.int().min(1),
      net: z.int(),
      type: z.literal('charge'),
    }),
  }),
});

export const refund = z.looseObject({
  id: id('re'),
  object: z.literal('refund'),
  amount: z.int(),
  charge: id('ch'),
  currency: z.literal('eur'),
  payment_intent: id('pi'),
  reason: z.literal('requested_by_customer'),
  status: z.literal('succeeded'),
  transfer_reversal: nothing,
});

const capability = z.looseObject({
  status: z.enum(['active', 'pending', 'restricted', 'unsupported']),
  status_details: z.array(z.looseObject({ code: z.string(), resolution: z.string() })),
});

export const account = z.looseObject({
  id: id('acct'),
  object: z.literal('v2.core.account'),
  created: z.iso.datetime(),
  dashboard: z.literal('express'),
  livemode: z.literal(false),
  configuration: z.looseObject({
    recipient: z.looseObject({
      capabilities: z.looseObject({ stripe_balance: z.looseObject({ stripe_transfers: capability }) }),
    }),
  }),
  requirements: z.looseObject({
    entries: z
      .array(
        z.looseObject({
          awaiting_action_from: z.enum(['user', 'stripe']),
          description: z.string(),
          minimum_deadline: z.looseObject({ status: z.string() }),
        }),
      )
      .min(1),
  }),
  identity: z.looseObject({ country: z.string(), entity_type: z.literal('individual') }),
});

export const accountLink = z.looseObject({
  object: z.literal('v2.core.account_link'),
  account: id('acct'),
  created: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  url: z.url(),
});

export const events = list(
  z.looseObject({
    id: id('evt'),
    object: z.literal('event'),
    api_version: z.string(),
    created: seconds,
    data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
    livemode: z.literal(false),
    pending_webhooks: z.int(),
    type: z.string(),
  }),
);

export const balance = z.looseObject({
  object: z.literal('balance'),
  available: z.array(z.looseObject({ amount: z.int(), currency: z.string() })).min(1),
  pending: z.array(z.looseObject({ amount: z.int(), currency: z.string() })),
  livemode: z.literal(false),
});
