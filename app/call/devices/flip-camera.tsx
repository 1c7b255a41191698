import { SwitchCamera } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { deviceStore } from './device-store.ts';
import { flipSide } from './flip-side.ts';
import { chooseCamera } from './open-devices.ts';

/** Button that changes between a phone's front and back camera; nothing where there are not both. */
export function FlipCamera({ className }: { className: string }) {
  const { t } = useTranslation('call');
  const other = useStore(deviceStore, flipSide);
  const isOpening = useStore(deviceStore, ({ opening }) => opening.video);
  if (!other) return null;
  return (
    <button
      type="button"
      aria-label={t('devices.flip')}
      title={t('devices.flip')}
      aria-disabled={isOpening}
      onClick={() => {
        if (!isOpening) void chooseCamera(other.id);
      }}
      // A tap on it neither drags what it lies on nor marks a place there.
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      className={`grid size-9 place-items-center rounded-full bg-ink/75 text-white hover:bg-ink aria-disabled:opacity-50 ${className}`}
    >
      <SwitchCamera aria-hidden size={18} />
    </button>
  );
}
