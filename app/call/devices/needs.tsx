import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { MediaKind } from '#protocol/channel.ts';
import { type DeviceState, isStreamed } from './device-store.ts';
import { NO_DEVICE } from './devices.ts';
import { chooseCamera, chooseMicrophone } from './open-devices.ts';

type Need = 'both' | 'camera' | 'microphone';

/** The device a host still lacks to open a room; null if nothing is missing or that is not known yet. */
export function needOf(devices: DeviceState): Need | null {
  const { status, problem, video, audio, opening } = devices;
  if (isStreamed(devices)) return null;
  if (status !== 'ready' || problem === 'unsupported' || (video && audio)) return null;
  if (opening.video || opening.audio) return null;
  if (!video && !audio) return 'both';
  return video ? 'microphone' : 'camera';
}

/** The id of a device to use instead of none; null if one is chosen, or there is none. */
function unused(
  { video, audio, cameras, microphones, problem }: DeviceState,
  kind: MediaKind,
): string | null {
  if (problem || (kind === 'video' ? video : audio)) return null;
  const options = kind === 'video' ? cameras : microphones;
  return options.find(({ id }) => id !== NO_DEVICE)?.id ?? null;
}

/**
 * Why the room cannot be opened, which describes the button (`aria-describedby`), and how it can. A choice of no device is
 * remembered from an earlier call.
 */
export function Needs({ devices, id }: { devices: DeviceState; id: string }) {
  const { t } = useTranslation('call');
  const need = needOf(devices);
  const camera = need && unused(devices, 'video');
  const microphone = need && unused(devices, 'audio');
  const reason = () => {
    if (!need) return null;
    if (devices.problem === 'denied') return t('needs.denied');
    // Without a choice there is none, or it could not be opened.
    return t(`needs.${need}`);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 empty:hidden">
      <p id={id} role="status" className="text-sm empty:hidden">
        {reason()}
      </p>
      {camera && (
        <Button variant="quiet" onClick={() => void chooseCamera(camera)}>
          {t('needs.useCamera')}
        </Button>
      )}
      {microphone && (
        <Button variant="quiet" onClick={() => void chooseMicrophone(microphone)}>
          {t('needs.useMicrophone')}
        </Button>
      )}
    </div>
  );
}
