import type { Route } from '../route.ts';
import type { Sandbox, WhenDue } from '../sandbox.ts';
import { find } from '../state.ts';
import { accountRoutes } from './accounts.ts';
import { renderFee } from './application-fees.ts';
import { chargeRoutes, renderCharge } from './charges.ts';
import { checkoutRoutes, expireSession } from './checkout.ts';
import { customerRoutes, renderCustomer } from './customers.ts';
import { disputeFraud, disputeRoutes, missDispute } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { expireHold } from './holds.ts';
import { intentRoutes } from './intent-routes.ts';
import { renderIntent } from './intents.ts';
import { ledgerRoutes, renderTransaction } from './ledger.ts';
import { linkRoutes } from './links.ts';
import { paymentMethodRoutes, renderPaymentMethod } from './payment-methods.ts';
import { refundRoutes } from './refunds.ts';
import { renderSetupIntent, setupIntentRoutes } from './setup-intents.ts';
import { renderReversal, renderTransfer, transferRoutes } from './transfers.ts';

export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...chargeRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...intentRoutes,
  ...ledgerRoutes,
  ...linkRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...transferRoutes,
];

export const WHEN_DUE: WhenDue = {
  'expire-hold': expireHold,
  'expire-session': expireSession,
  'forget-link': ({ state }, id) => {
    delete state.links[id];
  },
  'miss-dispute': missDispute,
  'open-dispute': disputeFraud,
};

/** Objects that other objects refer to, by the prefix of their ids. */
const RENDER: Record<string, (sandbox: Sandbox, id: string) => object | undefined> = {
  ch: (sandbox, id) => map(find(sandbox.state.charges, id), (charge) => renderCharge(sandbox, charge)),
  cus: ({ state }, id) => map(find(state.customers, id), renderCustomer),
  fee: renderFee,
  pm: (sandbox, id) =>
    map(find(sandbox.state.paymentMethods, id), (method) => renderPaymentMethod(sandbox, method)),
  pi: (sandbox, id) => map(find(sandbox.state.intents, id), (intent) => renderIntent(sandbox, intent)),
  seti: ({ state }, id) => map(find(state.setupIntents, id), renderSetupIntent),
  tr: (sandbox, id) =>
    map(find(sandbox.state.transfers, id), (transfer) => renderTransfer(sandbox, transfer)),
  trr: ({ state }, id) => map(find(state.reversals, id), renderReversal),
  txn: ({ state }, id) => map(find(state.transactions, id), renderTransaction),
};

/** Finds the object of an id, to expand it in an answer. */
export function findObject(sandbox: Sandbox, id: string): object | undefined {
  return RENDER[id.split('_')[0] ?? '']?.(sandbox, id);
}

function map<Row>(row: Row | undefined, render: (row: Row) => object): object | undefined {
  return row === undefined ? undefined : render(row);
}
