import type Stripe from 'stripe';
import { z } from 'zod';

/** Text, or the id of an uploaded file. */
const text = z.string().max(150_000);

/** Evidence about a disputed payment. */
export const evidenceSchema = z.strictObject({
  access_activity_log: text,
  billing_address: text,
  cancellation_policy: text,
  cancellation_policy_disclosure: text,
  cancellation_rebuttal: text,
  customer_communication: text,
  customer_email_address: text,
  customer_name: text,
  customer_purchase_ip: text,
  customer_signature: text,
  duplicate_charge_documentation: text,
  duplicate_charge_explanation: text,
  duplicate_charge_id: text,
  product_description: text,
  receipt: text,
  refund_policy: text,
  refund_policy_disclosure: text,
  refund_refusal_explanation: text,
  service_date: text,
  service_documentation: text,
  shipping_address: text,
  shipping_carrier: text,
  shipping_date: text,
  shipping_documentation: text,
  shipping_tracking_number: text,
  uncategorized_file: text,
  uncategorized_text: text,
});

const storedSchema = evidenceSchema.partial();

export function renderEvidence(given: Record<string, string>): Stripe.Dispute.Evidence {
  const evidence = storedSchema.parse(given);
  return {
    access_activity_log: evidence.access_activity_log ?? null,
    billing_address: evidence.billing_address ?? null,
    cancellation_policy: evidence.cancellation_policy ?? null,
    cancellation_policy_disclosure: evidence.cancellation_policy_disclosure ?? null,
    cancellation_rebuttal: evidence.cancellation_rebuttal ?? null,
    customer_communication: evidence.customer_communication ?? null,
    customer_email_address: evidence.customer_email_address ?? null,
    customer_name: evidence.customer_name ?? null,
    customer_purchase_ip: evidence.customer_purchase_ip ?? null,
    customer_signature: evidence.customer_signature ?? null,
    duplicate_charge_documentation: evidence.duplicate_charge_documentation ?? null,
    duplicate_charge_explanation: evidence.duplicate_charge_explanation ?? null,
    duplicate_charge_id: evidence.duplicate_charge_id ?? null,
    product_description: evidence.product_description ?? null,
    receipt: evidence.receipt ?? null,
    refund_policy: evidence.refund_policy ?? null,
    refund_policy_disclosure: evidence.refund_policy_disclosure ?? null,
    refund_refusal_explanation: evidence.refund_refusal_explanation ?? null,
    service_date: evidence.service_date ?? null,
    service_documentation: evidence.service_documentation ?? null,
    shipping_address: evidence.shipping_address ?? null,
    shipping_carrier: evidence.shipping_carrier ?? null,
    shipping_date: evidence.shipping_date ?? null,
    shipping_documentation: evidence.shipping_documentation ?? null,
    shipping_tracking_number: evidence.shipping_tracking_number ?? null,
    uncategorized_file: evidence.uncategorized_file ?? null,
    uncategorized_text: evidence.uncategorized_text ?? null,
    enhanced_evidence: {},
  };
}
