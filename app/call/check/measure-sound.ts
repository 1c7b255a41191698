import { inTime } from '#app/components/page/in-time.ts';
import { levelReader } from '../devices/level-reader.ts';
import { CheckError } from './check-error.ts';
import { hearing } from './judgement.ts';
import type { MicrophoneMeasure } from './measures.ts';

/** Timeout for the audio clock, which never starts without an audio device. */
const CLOCK_MS = 3_000;
const INTERVAL_MS = 100;
/** Time for the user to begin to speak. */
const PATIENCE_MS = 8_000;
/** Number of intervals with speech that are enough. */
const ENOUGH = 8;

/**
 * Measures the microphone until the user has spoken, or a timeout.
 * @param onLevel called with the level of each interval: RMS, in dB of full scale
 * @throws CheckError noSound if no audio device runs the browser's clock, or the browser cannot read the microphone
 */
export async function measureMicrophone(
  track: MediaStreamTrack,
  signal: AbortSignal,
  onLevel: (level: number) => void,
): Promise<MicrophoneMeasure> {
  const context = new AudioContext();
  try {
    await inTime(context.resume(), CLOCK_MS, () => new CheckError('noSound'));
    const read = levelReader(track, context);
    if (!read) throw new CheckError('noSound');
    const levels: number[] = [];
    while (levels.length < PATIENCE_MS / INTERVAL_MS && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      const level = Math.max(-100, read());
      levels.push(level);
      onLevel(level);
      if (levels.filter((loudest) => hearing({ loudest }) === 'heard').length >= ENOUGH) break;
    }
    if (levels.length === 0) throw new CheckError('noSound');
    return { loudest: Math.max(...levels) };
  } finally {
    void context.close();
  }
}
