import type Stripe from 'stripe';
import { z } from 'zod';
import { TEST_CARDS, type TestCard } from '../cards.ts';
import { newId } from '../ids.ts';
import { integer, page, paging, text } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentMethod, SetupIntent } from '../state.ts';

const listSchema = z.strictObject({
  ...paging,
  customer: text,
  created: z.strictObject({ gte: integer }),
});

export const setupIntentRoutes = [
  route('GET', '/v1/setup_intents', listSchema, ({ sandbox, params }) => {
    const intents = Object.values(sandbox.state.setupIntents).filter(
      ({ customer, created }) => customer === params.customer && created >= params.created.gte,
    );
    return page(intents.reverse().map(renderSetupIntent), params, '/v1/setup_intents');
  }),
];

/** Message of a decline, by its Stripe code. */
function messageOf(code: string): string {
  const known = TEST_CARDS.find(({ decline }) => decline?.code === code);
  return known?.decline?.message ?? 'The provided payment method has failed authentication.';
}

export function createSetupIntent(sandbox: Sandbox, customer: string, metadata: Record<string, string>) {
  const intent: SetupIntent = {
    id: newId('seti'),
    created: sandbox.clock.now(),
    customer,
    payment_method: null,
    status: 'requires_payment_method',
    metadata,
    error: null,
  };
  sandbox.state.setupIntents[intent.id] = intent;
  return intent;
}

/** Tries to save a card. Afterwards the intent has succeeded, requires action, or has an error. */
export function confirmSetupIntent(intent: SetupIntent, method: PaymentMethod, card: TestCard): void {
  intent.error = null;
  if (card.decline && !card.saves) {
    refuseSetupIntent(intent, card.decline.code, card.decline.decline_code);
    return;
  }
  intent.payment_method = method.id;
  if (card.authentication === 'setup' || card.authentication === 'always') intent.status = 'requires_action';
  else succeedSetupIntent(intent, method);
}

export function succeedSetupIntent(intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded';
  method.customer = intent.customer;
  method.set_up = true;
}

/** Records a refusal; another card may be tried. @param code Stripe's @param decline_code the bank's */
export function refuseSetupIntent(intent: SetupIntent, code: string, decline_code: string | null): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.error = { code, decline_code };
}

export function renderSetupIntent(intent: SetupIntent): Stripe.SetupIntent {
  const { id, created, customer, error, metadata, payment_method, status } = intent;
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: status === 'canceled' ? 'abandoned' : null,
    client_secret: `${id}_secret_${id.slice(5)}`,
    created,
    customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: error && lastError(error),
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status,
    usage: 'off_session',
  };
}

function lastError({
  code,
  decline_code,
}: NonNullable<SetupIntent['error']>): Stripe.SetupIntent.LastSetupError {
  const message = messageOf(code);
  return { type: 'card_error', code, message, ...(decline_code !== null && { decline_code }) };
}
