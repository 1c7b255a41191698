import { type KeyboardEvent, useId, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { dayIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { SlotState, Slots } from '../../availability/slot-schema.ts';
import { DayChoice } from './day-choice.tsx';
import { slotByKey } from './slot-keys.ts';
import { slotLabels } from './slot-labels.ts';

type Slot = Slots['slots'][number] & { at: number };

type SlotPickerProps = {
  slots: Slots;
  /** The viewer's. */
  timeZone: string;
  selected: ReadonlySet<number>;
  onSelect(at: number, selected: boolean): void;
};

/**
 * A week of slots in columns by day, omitting days without slots; on phones a choice of the day, and its free slots. Each
 * day is one tab stop, as a week has hundreds of slots; arrow keys move between them.
 */
export function SlotPicker({ slots, ...props }: SlotPickerProps) {
  const { t, language } = useTranslation('bookings');
  const keysId = useId();
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const days = new Map<string, Slot[]>();
  for (const slot of slots.slots) {
    const at = Date.parse(slot.start);
    const day = dayIn(at, props.timeZone, language);
    const ofDay = days.get(day) ?? [];
    days.set(day, ofDay);
    ofDay.push({ ...slot, at });
  }
  if (days.size === 0) return <p className="text-muted">{t('slots.none')}</p>;
  const free = [...days.values()].map((ofDay) => ofDay.filter(isFree).map(({ at }) => at));
  const names = [...days.keys()];
  const firstWith = (is: (slot: Slot) => boolean) => names.find((name) => days.get(name)?.some(is));
  const day =
    (chosenDay !== null && days.has(chosenDay) ? chosenDay : undefined) ??
    firstWith(({ at }) => props.selected.has(at)) ??
    firstWith(isFree) ??
    names[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isOther || !(target instanceof HTMLInputElement)) return;
    const next = slotByKey(free, Date.parse(target.value), key);
    if (next === undefined) return;
    event.preventDefault();
    const dayOfNext = names.find((name) => days.get(name)?.some(({ at }) => at === next));
    // On a phone its slots can have the focus only once the day is shown.
    flushSync(() => setChosenDay(dayOfNext ?? null));
    const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[name=slot]')];
    boxes.find(({ value }) => Date.parse(value) === next)?.focus();
  };
  return (
    <div className="grid gap-4">
      <p id={keysId} className="hidden text-sm text-muted noscript:hidden pointer-fine:block">
        {t('slots.keys')}
      </p>
      <DayChoice
        days={names.map((name, nth) => ({
          name,
          at: days.get(name)?.[0]?.at ?? 0,
          free: free[nth]?.length ?? 0,
        }))}
        chosen={day}
        timeZone={props.timeZone}
        onChoose={setChosenDay}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the checkboxes in it */}
      <div onKeyDown={onKeyDown} className="grid gap-6 sm:grid-cols-3 lg:grid-cols-7 lg:gap-3">
        {[...days].map(([name, ofDay], nth) => (
          <Day
            key={name}
            title={name}
            slots={ofDay}
            isChosen={name === day}
            onFocus={() => setChosenDay(name)}
            // Only on the first day, so that screen readers say it once.
            describedBy={nth === 0 ? keysId : undefined}
            {...props}
          />
        ))}
      </div>
    </div>
  );
}

const isFree = ({ state }: Slot) => state === 'AVAILABLE';

const never = () => () => {};

type DayProps = Omit<SlotPickerProps, 'slots'> & {
  title: string;
  slots: readonly Slot[];
  /** On phones only the chosen day is shown. */
  isChosen: boolean;
  /** A slot of it has the focus. */
  onFocus(): void;
  describedBy: string | undefined;
};

function Day({ title, slots, isChosen, onFocus, describedBy, timeZone, selected, onSelect }: DayProps) {
  const { t } = useTranslation('bookings');
  const reader = useReader();
  const [focused, setFocused] = useState<number | null>(null);
  // Arrow keys need JavaScript.
  const hasKeys = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const free = slots.filter(isFree);
  const stop = free.find(({ at }) => at === focused) ?? free.find(({ at }) => selected.has(at)) ?? free[0];
  const labels = slotLabels(
    slots.map(({ at }) => at),
    timeZone,
    reader,
  );
  return (
    <fieldset
      aria-describedby={describedBy}
      className={`grid grid-cols-3 content-start gap-2 sm:grid-cols-1 ${
        isChosen ? '' : 'max-sm:hidden noscript:grid'
      }`}
    >
      <legend className="col-span-full pb-2 font-semibold first-letter:uppercase">{title}</legend>
      {free.length === 0 && <p className="col-span-full text-muted sm:hidden">{t('slots.noneFree')}</p>}
      {slots.map((slot, nth) => (
        <SlotBox
          key={slot.at}
          slot={slot}
          label={labels[nth] ?? ''}
          selected={selected.has(slot.at)}
          tabIndex={hasKeys && slot !== stop ? -1 : 0}
          onFocus={() => {
            setFocused(slot.at);
            onFocus();
          }}
          onSelect={onSelect}
        />
      ))}
    </fieldset>
  );
}

const LOOKS: Record<SlotState | 'SELECTED', string> = {
  AVAILABLE: 'border-line-strong cursor-pointer hover:bg-sunken',
  SELECTED: 'border-accent bg-accent text-on-accent cursor-pointer',
  BOOKED: 'border-transparent bg-sunken text-muted line-through',
  UNAVAILABLE: 'border-transparent text-muted',
  YOURS: 'border-accent text-accent-text font-semibold',
};

type SlotBoxProps = Pick<SlotPickerProps, 'onSelect'> & {
  slot: Slot;
  label: string;
  selected: boolean;
  tabIndex: number;
  onFocus(): void;
};

function SlotBox({ slot: { at, start, state }, label, selected, tabIndex, onFocus, onSelect }: SlotBoxProps) {
  const { t } = useTranslation('bookings');
  const look = `flex min-h-11 items-center justify-between gap-2 rounded-md border px-3 py-1 ${LOOKS[selected ? 'SELECTED' : state]}`;
  if (state !== 'AVAILABLE') {
    return (
      <p
        className={`${look} sm:flex-wrap sm:gap-y-0 ${state === 'YOURS' ? 'max-sm:col-span-full' : 'max-sm:hidden'}`}
      >
        <span>{label}</span>
        <span className="text-sm">{t(`slots.${state}`)}</span>
      </p>
    );
  }
  return (
    <label className={`${look} has-focus-visible:outline-2 has-focus-visible:outline-offset-2`}>
      <span>{label}</span>
      <input
        type="checkbox"
        name="slot"
        value={start}
        checked={selected}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onChange={(event) => onSelect(at, event.target.checked)}
        // Scrolls clear of the panel below that shows the selection.
        className="size-5 scroll-mb-100 accent-(--accent-text)"
      />
    </label>
  );
}
