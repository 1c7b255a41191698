import type { Route } from '../route.ts';
import type { Sandbox, WhenDue } from '../sandbox.ts';
import { find } from '../state.ts';
import { accountRoutes } from './accounts.ts';
import { checkoutRoutes, expireSession } from './checkout.ts';
import { customerRoutes, renderCustomer } from './customers.ts';
import { eventRoutes } from './events.ts';
import { linkRoutes } from './links.ts';
import { paymentMethodRoutes, renderPaymentMethod } from './payment-methods.ts';
import { renderSetupIntent } from './setup-intents.ts';

export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...linkRoutes,
  ...paymentMethodRoutes,
];

export const WHEN_DUE: WhenDue = {
  'expire-session': expireSession,
  'forget-link': ({ state }, id) => {
    delete state.links[id];
  },
};

/** The objects that other objects name, by the prefixes of their ids. */
const RENDER: Record<string, (sandbox: Sandbox, id: string) => object | undefined> = {
  cus: ({ state }, id) => map(find(state.customers, id), renderCustomer),
  pm: (sandbox, id) =>
    map(find(sandbox.state.paymentMethods, id), (method) => renderPaymentMethod(sandbox, method)),
  seti: ({ state }, id) => map(find(state.setupIntents, id), renderSetupIntent),
};

/** The object of an id, to expand it in an answer. */
export function findObject(sandbox: Sandbox, id: string): object | undefined {
  return RENDER[id.split('_')[0] ?? '']?.(sandbox, id);
}

function map<Row>(row: Row | undefined, render: (row: Row) => object): object | undefined {
  return row === undefined ? undefined : render(row);
}
