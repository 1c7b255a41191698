import { z } from 'zod';

/** The extension of a requested call on offer, as the page shows it and sends it back. */
const offerSchema = z.object({
  minutes: z.int().min(1).max(240),
  /** Price of these minutes, in the currency's smallest unit: the amount to hold. */
  amount: z.int().min(1),
  currency: z.string().length(3),
  /** Which hold of the call it would be; a repeated request with the same number creates only one. */
  part: z.int().min(2).max(240),
});

/** The extension of a requested call, as its payer sees it. */
export const extensionSchema = z.object({
  /** Null if the call is over, or cannot be extended. */
  offer: offerSchema.nullable(),
  /**
   * State of the last extension. WAITING: for the payer to confirm at their bank. Null if there was none, or it was
   * given up.
   */
  last: z.enum(['WAITING', 'EXTENDED', 'REFUSED']).nullable(),
  /** The bank's page on which it waits; null unless the query asked for it. */
  bank: z.url().nullable(),
});

/** The body that requests an extension. */
export const newExtensionSchema = offerSchema;

/** @property url the bank's page if the payer must confirm there; null once the call is extended */
export const extendedSchema = z.object({ url: z.url().nullable() });

export type Extension = z.infer<typeof extensionSchema>;
export type ExtensionOffer = z.infer<typeof offerSchema>;
