import { Glasses, Globe, Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ToggleGroup, ToggleItem } from '#app/components/ui/toggle-group.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';

const NOTE_MS = 5_000;

/** Switches the view of a 360° picture. VR is shown, and says why there is none until headsets are supported. */
export function ViewSwitch({ mode, onChange }: { mode: PanoramaMode; onChange(mode: PanoramaMode): void }) {
  const { t } = useTranslation('call');
  const [vrPressed, setVrPressed] = useState(false);
  useEffect(() => {
    if (!vrPressed) return;
    const timer = setTimeout(() => setVrPressed(false), NOTE_MS);
    return () => clearTimeout(timer);
  }, [vrPressed]);
  return (
    <div className="relative">
      <ToggleGroup
        label={t('controls.view')}
        value={mode}
        onChange={(value) => {
          setVrPressed(value === 'vr');
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
        <ToggleItem value="vr" unavailable title={t('controls.vrLater')}>
          <Glasses aria-hidden size={18} />
          {t('controls.vr')}
        </ToggleItem>
      </ToggleGroup>
      <p
        role="status"
        className="absolute top-full right-0 mt-2 w-max max-w-[75vw] rounded-lg bg-ink/90 px-3 py-2 text-sm empty:hidden"
      >
        {vrPressed && t('controls.vrLater')}
      </p>
    </div>
  );
}
