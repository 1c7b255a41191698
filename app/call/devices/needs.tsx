import { useTranslation } from '#app/i18n/use-translation.ts';
import type { DeviceState } from './device-store.ts';

type Need = 'both' | 'camera' | 'microphone';

/** The device a host still lacks to open a room; null if nothing is missing or that is not known yet. */
export function needOf({ status, problem, video, audio, opening }: DeviceState): Need | null {
  if (status !== 'ready' || problem === 'unsupported' || (video && audio)) return null;
  if (opening.video || opening.audio) return null;
  if (!video && !audio) return 'both';
  return video ? 'microphone' : 'camera';
}

/** Why the room cannot be opened. Describes the button (`aria-describedby`). */
export function Needs({ devices, id }: { devices: DeviceState; id: string }) {
  const { t } = useTranslation('call');
  const need = needOf(devices);
  return (
    <p id={id} role="status" className="text-right text-sm text-muted empty:hidden">
      {need && t(`needs.${need}`)}
    </p>
  );
}
