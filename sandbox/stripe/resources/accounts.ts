import type Stripe from 'stripe';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import { invalid, StripeError } from '../errors.ts';
import { newId } from '../ids.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Account, type CapabilityStatus, find } from '../state.ts';

/** Requirements of Stripe before an account can receive payments. */
export const WANTED = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.individual.date_of_birth',
  'configuration.recipient.bank_accounts',
];

const INCLUDES = ['configuration.recipient', 'requirements', 'identity', 'defaults'] as const;
const include = z.array(z.enum(INCLUDES)).default([]);
const requested = z.strictObject({ requested: z.boolean() });

const createSchema = z.strictObject({
  contact_email: z
    .string()
    .regex(/^\S+@\S+$/)
    .optional(),
  display_name: z.string().optional(),
  dashboard: z.literal('express'),
  identity: z.strictObject({
    country: z.string().regex(/^[a-z]{2}$/i),
    entity_type: z.enum(['individual', 'company', 'government_entity', 'non_profit']).optional(),
  }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({ stripe_balance: z.strictObject({ stripe_transfers: requested }) }),
    }),
  }),
  defaults: z.strictObject({
    currency: z.string().length(3).optional(),
    locales: z.array(z.string()).default([]),
    responsibilities: z.strictObject({
      fees_collector: z.literal('application'),
      losses_collector: z.literal('application'),
    }),
  }),
  metadata: z.record(z.string(), z.string()).default({}),
  include,
});

export const accountRoutes = [
  route('POST', '/v2/core/accounts', createSchema, ({ sandbox, params }) => {
    const account: Account = {
      id: newId('acct'),
      created: sandbox.clock.now(),
      country: params.identity.country.toLowerCase(),
      entity_type: params.identity.entity_type ?? null,
      contact_email: params.contact_email ?? null,
      display_name: params.display_name ?? null,
      currency: params.defaults.currency ?? null,
      locales: params.defaults.locales,
      metadata: params.metadata,
      closed: false,
      transfers: 'restricted',
      payouts: 'restricted',
      due: WANTED,
      legal_name: null,
      site: null,
    };
    sandbox.state.accounts[account.id] = account;
    return renderAccount(account, params.include);
  }),
  route('GET', '/v2/core/accounts/:id', z.strictObject({ include }), ({ sandbox, id, params }) =>
    renderAccount(requireAccount(sandbox, id), params.include),
  ),
  route('POST', '/v2/core/accounts/:id/close', z.strictObject({ include }), ({ sandbox, id, params }) => {
    const account = requireAccount(sandbox, id);
    if (!account.closed) {
      account.closed = true;
      sandbox.emitThin('v2.core.account.closed', id);
      changeAccount(sandbox, account, { transfers: 'restricted', payouts: 'restricted' });
    }
    return renderAccount(account, params.include);
  }),
];

/** Stripe's assessment of an account. */
export type Standing = Partial<Pick<Account, 'transfers' | 'payouts' | 'due' | 'legal_name'>>;

/** Changes Stripe's assessment of an account, and emits the events. */
export function changeAccount(sandbox: Sandbox, account: Account, standing: Standing): void {
  const { transfers, payouts, due } = account;
  Object.assign(account, standing);
  const changed = [
    ...(account.transfers === transfers ? [] : ['stripe_balance.stripe_transfers']),
    ...(account.payouts === payouts ? [] : ['stripe_balance.payouts']),
  ];
  for (const updated_capability of changed) {
    const type = 'v2.core.account[configuration.recipient].capability_status_updated';
    sandbox.emitThin(type, account.id, { updated_capability });
  }
  if (account.due.join() !== due.join()) {
    sandbox.emitThin('v2.core.account[requirements].updated', account.id);
  }
}

/** @throws StripeError if the account does not exist */
export function requireAccount(sandbox: Sandbox, id: string): Account {
  const account = find(sandbox.state.accounts, id);
  if (!account) {
    throw new StripeError(404, 'invalid_request_error', `Account with id '${id}' not found.`, {
      code: 'not_found',
    });
  }
  return account;
}

/** @throws StripeError if the account does not exist or is closed */
export function requireOpenAccount(sandbox: Sandbox, id: string): Account {
  const account = requireAccount(sandbox, id);
  if (account.closed) throw invalid(`The account '${id}' is closed.`, { code: 'account_closed' });
  return account;
}

function renderAccount(account: Account, includes: (typeof INCLUDES)[number][]): Stripe.V2.Core.Account {
  const { id, created, closed, contact_email, display_name, metadata } = account;
  const includesOf = (name: (typeof INCLUDES)[number]) => includes.includes(name);
  return {
    id,
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    closed,
    contact_email: contact_email ?? undefined,
    created: isoTime(created),
    dashboard: 'express',
    display_name: display_name ?? undefined,
    livemode: false,
    metadata,
    ...(includesOf('configuration.recipient') && { configuration: { recipient: recipient(account) } }),
    ...(includesOf('requirements') && { requirements: requirements(account.due) }),
    ...(includesOf('identity') && { identity: identity(account) }),
    ...(includesOf('defaults') && { defaults: defaults(account) }),
  };
}

function recipient({ transfers, payouts, due }: Account): Stripe.V2.Core.Account.Configuration.Recipient {
  const capability = (status: CapabilityStatus) => ({ status, status_details: reasons(status, due) });
  return {
    applied: true,
    capabilities: {
      stripe_balance: { stripe_transfers: capability(transfers), payouts: capability(payouts) },
    },
  };
}

type Reason =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.StatusDetail;

function reasons(status: CapabilityStatus, due: string[]): Reason[] {
  switch (status) {
    case 'active':
      return [];
    case 'pending':
      return [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }];
    case 'unsupported':
      return [{ code: 'unsupported_country', resolution: 'no_resolution' }];
    case 'rejected':
      return [{ code: 'rejected_other', resolution: 'contact_stripe' }];
    case 'restricted':
      return due.length > 0
        ? [{ code: 'requirements_past_due', resolution: 'provide_info' }]
        : [{ code: 'restricted_other', resolution: 'contact_stripe' }];
  }
}

function requirements(due: string[]): Stripe.V2.Core.Account.Requirements {
  const restricted = { capability: 'stripe_balance.stripe_transfers', configuration: 'recipient' } as const;
  return {
    entries: due.map((description) => ({
      awaiting_action_from: 'user',
      description,
      errors: [],
      impact: { restricts_capabilities: [{ ...restricted, deadline: { status: 'currently_due' } }] },
      minimum_deadline: { status: 'currently_due' },
      requested_reasons: [{ code: 'routine_onboarding' }],
    })),
    ...(due.length > 0 && { summary: { minimum_deadline: { status: 'currently_due' } } }),
  };
}

function identity({ country, entity_type }: Account): Stripe.V2.Core.Account.Identity {
  return { country, entity_type: entity_type ?? undefined };
}

function defaults({ currency, locales }: Account): Stripe.V2.Core.Account.Defaults {
  return {
    currency: currency ?? undefined,
    locales,
    responsibilities: {
      fees_collector: 'application',
      losses_collector: 'application',
      requirements_collector: 'stripe',
    },
  };
}
