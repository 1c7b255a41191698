import type Stripe from 'stripe';
import { z } from 'zod';
import { inProportion, money } from '../amounts.ts';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { boolean, currency, integer, metadata, page, paging, text } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';
import type { Charge, Reversal, Transfer } from '../state-money.ts';
import { checkDestination } from './intents.ts';
import { balanceOf, book } from './ledger.ts';

const positive = integer.refine((amount) => amount >= 1, {
  message: 'This value must be greater than or equal to 1',
  params: { code: 'parameter_invalid_integer' },
});

const createSchema = z.strictObject({
  amount: positive,
  currency,
  destination: text,
  transfer_group: text.optional(),
  description: text.optional(),
  metadata: metadata.default({}),
});

const listSchema = z.strictObject({
  ...paging,
  destination: text.optional(),
  transfer_group: text.optional(),
});

const reversalSchema = z.strictObject({
  amount: positive.optional(),
  refund_application_fee: boolean.default(false),
  description: text.optional(),
  metadata: metadata.default({}),
});

export const transferRoutes = [
  route('POST', '/v1/transfers', createSchema, ({ sandbox, params }) => {
    const { amount, currency: code, destination } = params;
    checkDestination(sandbox, destination, 'destination');
    if (amount > (balanceOf(sandbox, null).get(code) ?? 0)) {
      throw invalid('You have insufficient available funds in your Stripe account.', {
        code: 'balance_insufficient',
      });
    }
    const { transfer_group = null, description = null } = params;
    const transfer = createTransfer(sandbox, {
      ...params,
      transfer_group,
      description,
      source_transaction: null,
    });
    return renderTransfer(sandbox, transfer);
  }),
  route('GET', '/v1/transfers', listSchema, ({ sandbox, params }) => {
    const { destination, transfer_group: group } = params;
    const transfers = Object.values(sandbox.state.transfers).filter(
      (one) =>
        one.destination === (destination ?? one.destination) &&
        one.transfer_group === (group ?? one.transfer_group),
    );
    const rendered = transfers.reverse().map((transfer) => renderTransfer(sandbox, transfer));
    return page(rendered, params, '/v1/transfers');
  }),
  route('GET', '/v1/transfers/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderTransfer(sandbox, requireTransfer(sandbox, id)),
  ),
  route('POST', '/v1/transfers/:id/reversals', reversalSchema, ({ sandbox, id, params }) => {
    const transfer = requireTransfer(sandbox, id);
    const left = transfer.amount - transfer.amount_reversed;
    const amount = params.amount ?? left;
    if (amount > left || left === 0) {
      throw invalid(
        `The amount (${money(amount, transfer.currency)}) is greater than what is left of the transfer (${money(left, transfer.currency)}).`,
        { param: 'amount' },
      );
    }
    const reversal = reverse(sandbox, transfer, amount, params.metadata, null);
    const charge = find(sandbox.state.charges, transfer.source_transaction ?? '');
    if (params.refund_application_fee && charge) refundFee(sandbox, charge, transfer.amount_reversed);
    return renderReversal(reversal);
  }),
];

/** Moves money from the platform to a connected account. */
export function createTransfer(
  sandbox: Sandbox,
  given: Omit<Transfer, 'id' | 'created' | 'amount_reversed' | 'destination_payment' | 'balance_transaction'>,
): Transfer {
  const id = newId('tr');
  const { amount, currency: code, destination: account } = given;
  const destination_payment = newId('py');
  book(sandbox, { account, type: 'payment', amount, currency: code, source: destination_payment });
  const entry = { account: null, type: 'transfer', amount: -amount, currency: code, source: id } as const;
  const transfer: Transfer = {
    ...given,
    id,
    created: sandbox.clock.now(),
    amount_reversed: 0,
    destination_payment,
    balance_transaction: book(sandbox, entry),
  };
  sandbox.state.transfers[id] = transfer;
  return transfer;
}

/**
 * Takes money back from a connected account, even if its balance becomes negative: the platform is liable for losses.
 * @param refund it belongs to
 */
export function reverse(
  sandbox: Sandbox,
  transfer: Transfer,
  amount: number,
  pairs: Record<string, string>,
  refund: string | null,
): Reversal {
  const id = newId('trr');
  const { currency: code, destination: account } = transfer;
  transfer.amount_reversed += amount;
  book(sandbox, { account, type: 'payment_refund', amount: -amount, currency: code, source: id });
  const entry = { account: null, type: 'transfer_refund', amount, currency: code, source: id } as const;
  const reversal: Reversal = {
    id,
    created: sandbox.clock.now(),
    transfer: transfer.id,
    amount,
    currency: code,
    metadata: pairs,
    source_refund: refund,
    balance_transaction: book(sandbox, entry),
  };
  sandbox.state.reversals[id] = reversal;
  sandbox.emit('transfer.reversed', renderTransfer(sandbox, transfer));
  return reversal;
}

/**
 * Refunds the platform's fee to the connected account, in proportion to the amount the account has returned.
 * @param returned total returned of the captured amount
 */
export function refundFee(sandbox: Sandbox, charge: Charge, returned: number): void {
  const fee = find(sandbox.state.applicationFees, charge.application_fee ?? '');
  if (!fee) return;
  const amount = inProportion(fee.amount, returned, charge.amount_captured) - fee.amount_refunded;
  if (amount <= 0) return;
  fee.amount_refunded += amount;
  const entry = { type: 'application_fee_refund', currency: fee.currency, source: fee.id } as const;
  book(sandbox, { ...entry, account: null, amount: -amount });
  book(sandbox, { ...entry, account: fee.account, amount });
}

function requireTransfer(sandbox: Sandbox, id: string): Transfer {
  const transfer = find(sandbox.state.transfers, id);
  if (!transfer) throw missing('transfer', id);
  return transfer;
}

export function renderTransfer(sandbox: Sandbox, transfer: Transfer): Stripe.Transfer {
  const { id, amount, amount_reversed, created, currency: code, metadata: pairs } = transfer;
  const reversals = Object.values(sandbox.state.reversals).filter((reversal) => reversal.transfer === id);
  return {
    id,
    object: 'transfer',
    amount,
    amount_reversed,
    balance_transaction: transfer.balance_transaction,
    created,
    currency: code,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.destination_payment,
    livemode: false,
    metadata: pairs,
    reversals: {
      object: 'list',
      data: reversals.map(renderReversal).reverse(),
      has_more: false,
      url: `/v1/transfers/${id}/reversals`,
    },
    reversed: amount_reversed === amount,
    source_transaction: transfer.source_transaction,
    source_type: 'card',
    transfer_group: transfer.transfer_group,
  };
}

export function renderReversal(reversal: Reversal): Stripe.TransferReversal {
  const { id, amount, created, currency: code, metadata: pairs } = reversal;
  return {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: reversal.balance_transaction,
    created,
    currency: code,
    destination_payment_refund: null,
    metadata: pairs,
    source_refund: reversal.source_refund,
    transfer: reversal.transfer,
  };
}
