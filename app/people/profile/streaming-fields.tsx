import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { CURRENCY_NAMES } from '#app/entities/lookups/names.ts';
import type { FormState } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { useCameraName } from '../use-camera-name.ts';
import type { OwnProfile } from './own-profile.server.ts';

/** No cameras to stream with, but ways to say which ones one means. */
const NOT_CAMERAS: readonly string[] = ['ALL_CAM', 'NO_CAM'];
const CAMERAS = CAMERA_TYPES.filter((camera) => !NOT_CAMERAS.includes(camera));

/** What only streamers tell: how they are directed, with what they stream and for how much. */
export function StreamingFields({ profile, state }: { profile: OwnProfile; state: FormState }) {
  const { t } = useTranslation('personal');
  const { t: peopleText } = useTranslation('people');
  const cameraName = useCameraName();
  const modes = state.chosen('controlModes', profile.controlModes);
  return (
    <fieldset className="grid gap-5 border-t border-line pt-6">
      <legend className="float-left mb-4 text-lg font-semibold">{t('profile.streaming')}</legend>
      <fieldset className="clear-both">
        <legend className="mb-1 font-semibold">{t('profile.controlModes')}</legend>
        <Checkbox name="controlModes" value="VOICE" defaultChecked={modes.includes('VOICE')}>
          {peopleText('modes.VOICE')}
        </Checkbox>
        <Checkbox name="controlModes" value="PAD" defaultChecked={modes.includes('PAD')}>
          {peopleText('modes.PAD')}
        </Checkbox>
        <Checkbox
          name="padEnabled"
          value="yes"
          defaultChecked={state.chosen('padEnabled', profile.padEnabled ? ['yes'] : []).includes('yes')}
        >
          {t('profile.padEnabled')}
        </Checkbox>
      </fieldset>
      <Select
        label={t('profile.camera')}
        name="channelCamera"
        defaultValue={state.text('channelCamera', profile.channelCamera ?? '')}
      >
        <option value="">{t('profile.noCamera')}</option>
        {CAMERAS.map((camera) => (
          <option key={camera} value={camera}>
            {cameraName(camera)}
          </option>
        ))}
      </Select>
      <fieldset>
        <legend className="font-semibold">{t('profile.prices')}</legend>
        <p className="mb-3 text-sm text-muted">{t('profile.pricesHint')}</p>
        <div className="grid grid-cols-2 gap-4">
          {CURRENCY_NAMES.map((currency) => {
            const name = `prices.${currency}`;
            const saved = profile.prices.find((price) => price.currency === currency)?.perMinute;
            return (
              <TextField
                key={currency}
                label={currency}
                name={name}
                inputMode="decimal"
                defaultValue={state.text(name, saved === undefined ? '' : String(saved))}
                error={state.isWrong(name) ? t('profile.priceWrong') : undefined}
              />
            );
          })}
        </div>
      </fieldset>
    </fieldset>
  );
}
