import { z } from 'zod';

/** Purpose of a microphone: `voice` is speech alone, `surroundings` the place as it sounds. */
export const SOUNDS = ['voice', 'surroundings'] as const;
export const soundSchema = z.enum(SOUNDS);
export type Sound = z.infer<typeof soundSchema>;

/** @param id null: the system's default */
export function microphoneConstraints(id: string | null, sound: Sound): MediaTrackConstraints {
  const isVoice = sound === 'voice';
  return {
    ...(id ? { deviceId: { exact: id } } : {}),
    // Each of these treats everything but speech as noise.
    echoCancellation: isVoice,
    noiseSuppression: isVoice,
    autoGainControl: isVoice,
    ...(!isVoice && { channelCount: 2 }),
  };
}

/**
 * Output this side listens with. Without echo cancellation, a loudspeaker sends the other person their own voice back.
 */
export type Listening = 'headphones' | 'loudspeaker' | 'unknown';

// In the languages of common systems, which translate the names of their own devices.
const HEADPHONES =
  /head ?(phones?|set)|ear ?(phones?|buds?|pods?)|air ?pods|\bbuds\b|auricular|cascos|kopfhörer|écouteurs|casque/i;
const LOUDSPEAKER = /speaker|altavo[cz]|lautsprecher|haut-parleur|hdmi|display|monitor|\btv\b/i;

/** @param outputs the audio outputs; Chromium's alias names the one in use */
export function listeningWith(outputs: readonly Pick<MediaDeviceInfo, 'deviceId' | 'label'>[]): Listening {
  const inUse = outputs.filter(({ deviceId }) => deviceId === 'default');
  const labels = (inUse.length > 0 ? inUse : outputs).map(({ label }) => label);
  if (labels.some((label) => HEADPHONES.test(label))) return 'headphones';
  return labels.length > 0 && labels.every((label) => LOUDSPEAKER.test(label)) ? 'loudspeaker' : 'unknown';
}
