import { Button } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chooseSpeaker, type DeviceState } from './device-store.ts';
import { canChooseSpeaker } from './devices.ts';
import { askForSpeaker } from './open-devices.ts';
import { useDeviceNames } from './use-devices.ts';

/** The speaker, where there is a choice. */
export function SpeakerField({ devices: { speakers, speakerId, status } }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  const names = useDeviceNames(speakers);
  if (status !== 'ready' || !canChooseSpeaker()) return null;
  const asks = 'selectAudioOutput' in navigator.mediaDevices;
  if (speakers.length < 2 && !asks) return null;
  return (
    <div className="grid gap-2">
      <Select
        label={t('devices.speaker')}
        value={speakerId}
        onChange={(event) => chooseSpeaker(event.target.value)}
      >
        <option value="">{t('devices.systemSpeaker')}</option>
        {speakers.map(({ id }, at) => (
          <option key={id} value={id}>
            {names[at]}
          </option>
        ))}
      </Select>
      {asks && (
        <Button variant="quiet" className="justify-self-start" onClick={() => void askForSpeaker()}>
          {t('devices.otherSpeaker')}
        </Button>
      )}
    </div>
  );
}
