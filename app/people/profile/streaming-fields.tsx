import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { CURRENCY_NAMES } from '#app/entities/lookups/names.ts';
import type { FormState } from '#app/forms/refusal.ts';
import { amountText } from '#app/i18n/number-text.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { useCameraName } from '../use-camera-name.ts';
import type { OwnProfile } from './own-profile.server.ts';

/** Camera types that do not name a camera. */
const NOT_CAMERAS: readonly string[] = ['ALL_CAM', 'NO_CAM'];
const CAMERAS = CAMERA_TYPES.filter((camera) => !NOT_CAMERAS.includes(camera));

type StreamingFieldsProps = {
  profile: OwnProfile;
  form: FormState<'padEnabled' | `prices.${(typeof CURRENCY_NAMES)[number]}`>;
};

/** The streamers' fields: control modes, camera and prices. */
export function StreamingFields({ profile, form }: StreamingFieldsProps) {
  const { t, language } = useTranslation('personal');
  const { t: peopleText } = useTranslation('people');
  const cameraName = useCameraName();
  return (
    <fieldset className="grid gap-5 border-t border-line pt-6">
      <legend className="float-left mb-4 text-lg font-semibold">{t('profile.streaming')}</legend>
      <fieldset className="clear-both">
        <legend className="mb-1 font-semibold">{t('profile.controlModes')}</legend>
        <p className="text-sm text-muted">{t('profile.controlModesHint')}</p>
        {(['VOICE', 'PAD'] as const).map((mode) => (
          <Checkbox key={mode} {...form.choice('controlModes', mode, profile.controlModes)}>
            {peopleText(`modes.${mode}`)}
          </Checkbox>
        ))}
        <Checkbox
          {...form.choice('padEnabled', 'yes', profile.padEnabled ? ['yes'] : [])}
          {...form.wrong('padEnabled')}
        >
          {t('profile.padEnabled')}
        </Checkbox>
      </fieldset>
      <Select
        label={t('profile.camera')}
        name="channelCamera"
        defaultValue={form.value('channelCamera', profile.channelCamera ?? '')}
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
        <div className="grid grid-cols-2 items-start gap-4">
          {CURRENCY_NAMES.map((currency) => {
            const saved = profile.prices.find((price) => price.currency === currency)?.perMinute;
            return (
              <TextField
                key={currency}
                label={currency}
                inputMode="decimal"
                {...form.text(`prices.${currency}`, saved === undefined ? '' : amountText(saved, language))}
              />
            );
          })}
        </div>
      </fieldset>
    </fieldset>
  );
}
