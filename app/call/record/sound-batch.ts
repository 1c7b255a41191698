/** Name of the processor that passes on what it hears. */
export const TAP = 'sound-tap';

export const CHANNELS = 2;

/** Samples of each channel in a batch: 43 ms at 48 kHz. */
export const BATCH_FRAMES = 2048;

/**
 * Message of the processor. `samples`: one channel after the other; `endedAt`: time of the last one, by `Date.now()`.
 */
export type SoundBatch = { samples: Float32Array<ArrayBuffer>; endedAt: number };
