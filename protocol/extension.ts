import { z } from 'zod';

/** By what a requested call can last longer with one press, as the page shows it and sends it back. */
const offerSchema = z.object({
  minutes: z.int().min(1).max(240),
  /** Of these minutes, in the currency's smallest unit: what is held. */
  amount: z.int().min(1),
  currency: z.string().length(3),
  /** Which hold of the call it would be: sent twice, it is made once. */
  part: z.int().min(2).max(240),
});

/** How a requested call can be extended, for whoever pays. */
export const extensionSchema = z.object({
  /** Null if it is over, or cannot last longer. */
  offer: offerSchema.nullable(),
  /** What became of the last extension. WAITING: for its payer at their bank. Null if there was none, or it was given up. */
  last: z.enum(['WAITING', 'EXTENDED', 'REFUSED']).nullable(),
  /** The bank's page on which it waits; null unless it was asked for. */
  bank: z.url().nullable(),
});

/** What is sent to have a call extended. */
export const newExtensionSchema = offerSchema;

/** @property url the bank's page, if it wants whoever pays to confirm; else the call lasts longer */
export const extendedSchema = z.object({ url: z.url().nullable() });

export type Extension = z.infer<typeof extensionSchema>;
export type ExtensionOffer = z.infer<typeof offerSchema>;
