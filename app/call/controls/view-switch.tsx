import { Glasses, Globe, Map as MapIcon } from 'lucide-react';
import { ToggleGroup, ToggleItem } from '#app/components/ui/toggle-group.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';

/** How a 360 picture is shown. VR has its place, and waits for headsets. */
export function ViewSwitch({ mode, onChange }: { mode: PanoramaMode; onChange(mode: PanoramaMode): void }) {
  const { t } = useTranslation('call');
  return (
    <ToggleGroup
      label={t('controls.view')}
      value={mode}
      onChange={(value) => {
        if (value === 'equirectangular' || value === 'spherical') onChange(value);
      }}
    >
      <ToggleItem value="equirectangular">
        <MapIcon aria-hidden size={18} />
        {t('controls.equirectangular')}
      </ToggleItem>
      <ToggleItem value="spherical">
        <Globe aria-hidden size={18} />
        {t('controls.spherical')}
      </ToggleItem>
      <ToggleItem value="vr" disabled title={t('controls.vrLater')}>
        <Glasses aria-hidden size={18} />
        {t('controls.vr')}
      </ToggleItem>
    </ToggleGroup>
  );
}
