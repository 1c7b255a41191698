import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { currency, integer, metadata, text, url } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { CHECKOUT_LOCALES, find, type Session } from '../state.ts';
import { requireCustomer } from './customers.ts';
import { createSetupIntent } from './setup-intents.ts';

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

export const checkoutRoutes = [
  route('POST', '/v1/checkout/sessions', setupSchema, ({ sandbox, params }) => {
    const now = sandbox.clock.now();
    requireCustomer(sandbox, params.customer, 'customer');
    if (params.expires_at !== undefined) checkExpiry(params.expires_at - now);
    const id = newId('cs_test', 32);
    const { id: setup_intent } = createSetupIntent(
      sandbox,
      params.customer,
      params.setup_intent_data?.metadata ?? {},
    );
    const session: Session = {
      id,
      created: now,
      expires_at: params.expires_at ?? now + MAX_S,
      mode: params.mode,
      status: 'open',
      url: sandbox.pageUrl(`/checkout/${id}`, params.success_url),
      customer: params.customer,
      currency: params.currency ?? null,
      locale: params.locale ?? null,
      success_url: params.success_url,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      metadata: params.metadata,
      setup_intent,
    };
    sandbox.state.sessions[id] = session;
    sandbox.due('expire-session', id, session.expires_at);
    return renderSession(session);
  }),
  route('GET', '/v1/checkout/sessions/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderSession(requireSession(sandbox, id)),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({}), ({ sandbox, id }) => {
    const session = requireSession(sandbox, id);
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    expire(sandbox, session);
    return renderSession(session);
  }),
];

/** Ends a session whose time is over. */
export function expireSession(sandbox: Sandbox, id: string): void {
  const session = find(sandbox.state.sessions, id);
  if (session?.status === 'open') expire(sandbox, session);
}

/** The session is over, with success. */
export function completeSession(sandbox: Sandbox, session: Session): void {
  session.status = 'complete';
  sandbox.emit('checkout.session.completed', renderSession(session));
}

function expire(sandbox: Sandbox, session: Session): void {
  session.status = 'expired';
  const intent = find(sandbox.state.setupIntents, session.setup_intent ?? '');
  if (intent) intent.status = 'canceled';
  sandbox.emit('checkout.session.expired', renderSession(session));
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

function renderSession(session: Session): Stripe.Checkout.Session {
  const { id, created, expires_at, mode, status, customer, currency: code } = session;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: null,
    amount_total: null,
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
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: session.setup_intent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status,
    submit_type: null,
    subscription: null,
    success_url: session.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    // Only an open one has a page.
    url: status === 'open' ? session.url : null,
    wallet_options: null,
  };
}
