import { z } from 'zod';

/** How well a call goes is measured this often, by both ends. In ms. */
export const SAMPLE_MS = 10_000;

/**
 * What happens in a call that explains how well it goes. Of a seat: `joined`, `lost` (its connection) and `back`, `restart`
 * (of ICE, as its network changed), `quality` (what its camera sends), `picture-lost` (what it ought to see no longer comes)
 * and `picture-back`. Of both: `started`, `ended`.
 */
export const CALL_EVENT_KINDS = [
  'joined',
  'started',
  'lost',
  'back',
  'restart',
  'quality',
  'picture-lost',
  'picture-back',
  'ended',
] as const;
export type CallEventKind = (typeof CALL_EVENT_KINDS)[number];

/** Why an encoder sends less than it should: https://www.w3.org/TR/webrtc-stats/#rtcqualitylimitationreason-enum */
export const LIMITATIONS = ['none', 'cpu', 'bandwidth', 'other'] as const;

const pixels = z.number().int().min(0).max(16_384).nullable();
const framesPerSecond = z.number().min(0).max(240).nullable();

/**
 * What only a browser knows of the pictures of the cameras; null where it does not tell.
 * @property watchedMs how long a picture was due to be seen since the last report, and for how much of it it stood still
 * @property roundTripMs to the media server and back
 */
export const callHealthReportSchema = z
  .object({
    watchedMs: z.number().int().min(0).max(60_000),
    frozenMs: z.number().int().min(0).max(60_000),
    received: z.object({ width: pixels, height: pixels, framesPerSecond }),
    sent: z.object({
      width: pixels,
      height: pixels,
      framesPerSecond,
      limitation: z.enum(LIMITATIONS).nullable(),
    }),
    roundTripMs: z.number().int().min(0).max(60_000).nullable(),
  })
  .refine(({ watchedMs, frozenMs }) => frozenMs <= watchedMs, { path: ['frozenMs'] });
export type CallHealthReport = z.infer<typeof callHealthReportSchema>;
