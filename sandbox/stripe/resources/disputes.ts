import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid, missing } from '../errors.ts';
import { newId } from '../ids.ts';
import { boolean, metadata } from '../params.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import { find } from '../state.ts';
import type { Dispute } from '../state-money.ts';
import { requireCharge } from './charges.ts';
import { evidenceSchema, renderEvidence } from './evidence.ts';
import { book, renderTransaction } from './ledger.ts';

const DUE_S = 10 * 24 * 3600;
/** Stripe's fee for a dispute, in the smallest unit; not returned if the dispute is won. */
const DISPUTE_FEE = 2000;

const updateSchema = z.strictObject({
  evidence: evidenceSchema.partial().default({}),
  submit: boolean.default(true),
  metadata: metadata.default({}),
});

export const disputeRoutes = [
  route('GET', '/v1/disputes/:id', z.strictObject({}), ({ sandbox, id }) =>
    renderDispute(sandbox, requireDispute(sandbox, id)),
  ),
  route('POST', '/v1/disputes/:id', updateSchema, ({ sandbox, id, params }) => {
    const dispute = requireDispute(sandbox, id);
    requireOpen(dispute, 'This dispute is already closed.');
    Object.assign(dispute.metadata, params.metadata);
    Object.assign(dispute.evidence, params.evidence);
    if (params.submit) submit(sandbox, dispute);
    sandbox.emit('charge.dispute.updated', renderDispute(sandbox, dispute));
    return renderDispute(sandbox, dispute);
  }),
  route('POST', '/v1/disputes/:id/close', z.strictObject({}), ({ sandbox, id }) => {
    const dispute = requireDispute(sandbox, id);
    requireOpen(dispute, 'This dispute is already closed.');
    decideDispute(sandbox, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost');
    return renderDispute(sandbox, dispute);
  }),
];

export type Opening = Pick<Dispute, 'reason'> & {
  /** An inquiry does not withdraw money yet. */
  status: 'needs_response' | 'warning_needs_response';
  /** Default: the captured amount. */
  amount?: number;
};

/** Opens a dispute: the holder's bank takes the money back. @throws StripeError if the charge cannot be disputed */
export function openDispute(sandbox: Sandbox, charge: string, opening: Opening): Dispute {
  const { amount_captured, captured, disputed, intent, ...rest } = requireCharge(sandbox, charge, 'charge');
  const amount = opening.amount ?? amount_captured;
  if (!captured || disputed || amount > amount_captured) throw invalid(`${rest.id} cannot be disputed.`);
  const now = sandbox.clock.now();
  const dispute: Dispute = {
    id: newId('dp'),
    created: now,
    amount,
    currency: sandbox.state.intents[intent]?.currency ?? '',
    charge,
    intent,
    reason: opening.reason,
    status: opening.status,
    due_by: now + DUE_S,
    evidence: {},
    submissions: 0,
    metadata: {},
    balance_transactions: [],
  };
  sandbox.state.disputes[dispute.id] = dispute;
  requireCharge(sandbox, charge).disputed = !isInquiry(dispute);
  if (!isInquiry(dispute)) move(sandbox, dispute, -amount, DISPUTE_FEE);
  sandbox.emit('charge.dispute.created', renderDispute(sandbox, dispute));
  if (!isInquiry(dispute)) sandbox.emit('charge.dispute.funds_withdrawn', renderDispute(sandbox, dispute));
  sandbox.due('miss-dispute', dispute.id, dispute.due_by);
  return dispute;
}

/** Opens a dispute about fraud, as the holder of the corresponding test card does. */
export function disputeFraud(sandbox: Sandbox, id: string): void {
  const charge = find(sandbox.state.charges, id);
  if (charge && !charge.disputed)
    openDispute(sandbox, id, { reason: 'fraudulent', status: 'needs_response' });
}

/** Applies the bank's decision. */
export function decideDispute(
  sandbox: Sandbox,
  dispute: Dispute,
  status: 'lost' | 'warning_closed' | 'won',
): void {
  dispute.status = status;
  if (status === 'won') {
    move(sandbox, dispute, dispute.amount, 0);
    sandbox.emit('charge.dispute.funds_reinstated', renderDispute(sandbox, dispute));
  }
  sandbox.emit('charge.dispute.closed', renderDispute(sandbox, dispute));
}

/** Decides a dispute that was not answered in time. */
export function missDispute(sandbox: Sandbox, id: string): void {
  const dispute = find(sandbox.state.disputes, id);
  if (dispute?.status === 'needs_response') decideDispute(sandbox, dispute, 'lost');
  if (dispute?.status === 'warning_needs_response') decideDispute(sandbox, dispute, 'warning_closed');
}

export function requireDispute(sandbox: Sandbox, id: string): Dispute {
  const dispute = find(sandbox.state.disputes, id);
  if (!dispute) throw missing('dispute', id);
  return dispute;
}

/** @throws StripeError if the dispute is decided */
export function requireOpen({ status }: Dispute, message: string): void {
  if (['lost', 'warning_closed', 'won'].includes(status)) throw invalid(message);
}

/** Submits the evidence. Certain texts decide at once, as in Stripe's test mode. */
function submit(sandbox: Sandbox, dispute: Dispute): void {
  dispute.submissions++;
  dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  const text = dispute.evidence.uncategorized_text;
  if (isInquiry(dispute)) return;
  if (text === 'winning_evidence') decideDispute(sandbox, dispute, 'won');
  if (text === 'losing_evidence') decideDispute(sandbox, dispute, 'lost');
}

function move(sandbox: Sandbox, dispute: Dispute, amount: number, fee: number): void {
  const { currency, id: source } = dispute;
  const id = book(sandbox, { account: null, type: 'adjustment', amount, fee, currency, source });
  dispute.balance_transactions.push(id);
}

function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_');
}

function renderDispute(sandbox: Sandbox, dispute: Dispute): Stripe.Dispute {
  const {
    id,
    amount,
    charge,
    created,
    currency,
    evidence,
    intent,
    metadata: pairs,
    reason,
    status,
  } = dispute;
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: dispute.balance_transactions.flatMap((transaction) => {
      const row = find(sandbox.state.transactions, transaction);
      return row ? [renderTransaction(row)] : [];
    }),
    charge,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: renderEvidence(evidence),
    evidence_details: {
      due_by: dispute.due_by,
      enhanced_eligibility: {},
      has_evidence: Object.keys(evidence).length > 0,
      past_due: dispute.due_by <= sandbox.clock.now(),
      submission_count: dispute.submissions,
      submission_method: dispute.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry(dispute),
    livemode: false,
    metadata: pairs,
    payment_intent: intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: isInquiry(dispute) ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status,
  };
}
