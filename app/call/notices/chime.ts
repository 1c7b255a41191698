/** Frequencies in Hz, played in this order. */
const TONES = [660, 880];
const TONE_S = 0.16;
const VOLUME = 0.12;
/** Length of the tones plus the time a device may take to wake up. */
const CLOSED_MS = 3_000;

/** The speaker; empty: the system's default. */
let speakerId = '';

/** Plays later tones on another speaker. @param id empty: the system's default */
export function chimeThrough(id: string): void {
  speakerId = id;
}

/** Plays two soft tones. */
export function chime(way: 'rising' | 'falling' = 'rising'): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = VOLUME;
  if (speakerId === '') volume.connect(context.destination);
  else playOn(speakerId, context, volume);
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

/** By an element, because not every browser lets a context choose its speaker. */
function playOn(speaker: string, context: AudioContext, sound: AudioNode): void {
  const way = context.createMediaStreamDestination();
  sound.connect(way);
  const element = new Audio();
  element.srcObject = way.stream;
  // If it is gone, the system's default plays.
  void element
    .setSinkId(speaker)
    .catch(() => {})
    .then(() => element.play())
    .catch(() => {});
}
