import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  CircleStop,
  MapPin,
  ScanEye,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useLanguage } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { nameOf, pageSphere, pressKey, stateOf } from './page-controls.ts';
import { changePace, scanStore, setScanning } from './scan-store.ts';
import { useScan } from './use-scan.ts';

/** Buttons that look around, by the keys that the picture takes. */
const LOOK = [
  { text: 'scanning.left', key: 'ArrowLeft', Icon: ArrowLeft },
  { text: 'scanning.up', key: 'ArrowUp', Icon: ArrowUp },
  { text: 'scanning.down', key: 'ArrowDown', Icon: ArrowDown },
  { text: 'scanning.right', key: 'ArrowRight', Icon: ArrowRight },
  { text: 'scanning.closer', key: '+', Icon: ZoomIn },
  { text: 'scanning.farther', key: '-', Icon: ZoomOut },
  { text: 'compass.reset', key: 'Home', Icon: ScanEye },
  { text: 'scanning.show', key: 'Enter', Icon: MapPin },
] as const;

/**
 * Scans all controls of the call, adds those that elsewhere need keys or a pointer, and announces the highlighted one.
 */
export default function Scanner() {
  const { t } = useTranslation('call');
  const language = useLanguage();
  const place = useScan();
  const intervalMs = useStore(scanStore, (state) => state.intervalMs);
  // Looked up at each step of the highlight.
  const sphere = pageSphere();
  const seconds = (intervalMs / 1_000).toLocaleString(language);
  const nameOfPlace = () => {
    if (!place) return '';
    const { group, item } = place;
    if (!item) return nameOf(group) || t('scanning.other');
    if (item.ariaExpanded === 'true') return t('scanning.close', { name: nameOf(item) });
    const state = stateOf(item);
    return state === null ? nameOf(item) : t(state ? 'scanning.on' : 'scanning.off', { name: nameOf(item) });
  };
  return (
    <div className="absolute top-52 right-4 z-10 grid w-max max-w-[calc(100vw-2rem)] gap-1 rounded-lg bg-ink/90 p-2 sm:top-48 [@media(max-height:30rem)]:top-20 [@media(max-height:30rem)]:right-52">
      {/* Without aria-live, menus and dialogs would hide it from screen readers. */}
      <p
        role="status"
        aria-live="polite"
        className="max-w-62 min-h-6 truncate text-center text-sm font-semibold"
      >
        {nameOfPlace()}
      </p>
      {sphere && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div role="group" data-scan="" aria-label={t('scanning.look')} className="grid grid-cols-4 gap-1">
          {LOOK.map(({ text, key, Icon }) => (
            <IconButton
              key={key}
              label={t(text)}
              className="sm:size-12"
              onClick={() => {
                const picture = pageSphere();
                if (picture) pressKey(picture, key);
              }}
            >
              <Icon />
            </IconButton>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="group" data-scan="" aria-label={t('scanning.title')} className="flex justify-center gap-1">
        <button
          type="button"
          onClick={changePace}
          aria-label={t('scanning.pace', { seconds })}
          className="h-10 rounded-full bg-ink px-3 text-sm tabular-nums"
        >
          {seconds} s
        </button>
        <button
          type="button"
          onClick={() => setScanning(false)}
          className="flex h-10 items-center gap-2 rounded-full bg-ink px-3 text-sm"
        >
          <CircleStop aria-hidden size={18} />
          {t('scanning.stop')}
        </button>
      </div>
    </div>
  );
}
