import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { directedStore } from './directed-store.ts';
import { useSpokenDirections } from './use-spoken-directions.ts';

const ARROW = 'size-14 rounded-full bg-accent p-3 text-on-accent shadow-soft';
const EDGES = [
  { direction: 'up', Icon: ArrowUp, edge: 'top-20 left-1/2 -translate-x-1/2' },
  { direction: 'left', Icon: ArrowLeft, edge: 'top-3/5 left-4 -translate-y-1/2' },
  { direction: 'right', Icon: ArrowRight, edge: 'top-3/5 right-4 -translate-y-1/2' },
] as const;

/**
 * The guest's directions for the host: arrows at the edges of the picture, and words. The bottom one is in the flow.
 */
export default function Directed() {
  const { t } = useTranslation('call');
  const { directions: held, spoken } = useStore(directedStore);
  const directions = spoken && spoken !== 'stop' ? [spoken] : held;
  const text = spoken ? t(`pad.${spoken}`) : held.map((name) => t(`pad.${name}`)).join(', ');
  useSpokenDirections();
  return (
    <>
      {EDGES.map(
        ({ direction, Icon, edge }) =>
          directions.includes(direction) && (
            <Icon
              key={direction}
              aria-hidden
              data-direction={direction}
              className={`fixed ${edge} ${ARROW}`}
            />
          ),
      )}
      <div role="status" className="empty:hidden">
        {text && (
          <p className="rounded-full bg-ink/90 px-4 py-2 text-sm">
            {t('pad.directed', { directions: text })}
          </p>
        )}
      </div>
      {directions.includes('down') && <ArrowDown aria-hidden data-direction="down" className={ARROW} />}
    </>
  );
}
