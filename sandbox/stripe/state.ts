import { z } from 'zod';
import { moneyTables, termsSchema } from './state-money.ts';

/**
 * All state of the sandbox, as stored in its journal. Objects hold only variable data; `resources/` renders them in
 * Stripe's format. Times are s of the sandbox's clock since 1970, unless said otherwise.
 */
const id = z.string();
const seconds = z.int();
const metadata = z.record(z.string(), z.string());
const text = z.string().nullable();

const customer = z.object({
  id,
  created: seconds,
  email: text,
  name: text,
  description: text,
  phone: text,
  locales: z.array(z.string()),
  metadata,
  deleted: z.boolean(),
});

const paymentMethod = z.object({
  id,
  created: seconds,
  /** Null before it is attached, and after it is detached. */
  customer: text,
  /** Detached payment methods cannot be used again. */
  detached: z.boolean(),
  /** The full number: always one of Stripe's test cards. */
  number: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  name: text,
  /** Whether it is saved for off-session payments, and authenticated if the card requires it. */
  set_up: z.boolean(),
  metadata,
});

const setupIntent = z.object({
  id,
  created: seconds,
  customer: text,
  payment_method: text,
  status: z.enum(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']),
  metadata,
  /** Reason why the last card was refused. */
  error: z.object({ code: z.string(), decline_code: text }).nullable(),
});

/** Checkout's languages. The sandbox's pages speak English and Spanish. */
export const CHECKOUT_LOCALES = [
  ...([
    'auto',
    'bg',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'en-GB',
    'es',
    'es-419',
    'et',
    'fi',
    'fil',
    'fr',
  ] as const),
  ...(['fr-CA', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt'] as const),
  ...(['pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'] as const),
] as const;

const session = z.object({
  id,
  created: seconds,
  expires_at: seconds,
  mode: z.enum(['setup', 'payment']),
  status: z.enum(['open', 'complete', 'expired']),
  url: z.string(),
  customer: text,
  currency: text,
  locale: z.enum(CHECKOUT_LOCALES).nullable(),
  success_url: z.string(),
  cancel_url: text,
  client_reference_id: text,
  metadata,
  setup_intent: text,
  /** For mode `payment`: the terms and the items. */
  payment: z
    .object({ terms: termsSchema, items: z.array(z.object({ name: z.string(), amount: z.int() })) })
    .nullable(),
  /** Created once someone enters a card. */
  payment_intent: text,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).nullable(),
  payment_method_save: z.enum(['disabled', 'enabled']).nullable(),
});

const capabilityStatus = z.enum(['active', 'pending', 'rejected', 'restricted', 'unsupported']);

const account = z.object({
  id,
  created: seconds,
  /** ISO 3166, lower case. */
  country: z.string(),
  entity_type: text,
  contact_email: text,
  display_name: text,
  currency: text,
  locales: z.array(z.string()),
  metadata,
  closed: z.boolean(),
  transfers: capabilityStatus,
  payouts: capabilityStatus,
  /** Stripe's open requirements, e.g. `identity.individual.given_name`. */
  due: z.array(z.string()),
  /** Entered on the onboarding page. */
  legal_name: text,
  /** URL its last onboarding returned to: the browser reaches the Express dashboard at the same host name. */
  site: text,
});

/** A page opened by a token in its URL. */
const link = z.object({
  /** The token. */
  id,
  kind: z.enum(['onboarding', 'form', 'express']),
  account: z.string(),
  expires_at: seconds,
  refresh_url: z.string(),
  return_url: z.string(),
});

const event = z.object({
  id,
  type: z.string(),
  created: seconds,
  /** Which of the two webhooks receives it. */
  kind: z.enum(['snapshot', 'thin']),
  /** The body, as signed and sent. */
  payload: z.string(),
  /** For thin events: data available only by retrieving the event. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** Whether the webhook has accepted it. */
  delivered: z.boolean(),
});

const answer = z.object({
  /** Version of the API and idempotency key. */
  id,
  created: seconds,
  /** Method and path. */
  endpoint: z.string(),
  /** A hash of the parameters. */
  parameters: z.string(),
  status: z.int(),
  body: z.string(),
});

/** A scheduled change. */
const due = z.object({
  at: seconds,
  what: z.enum(['expire-session', 'forget-link', 'expire-hold', 'open-dispute', 'miss-dispute']),
  /** Id of the object that changes. */
  id,
});

const table = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema).default({});

export const stateSchema = z.object({
  /** How far the sandbox's clock is ahead of the machine's, in s. */
  ahead: z.int().default(0),
  /** Makes fingerprints of cards differ between sandboxes. */
  salt: z.string(),
  customers: table(customer),
  paymentMethods: table(paymentMethod),
  setupIntents: table(setupIntent),
  sessions: table(session),
  accounts: table(account),
  links: table(link),
  /** In order of time. */
  due: z.array(due).default([]),
  events: table(event),
  answers: table(answer),
  ...moneyTables,
});

export type State = z.infer<typeof stateSchema>;
export type Customer = z.infer<typeof customer>;
export type PaymentMethod = z.infer<typeof paymentMethod>;
export type SetupIntent = z.infer<typeof setupIntent>;
export type Session = z.infer<typeof session>;
export type Account = z.infer<typeof account>;
export type Due = z.infer<typeof due>;
export type Link = z.infer<typeof link>;
export type SandboxEvent = z.infer<typeof event>;
export type CapabilityStatus = z.infer<typeof capabilityStatus>;

/** Finds the row of an id chosen by a client; `__proto__` and `constructor` are not rows. */
export function find<Row>(rows: Readonly<Record<string, Row>>, id: string): Row | undefined {
  return Object.hasOwn(rows, id) ? rows[id] : undefined;
}
