/** Frequencies in Hz, one after the other. */
const TONES = [660, 880];
const TONE_S = 0.16;
const VOLUME = 0.12;

/** Two soft rising tones. */
export function chime(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  volume.connect(context.destination);
  for (const [index, frequency] of TONES.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_S);
    tone.stop(context.currentTime + (index + 1) * TONE_S);
    if (index === TONES.length - 1) tone.onended = () => void context.close();
  }
}
