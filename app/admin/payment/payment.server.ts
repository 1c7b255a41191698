import { textOf } from '#app/forms/forms.server.ts';
import { approvalOf, decideApproval } from '#app/payments/holds/approval.server.ts';
import { approving } from '#app/payments/holds/schema.ts';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';
import { refundByForm, refundsOf } from './refunds.server.ts';

/** A payment's refunds, and the decision whether it is charged if it waits for one. */
export const paymentExtra = {
  read: async ({ id }: ShownRow) => ({
    of: 'payment' as const,
    approval: await approvalOf(id),
    refunds: await refundsOf(id),
  }),
  act: async ({ viewer, id, form }: SentForm): Promise<Done | null> => {
    const intent = textOf(form, 'intent');
    if (intent === 'refund') {
      await refundByForm(viewer, id, form);
      return 'refunded';
    }
    const decision = approving.safeParse(intent).data;
    if (!decision) return null;
    await decideApproval(viewer, id, decision);
    return 'approved';
  },
};
