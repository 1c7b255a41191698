/** Name of the processor that hands over what it hears. */
export const TAP = 'sound-tap';

export const CHANNELS = 2;

/** Of each channel in a batch: 43 ms at 48 kHz. */
export const BATCH_FRAMES = 2048;

/** What the processor posts. `samples` are one channel after the other; `endedAt` is when the last one came, by `Date.now()`. */
export type SoundBatch = { samples: Float32Array<ArrayBuffer>; endedAt: number };
