import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Link to the help on cameras, in another tab, so that this one keeps its call. */
export function CameraHelp() {
  const { t } = useTranslation('call');
  const localePath = useLocalePath();
  return (
    <a
      href={`${localePath('/help')}#help-cameras`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center text-sm underline underline-offset-2"
    >
      {t('devices.cameraHelp')}
    </a>
  );
}
