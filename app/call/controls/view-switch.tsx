import { Glasses, Globe, Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ToggleGroup, ToggleItem } from '#app/components/ui/toggle-group.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';
import type { Vr } from '#app/sphere/vr/use-vr.ts';

const NOTE_MS = 8_000;

type ViewSwitchProps = { mode: PanoramaMode; vr: Vr; onChange(mode: PanoramaMode): void };

/** Switches the view of a 360° picture. Where there is no VR it says why. */
export function ViewSwitch({ mode, vr, onChange }: ViewSwitchProps) {
  const { t } = useTranslation('call');
  const [vrPressed, setVrPressed] = useState(false);
  useEffect(() => {
    if (!vrPressed) return;
    const timer = setTimeout(() => setVrPressed(false), NOTE_MS);
    return () => clearTimeout(timer);
  }, [vrPressed]);
  useEffect(() => {
    if (vr.failed) setVrPressed(true);
  }, [vr.failed]);
  const refusal = vr.support === null || vr.support === 'ready' ? null : t(`vr.${vr.support}`);
  const choose = (value: string) => {
    setVrPressed(value === 'vr');
    if (value === 'vr' && vr.support === 'ready') vr.enter();
    if (value !== 'equirectangular' && value !== 'spherical') return;
    vr.leave();
    onChange(value);
  };
  return (
    <div className="relative">
      <ToggleGroup label={t('controls.view')} value={vr.session ? 'vr' : mode} onChange={choose}>
        <ToggleItem value="equirectangular">
          <MapIcon aria-hidden size={18} />
          {t('controls.equirectangular')}
        </ToggleItem>
        <ToggleItem value="spherical">
          <Globe aria-hidden size={18} />
          {t('controls.spherical')}
        </ToggleItem>
        <ToggleItem value="vr" unavailable={refusal !== null} title={refusal ?? undefined}>
          <Glasses aria-hidden size={18} />
          {t('controls.vr')}
        </ToggleItem>
      </ToggleGroup>
      <p
        role="status"
        className="absolute top-full right-0 mt-2 w-max max-w-[75vw] rounded-lg bg-ink/90 px-3 py-2 text-sm empty:hidden"
      >
        {vrPressed && (refusal ?? (vr.failed && t('vr.failed')))}
      </p>
    </div>
  );
}
