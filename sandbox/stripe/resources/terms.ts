import { z } from 'zod';
import { integer, metadata, text } from '../params.ts';

/** Payment parameters shared by Checkout and PaymentIntents. */
export const intentTerms = {
  setup_future_usage: z.literal('off_session').optional(),
  application_fee_amount: integer.optional(),
  transfer_data: z.strictObject({ destination: text }).optional(),
  on_behalf_of: text.optional(),
  transfer_group: text.optional(),
  statement_descriptor_suffix: text.pipe(z.string().max(22)).optional(),
  description: text.optional(),
  metadata: metadata.default({}),
};
