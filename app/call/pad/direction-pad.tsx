import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Directing } from './directing.tsx';
import { DIRECTIONS, type Direction } from './directions.ts';
import { hold, padStore, release } from './pad-store.ts';
import { usePadKeys } from './use-pad-keys.ts';

/** Duration of a click by a screen reader or switch, which cannot hold. */
const CLICK_MS = 400;

const BUTTONS = {
  up: { Icon: ArrowUp, key: 'ArrowUp', place: 'col-start-2 row-start-1' },
  down: { Icon: ArrowDown, key: 'ArrowDown', place: 'col-start-2 row-start-2' },
  left: { Icon: ArrowLeft, key: 'ArrowLeft', place: 'col-start-1 row-start-2' },
  right: { Icon: ArrowRight, key: 'ArrowRight', place: 'col-start-3 row-start-2' },
} as const;

/** Directs the host while a button is held. */
export default function DirectionPad({ reachable }: { reachable: boolean }) {
  const { t } = useTranslation('call');
  const sent = useStore(padStore, (state) => state.sent);
  usePadKeys();
  return (
    <Directing label={t('pad.title')} title={<Sent directions={sent} />} className="w-46">
      <div className="grid touch-none grid-cols-3 gap-1 select-none">
        {DIRECTIONS.map((direction) => (
          <PadButton key={direction} direction={direction} disabled={!reachable} />
        ))}
        <kbd
          aria-hidden
          className="col-start-1 row-start-1 hidden place-self-center text-xs text-white/80 pointer-fine:block"
        >
          {t('pad.shift')} +
        </kbd>
      </div>
    </Directing>
  );
}

/** What the buttons do; while one is held, that the host gets it. */
function Sent({ directions }: { directions: readonly Direction[] }) {
  const { t } = useTranslation('call');
  const isSent = directions.length > 0;
  const names = directions.map((name) => t(`pad.${name}`)).join(', ');
  return (
    <>
      {!isSent && <span aria-hidden>{t('pad.direct')}</span>}
      <span role="status" className="flex items-center gap-1.5 empty:hidden">
        {isSent && (
          <>
            <Check aria-hidden size={16} className="shrink-0" />
            {t('pad.sent', { directions: names })}
          </>
        )}
      </span>
    </>
  );
}

function PadButton({ direction, disabled }: { direction: Direction; disabled: boolean }) {
  const { t } = useTranslation('call');
  const held = useStore(padStore, (state) => state.held.includes(direction));
  const { Icon, key, place } = BUTTONS[direction];
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    // Otherwise the key also clicks.
    event.preventDefault();
    if (event.type === 'keyup') release(direction);
    else if (!event.repeat) hold(direction);
  };
  return (
    <button
      type="button"
      aria-keyshortcuts={`Shift+${key}`}
      aria-pressed={held}
      aria-disabled={disabled}
      className={`${place} grid h-13 min-w-0 place-content-center justify-items-center rounded-md bg-accent text-on-accent [-webkit-touch-callout:none] hover:not-aria-pressed:bg-accent-hover aria-disabled:opacity-50 aria-pressed:bg-white`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(direction);
      }}
      onLostPointerCapture={() => release(direction)}
      onKeyDown={onKey}
      onKeyUp={onKey}
      onBlur={() => release(direction)}
      onClick={({ detail }) => {
        if (detail > 0) return;
        hold(direction);
        setTimeout(() => release(direction), CLICK_MS);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Icon aria-hidden size={20} />
      <span className="text-[0.6875rem] leading-4">{t(`pad.${direction}`)}</span>
    </button>
  );
}
