import { z } from 'zod';

/** Interval at which both ends measure the quality of a call, in ms. */
export const SAMPLE_MS = 10_000;

/**
 * Events of a call that explain its quality. Of a seat: `joined`, `lost` (its connection) and `back`, `restart` (of
 * ICE, as its network changed), `quality` (of its camera), `picture-lost` (the picture it should see stopped arriving)
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
 * Quality data of the cameras' pictures that only a browser knows; null if it does not report a value.
 * @property watchedMs how long a picture should have been visible since the last report; `frozenMs`: for how much of it
 * the picture was frozen
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
