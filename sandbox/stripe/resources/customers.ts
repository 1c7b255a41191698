import type Stripe from 'stripe';
import { z } from 'zod';
import { missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { metadata, page, paging, text } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Customer, find } from '../state.ts';
import { detach, renderPaymentMethod } from './payment-methods.ts';

const createSchema = z.strictObject({
  email: text.optional(),
  name: text.optional(),
  description: text.optional(),
  phone: text.optional(),
  preferred_locales: z.array(text).default([]),
  metadata: metadata.default({}),
});

const updateSchema = z.strictObject({
  email: text.optional(),
  name: text.optional(),
  preferred_locales: z.array(text).optional(),
});

export const customerRoutes = [
  route('POST', '/v1/customers', createSchema, ({ sandbox, params }) => {
    const { preferred_locales: locales, email, name, description, phone } = params;
    const customer: Customer = {
      id: newId('cus'),
      created: sandbox.clock.now(),
      email: email ?? null,
      name: name ?? null,
      description: description ?? null,
      phone: phone ?? null,
      locales,
      metadata: params.metadata,
      deleted: false,
    };
    sandbox.state.customers[customer.id] = customer;
    return renderCustomer(customer);
  }),
  route('GET', '/v1/customers/:id', z.strictObject({}), ({ sandbox, id }) => {
    const customer = find(sandbox.state.customers, id);
    if (!customer) throw missing('customer', id);
    return renderCustomer(customer);
  }),
  route('POST', '/v1/customers/:id', updateSchema, ({ sandbox, id, params }) => {
    const customer = requireCustomer(sandbox, id);
    const { preferred_locales: locales, email, name } = params;
    Object.assign(customer, { ...(email && { email }), ...(name && { name }), ...(locales && { locales }) });
    return renderCustomer(customer);
  }),
  route('DELETE', '/v1/customers/:id', z.strictObject({}), ({ sandbox, id }) => {
    const customer = requireCustomer(sandbox, id);
    for (const method of Object.values(sandbox.state.paymentMethods)) {
      if (method.customer === id) detach(sandbox, method);
    }
    customer.deleted = true;
    return renderCustomer(customer);
  }),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...paging, type: z.string().optional() }),
    ({ sandbox, id, params }) => {
      requireCustomer(sandbox, id);
      const methods = Object.values(sandbox.state.paymentMethods)
        .filter(({ customer }) => customer === id && (params.type ?? 'card') === 'card')
        .reverse()
        .map((method) => renderPaymentMethod(sandbox, method));
      return page(methods, params, `/v1/customers/${id}/payment_methods`);
    },
  ),
];

/**
 * @param param of a request that only mentions the customer @throws StripeError if the customer does not exist or was
 *   deleted
 */
export function requireCustomer(sandbox: Sandbox, id: string, param?: string): Customer {
  const customer = find(sandbox.state.customers, id);
  if (!customer || customer.deleted) throw missing('customer', id, param);
  return customer;
}

export function renderCustomer(customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  const { id, created, email, name, description, phone, locales, metadata: pairs } = customer;
  if (customer.deleted) return { id, object: 'customer', deleted: true };
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description,
    discount: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: pairs,
    name,
    next_invoice_sequence: 1,
    phone,
    preferred_locales: locales,
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
