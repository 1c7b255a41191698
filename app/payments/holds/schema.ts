import { z } from 'zod';

/** What an administrator can decide of what a suspended streamer would get. */
export const approving = z.enum(['payOut', 'chargeNothing']);
export type Approving = z.output<typeof approving>;
