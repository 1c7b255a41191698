import { type CallState, isOtherPaused, otherSeat } from '../state/call-state.ts';

/** What the other person does not send, by the last part of its text's key. */
type Lack = 'muted' | 'noMicrophone' | 'cameraOff' | 'noCamera';

/**
 * What the other person does not send: of microphone and camera at most one each. Empty while they are not connected or
 * before they have said what they have.
 */
export function lacksOf(call: CallState): Lack[] {
  const other = otherSeat(call);
  if (!other?.connected || !other.camera) return [];
  const lacks: Lack[] = [];
  if (isOtherPaused(call, 'microphone')) lacks.push('muted');
  else if (!other.producers.some(({ source }) => source === 'microphone')) lacks.push('noMicrophone');
  if (other.camera.cameraType === 'NO_CAM') lacks.push('noCamera');
  else if (isOtherPaused(call, 'camera')) lacks.push('cameraOff');
  return lacks;
}
