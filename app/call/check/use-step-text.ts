import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Projection } from '#protocol/projection.ts';
import type { CheckState, StepName } from './check.ts';
import { isCheckFailure } from './check-error.ts';
import { hearing, isSlow, isSlowEncoder, isSlowUplink } from './judgement.ts';
import type { EncoderMeasure } from './measures.ts';
import { useNumbers } from './use-numbers.ts';

export type StepLook = 'waiting' | 'running' | 'good' | 'warning' | 'failed' | 'skipped';

/** The look of a step, and its result in words. */
export function useStepText(
  name: StepName,
  state: CheckState,
  projection: Projection,
): { look: StepLook; text: string } {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const { whole, megabits, size } = useNumbers();
  const step = state.steps[name];
  if (step.name === 'running') return { look: 'running', text: t(`check.doing.${name}`) };
  if (step.name === 'waiting' || step.name === 'skipped')
    return { look: step.name, text: t(`check.state.${step.name}`) };
  if (step.name === 'failed') {
    const { reason } = step;
    return { look: 'failed', text: isCheckFailure(reason) ? t(`check.failed.${reason}`) : errorText(reason) };
  }
  const result = found();
  return result ? { look: result[0] ? 'warning' : 'good', text: result[1] } : { look: 'waiting', text: '' };

  function encoderText({ hardware, framesPerSecond, ...encoded }: EncoderMeasure) {
    const by = t(hardware ? 'check.found.encoder.hardware' : 'check.found.encoder.software');
    if (framesPerSecond === null) return `${by} ${t('check.found.encoder.unmeasured')}`;
    return `${by} ${t('check.found.encoder.speed', { size: size(encoded), rate: whole(framesPerSecond) })}`;
  }

  /** Whether the result is a warning, and its words. */
  function found(): [boolean, string] | null {
    const { camera, encoder, display, uplink } = state.measures;
    switch (name) {
      case 'camera': {
        if (!camera) return null;
        const text = t('check.found.camera', { size: size(camera), rate: whole(camera.framesPerSecond) });
        return [isSlow(camera), text];
      }
      case 'encoder':
        if (!encoder) return null;
        return [
          encoder.framesPerSecond !== null && isSlowEncoder(projection, encoder, camera),
          encoderText(encoder),
        ];
      case 'display': {
        if (!display) return null;
        const by = display.processor ? 'processor' : 'graphics';
        return [display.processor, t(`check.found.display.${by}`, { width: whole(display.largest) })];
      }
      case 'uplink': {
        if (!uplink) return null;
        const rate = megabits(uplink.bitrate);
        const text = t(uplink.more ? 'check.found.uplinkMore' : 'check.found.uplink', { rate });
        const trip = uplink.roundTrip;
        const trips = trip === null ? '' : ` ${t('check.found.roundTrip', { trip: whole(trip) })}`;
        return [isSlowUplink(projection, uplink), text + trips];
      }
      case 'microphone': {
        if (!state.microphone) return null;
        const heard = hearing(state.microphone);
        return [heard !== 'heard', t(`check.found.microphone.${heard}`)];
      }
      case 'speaker':
        return [!state.heard, t(state.heard ? 'check.found.speaker.heard' : 'check.found.speaker.silent')];
    }
  }
}
