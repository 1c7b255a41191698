import type Stripe from 'stripe';
import { z } from 'zod';
import { isoTime } from '../clock.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { url } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type Link } from '../state.ts';
import { requireOpenAccount } from './accounts.ts';

/** How long the pages behind links stay open. */
const LINK_S = 5 * 60;
const FORM_S = 60 * 60;

const onboardingSchema = z.strictObject({
  account: z.string(),
  use_case: z.strictObject({
    type: z.literal('account_onboarding'),
    account_onboarding: z.strictObject({
      refresh_url: url,
      return_url: url,
      collection_options: z
        .strictObject({
          fields: z.enum(['currently_due', 'eventually_due']).optional(),
          future_requirements: z.enum(['include', 'omit']).optional(),
        })
        .optional(),
    }),
  }),
});

export const linkRoutes = [
  route('POST', '/v2/core/account_links', onboardingSchema, ({ sandbox, params }) => {
    const { refresh_url, return_url } = params.use_case.account_onboarding;
    const account = requireOpenAccount(sandbox, params.account);
    account.site = return_url;
    const link = createLink(sandbox, { kind: 'onboarding', account: account.id, refresh_url, return_url });
    return {
      object: 'v2.core.account_link',
      account: account.id,
      created: isoTime(sandbox.clock.now()),
      expires_at: isoTime(link.expires_at),
      livemode: false,
      url: sandbox.pageUrl(`/onboarding/${link.id}`, return_url),
      use_case: params.use_case,
    } satisfies Stripe.V2.Core.AccountLink;
  }),
  route('POST', '/v1/accounts/:id/login_links', z.strictObject({}), ({ sandbox, id }) => {
    const account = find(sandbox.state.accounts, id);
    if (!account || account.closed) throw missing('account', id);
    if (account.legal_name === null) {
      throw invalid('Cannot create a login link for an account that has not completed onboarding.');
    }
    const { id: token } = createLink(sandbox, {
      kind: 'express',
      account: id,
      refresh_url: '',
      return_url: '',
    });
    return {
      object: 'login_link',
      created: sandbox.clock.now(),
      url: sandbox.pageUrl(`/express/${token}`, account.site ?? 'http://localhost'),
    } satisfies Stripe.LoginLink;
  }),
];

/** Creates the form behind an onboarding link. The link works once; its form can be submitted repeatedly. */
export function createForm(sandbox: Sandbox, { account, refresh_url, return_url }: Link): Link {
  return createLink(sandbox, { kind: 'form', account, refresh_url, return_url });
}

/** @returns the link, unless it has expired */
export function findLink(sandbox: Sandbox, id: string, kind: Link['kind']): Link | undefined {
  const link = find(sandbox.state.links, id);
  return link?.kind === kind && link.expires_at > sandbox.clock.now() ? link : undefined;
}

function createLink(sandbox: Sandbox, given: Omit<Link, 'id' | 'expires_at'>): Link {
  const lasts = given.kind === 'form' ? FORM_S : LINK_S;
  const link = { id: newId(given.kind, 24), expires_at: sandbox.clock.now() + lasts, ...given };
  sandbox.state.links[link.id] = link;
  sandbox.due('forget-link', link.id, link.expires_at + FORM_S);
  return link;
}
