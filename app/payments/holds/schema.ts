import { z } from 'zod';

/** An administrator's decision about the charge for a suspended streamer's call. */
export const approving = z.enum(['payOut', 'chargeNothing']);
export type Approving = z.output<typeof approving>;
