import { z } from 'zod';

/**
 * Messages of an embedded room to the page around it, by `postMessage`: it calls for the page (`ready`), and reports
 * events once the page has answered (`hello`). `public/panocall.js` is the page's side.
 */
export type EmbedEvent = { panocall: 1 } & (
  | { type: 'ready' }
  /** This person has entered; a guest who waits for the host has not. */
  | { type: 'joined' }
  /** Both people are there. */
  | { type: 'started' }
  /** The call is over; `reason` as named in the API. */
  | { type: 'ended'; reason: string }
  /** The seat was refused; `code` is an error of the API. */
  | { type: 'error'; code: string }
);

export const embedCommandSchema = z.object({ panocall: z.literal(1), type: z.enum(['hello', 'leave']) });
