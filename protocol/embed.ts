import { z } from 'zod';

/**
 * What a room that is embedded tells the page around it, by `postMessage`: it asks for the page (`ready`), and tells it what
 * happens once the page has answered (`hello`). `public/panocall.js` is the page's side.
 */
export type EmbedEvent = { panocall: 1 } & (
  | { type: 'ready' }
  /** This person has entered. */
  | { type: 'joined' }
  /** Both are there. */
  | { type: 'started' }
  /** The call is over; `reason` as the API names it. */
  | { type: 'ended'; reason: string }
  /** The seat was refused; `code` is an error of the API. */
  | { type: 'error'; code: string }
);

export const embedCommandSchema = z.object({ panocall: z.literal(1), type: z.enum(['hello', 'leave']) });
