import { X } from 'lucide-react';
import { useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, proposesSurroundings, soundOf } from './device-store.ts';
import { chooseSound } from './open-devices.ts';
import { SOUNDS, type Sound, soundSchema } from './sound.ts';

/** Purpose of the microphone. With a 360° camera the surroundings are proposed; nothing changes without a choice. */
export function SoundField({ devices }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  const field = useRef<HTMLDivElement>(null);
  const sound = soundOf(devices);
  const answer = (chosen: Sound) => {
    void chooseSound(chosen);
    // The pressed button is about to disappear.
    field.current?.querySelector('select')?.focus();
  };
  return (
    <div ref={field} className="grid gap-4 @md:col-span-2">
      <Select
        label={t('sound.label')}
        hint={t(`sound.hint.${sound}`)}
        value={sound}
        disabled={!devices.audio}
        onChange={(event) => void chooseSound(soundSchema.parse(event.target.value))}
      >
        {SOUNDS.map((name) => (
          <option key={name} value={name}>
            {t(`sound.${name}`)}
          </option>
        ))}
      </Select>
      {proposesSurroundings(devices) && (
        <Alert tone="info">
          {t(devices.listening === 'headphones' ? 'sound.propose.headphones' : 'sound.propose.unknown')}
          <span className="flex items-center gap-2">
            <Button variant="secondary" onClick={() => answer('surroundings')}>
              {t('sound.surroundings')}
            </Button>
            <IconButton tone="quiet" label={t('start.close')} onClick={() => answer('voice')}>
              <X />
            </IconButton>
          </span>
        </Alert>
      )}
    </div>
  );
}
