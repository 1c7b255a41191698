/** Frequencies in Hz, played in this order. */
const TONES = [660, 880];
const TONE_S = 0.16;
const VOLUME = 0.12;
/** Length of the tones plus the time a device may take to wake up. */
const CLOSED_MS = 3_000;

/** Plays two soft tones. */
export function chime(way: 'rising' | 'falling' = 'rising'): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  const tones = way === 'rising' ? TONES : TONES.toReversed();
  for (const [index, frequency] of tones.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_S);
    tone.stop(context.currentTime + (index + 1) * TONE_S);
  }
  // By a timer, because without an audio device the last tone never ends.
  setTimeout(() => void context.close(), CLOSED_MS);
}
