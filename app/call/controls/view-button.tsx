import { Glasses, Globe, Map as MapIcon, ScanEye, Smartphone, ZoomIn, ZoomOut } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { ToggleGroup, ToggleItem } from '#app/components/ui/toggle-group.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ZOOM_STEP } from '#app/sphere/look/look-controls.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';
import type { Vr } from '#app/sphere/vr/use-vr.ts';
import { Needle, useDegreesInSteps } from './compass.tsx';
import type { Gyroscope } from './use-gyroscope.ts';

type ViewButtonProps = { mode: PanoramaMode; look: LookStore; vr: Vr; onMode(mode: PanoramaMode): void };

/** The compass; pressing it opens the ways to see a 360° picture. */
export function ViewButton({ mode, look, vr, onMode }: ViewButtonProps) {
  const { t } = useTranslation('call');
  const degrees = useDegreesInSteps(look);
  const label = t('controls.view');
  const spherical = mode === 'spherical';
  return (
    <Popover
      label={label}
      trigger={
        <IconButton
          label={spherical ? `${label}. ${t('compass.label', { degrees })}` : label}
          className="sm:size-12 [&>svg]:size-12"
        >
          {spherical ? <Needle look={look} /> : <MapIcon className="size-5!" />}
        </IconButton>
      }
    >
      <div className="grid justify-items-center gap-4">
        <ModeSwitch mode={mode} vr={vr} onMode={onMode} />
        {spherical && (
          <div className="flex gap-2">
            <IconButton
              tone="quiet"
              label={t('scanning.farther')}
              onClick={() => look.getState().zoom(1 / ZOOM_STEP)}
            >
              <ZoomOut />
            </IconButton>
            <IconButton tone="quiet" label={t('compass.reset')} onClick={() => look.getState().reset()}>
              <ScanEye />
            </IconButton>
            <IconButton
              tone="quiet"
              label={t('scanning.closer')}
              onClick={() => look.getState().zoom(ZOOM_STEP)}
            >
              <ZoomIn />
            </IconButton>
          </div>
        )}
      </div>
    </Popover>
  );
}

type ModeSwitchProps = Pick<ViewButtonProps, 'mode' | 'vr' | 'onMode'>;

/** Where there is no VR, it says why. */
function ModeSwitch({ mode, vr, onMode }: ModeSwitchProps) {
  const { t } = useTranslation('call');
  const reasonId = useId();
  const refusal = vr.support === null || vr.support === 'ready' ? null : t(`vr.${vr.support}`);
  const choose = (value: string) => {
    if (value === 'vr' && vr.support === 'ready') vr.enter();
    if (value !== 'equirectangular' && value !== 'spherical') return;
    vr.leave();
    onMode(value);
  };
  return (
    <>
      <ToggleGroup label={t('controls.view')} value={vr.session ? 'vr' : mode} onChange={choose}>
        <ToggleItem value="spherical">
          <Globe aria-hidden size={18} />
          {t('controls.spherical')}
        </ToggleItem>
        <ToggleItem value="equirectangular">
          <MapIcon aria-hidden size={18} />
          {t('controls.equirectangular')}
        </ToggleItem>
        <ToggleItem value="vr" unavailable={refusal !== null} aria-describedby={reasonId}>
          <Glasses aria-hidden size={18} />
          {t('controls.vr')}
        </ToggleItem>
      </ToggleGroup>
      <p id={reasonId} role="status" className="text-sm text-muted empty:hidden">
        {refusal ?? (vr.failed && t('vr.failed'))}
      </p>
    </>
  );
}

/** Switches looking around by moving the phone; nothing on devices that are not hand-held. */
export function MotionButton({ gyroscope }: { gyroscope: Gyroscope | null }) {
  const { t } = useTranslation('call');
  return (
    gyroscope && (
      <IconButton
        label={t('controls.gyroscope')}
        pressed={gyroscope.on}
        className="sm:size-12"
        onClick={gyroscope.toggle}
      >
        <Smartphone />
      </IconButton>
    )
  );
}
