import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { DIRECTIONS, type Direction } from './directions.ts';
import { hold, padStore, release } from './pad-store.ts';
import { usePadKeys } from './use-pad-keys.ts';

/** Duration of a click by a screen reader or switch, which cannot hold. */
const CLICK_MS = 400;

const BUTTONS = {
  up: { Icon: ArrowUp, key: 'ArrowUp', place: 'col-start-2 row-start-1' },
  down: { Icon: ArrowDown, key: 'ArrowDown', place: 'col-start-2 row-start-3' },
  left: { Icon: ArrowLeft, key: 'ArrowLeft', place: 'col-start-1 row-start-2' },
  right: { Icon: ArrowRight, key: 'ArrowRight', place: 'col-start-3 row-start-2' },
} as const;

/** Directs the host while a button is held. */
export default function DirectionPad({ reachable }: { reachable: boolean }) {
  const { t } = useTranslation('call');
  usePadKeys();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={t('pad.title')} className="grid touch-none grid-cols-3 select-none">
      {DIRECTIONS.map((direction) => (
        <PadButton key={direction} direction={direction} disabled={!reachable} />
      ))}
      <kbd
        aria-hidden
        className="col-start-2 row-start-2 hidden place-self-center rounded-md bg-ink/75 px-1 text-xs text-white pointer-fine:block"
      >
        {t('pad.shift')}
      </kbd>
    </div>
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
    <IconButton
      label={t(`pad.${direction}`)}
      aria-keyshortcuts={`Shift+${key}`}
      pressed={held}
      aria-disabled={disabled}
      className={`${place} [-webkit-touch-callout:none] aria-disabled:opacity-50`}
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
      <Icon />
    </IconButton>
  );
}
