import { Glasses, Globe, Map as MapIcon } from 'lucide-react';
import { ToggleGroup, ToggleItem } from '#app/components/ui/toggle-group.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';

/** Switches the view of a 360° picture. VR is shown but disabled until headsets are supported. */
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
