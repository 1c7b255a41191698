import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { currency, integer, metadata, text, url } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { CHECKOUT_LOCALES, find, type Session } from '../state.ts';
import type { Terms } from '../state-money.ts';
import { requireCustomer } from './customers.ts';
import { cancel } from './holds.ts';
import { checkTerms } from './intents.ts';
import { createSetupIntent } from './setup-intents.ts';
import { intentTerms } from './terms.ts';

const MINUTE = 60;
const [MIN_S, MAX_S] = [30 * MINUTE, 24 * 60 * MINUTE];

/** Parameters of both modes. */
const common = {
  ui_mode: z.literal('hosted_page').default('hosted_page'),
  customer: text,
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  locale: z.enum(CHECKOUT_LOCALES).optional(),
  success_url: url,
  cancel_url: url.optional(),
  client_reference_id: text.optional(),
  expires_at: integer.optional(),
  metadata: metadata.default({}),
};

const setupSchema = z.strictObject({
  ...common,
  mode: z.literal('setup'),
  currency: currency.optional(),
  setup_intent_data: z.strictObject({ metadata: metadata.default({}) }).optional(),
});

const itemSchema = z.strictObject({
  quantity: integer.pipe(z.number().min(1)).default(1),
  price_data: z.strictObject({
    currency,
    unit_amount: integer.pipe(z.number().min(0)),
    product_data: z.strictObject({ name: text, description: text.optional() }),
  }),
});

const paymentSchema = z.strictObject({
  ...common,
  mode: z.literal('payment'),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  line_items: z.array(itemSchema).min(1).max(100),
  payment_intent_data: z
    .strictObject({
      ...intentTerms,
      capture_method: z.enum(['automatic', 'manual']).default('automatic'),
    })
    .prefault({}),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  saved_payment_method_options: z
    .strictObject({ payment_method_save: z.enum(['disabled', 'enabled']).optional() })
    .optional(),
});

const createSchema = z.discriminatedUnion('mode', [setupSchema, paymentSchema]);
type Params = z.output<typeof createSchema>;

export const checkoutRoutes = [
  route('POST', '/v1/checkout/sessions', createSchema, ({ sandbox, params }) => {
    const now = sandbox.clock.now();
    requireCustomer(sandbox, params.customer, 'customer');
    if (params.expires_at !== undefined) checkExpiry(params.expires_at - now);
    const id = newId('cs_test', 32);
    const session: Session = {
      id,
      created: now,
      expires_at: params.expires_at ?? now + MAX_S,
      mode: params.mode,
      status: 'open',
      url: sandbox.pageUrl(`/checkout/${id}`, params.success_url),
      customer: params.customer,
      locale: params.locale ?? null,
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: params.metadata,
      payment_intent: null,
      ...ofMode(sandbox, params),
    };
    sandbox.state.sessions[id] = session;
    sandbox.due('expire-session', id, session.expires_at);
    return renderSession(sandbox, session);
  }),
  route('GET', '/v1/checkout/sessions/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderSession(sandbox, requireSession(sandbox, id)),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({}), ({ sandbox, id }) => {
    const session = requireSession(sandbox, id);
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    expire(sandbox, session);
    return renderSession(sandbox, session);
  }),
];

/** Expires a session whose time is over. */
export function expireSession(sandbox: Sandbox, id: string): void {
  const session = find(sandbox.state.sessions, id);
  if (session?.status === 'open') expire(sandbox, session);
}

/** Completes a session successfully. */
export function completeSession(sandbox: Sandbox, session: Session): void {
  session.status = 'complete';
  sandbox.emit('checkout.session.completed', renderSession(sandbox, session));
}

function expire(sandbox: Sandbox, session: Session): void {
  session.status = 'expired';
  const intent = find(sandbox.state.setupIntents, session.setup_intent ?? '');
  if (intent) intent.status = 'canceled';
  const payment = find(sandbox.state.intents, session.payment_intent ?? '');
  if (payment) cancel(sandbox, payment, 'abandoned');
  sandbox.emit('checkout.session.expired', renderSession(sandbox, session));
}

type OfMode = Pick<Session, 'currency' | 'payment' | 'payment_method_save' | 'setup_intent' | 'submit_type'>;

/** Properties of a session that depend on its mode. @throws StripeError if the payment is not possible */
function ofMode(sandbox: Sandbox, params: Params): OfMode {
  if (params.mode === 'setup') {
    const setup = createSetupIntent(sandbox, params.customer, params.setup_intent_data?.metadata ?? {});
    const none = { payment: null, payment_method_save: null, submit_type: null };
    return { ...none, currency: params.currency ?? null, setup_intent: setup.id };
  }
  const [first] = params.line_items;
  const code = first?.price_data.currency ?? '';
  if (params.line_items.some(({ price_data }) => price_data.currency !== code)) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' });
  }
  const items = params.line_items.map(({ quantity, price_data }) => ({
    name: price_data.product_data.name,
    amount: quantity * price_data.unit_amount,
  }));
  const { transfer_data, ...data } = params.payment_intent_data;
  const terms: Terms = {
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    currency: code,
    customer: params.customer,
    capture_method: data.capture_method,
    setup_future_usage: data.setup_future_usage ?? null,
    application_fee_amount: data.application_fee_amount ?? null,
    destination: transfer_data?.destination ?? null,
    on_behalf_of: data.on_behalf_of ?? null,
    transfer_group: data.transfer_group ?? null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    description: data.description ?? null,
    metadata: data.metadata,
  };
  checkTerms(sandbox, terms);
  return {
    currency: code,
    payment: { terms, items },
    payment_method_save: params.saved_payment_method_options?.payment_method_save ?? null,
    setup_intent: null,
    submit_type: params.submit_type ?? null,
  };
}

function checkExpiry(seconds: number): void {
  const param = 'expires_at';
  if (seconds < MIN_S) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param,
    });
  }
  if (seconds > MAX_S) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param,
    });
  }
}

function requireSession(sandbox: Sandbox, id: string): Session {
  const session = find(sandbox.state.sessions, id);
  if (!session) throw missing('checkout.session', id);
  return session;
}

function renderSession(sandbox: Sandbox, session: Session): Stripe.Checkout.Session {
  const { id, created, expires_at, mode, status, customer, currency: code } = session;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: session.payment?.terms.amount ?? null,
    amount_total: session.payment?.terms.amount ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: code,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: session.locale,
    managed_payments: null,
    metadata: session.metadata,
    mode,
    origin_context: null,
    payment_intent: session.payment_intent,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: paymentStatus(sandbox, session),
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: session.payment_method_save && {
      allow_redisplay_filters: ['always'],
      payment_method_remove: null,
      payment_method_save: session.payment_method_save,
    },
    setup_intent: session.setup_intent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: session.submit_type,
    subscription: null,
    success_url: session.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    // Only an open session has a page.
    url: status === 'open' ? session.url : null,
    wallet_options: null,
  };
}

/** Status of a session's payment: held money is not paid yet. */
function paymentStatus({ state }: Sandbox, { mode, payment_intent }: Session) {
  if (mode === 'setup') return 'no_payment_required';
  return find(state.intents, payment_intent ?? '')?.status === 'succeeded' ? 'paid' : 'unpaid';
}
