import { dayIn, timeIn, timeWithOffset } from '#app/entities/booking/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { SlotState, Slots } from '../availability/slot-schema.ts';

type Slot = Slots['slots'][number] & { at: number };

type SlotPickerProps = {
  slots: Slots;
  /** The viewer's. */
  timeZone: string;
  selected: ReadonlySet<number>;
  onSelect(at: number, selected: boolean): void;
};

/** A week of slots, a column for each day that has some; below one another on phones. */
export function SlotPicker({ slots, timeZone, selected, onSelect }: SlotPickerProps) {
  const { t, language } = useTranslation('bookings');
  const days = new Map<string, Slot[]>();
  for (const slot of slots.slots) {
    const at = Date.parse(slot.start);
    const day = dayIn(at, timeZone, language);
    days.set(day, [...(days.get(day) ?? []), { ...slot, at }]);
  }
  if (days.size === 0) return <p className="text-muted">{t('slots.none')}</p>;
  return (
    <div className="grid gap-6 sm:grid-cols-3 lg:grid-cols-7 lg:gap-3">
      {[...days].map(([day, slotsOfDay]) => (
        <fieldset key={day} className="grid grid-cols-2 content-start gap-2 sm:grid-cols-1">
          <legend className="col-span-full pb-2 font-semibold first-letter:uppercase">{day}</legend>
          {slotsOfDay.map((slot) => (
            <SlotBox
              key={slot.at}
              slot={slot}
              label={timeLabel(slot, slotsOfDay, (at, twice) =>
                (twice ? timeWithOffset : timeIn)(at, timeZone, language),
              )}
              selected={selected.has(slot.at)}
              onSelect={onSelect}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** A clock that is put back shows times twice. */
function timeLabel(slot: Slot, all: readonly Slot[], label: (at: number, twice: boolean) => string): string {
  const own = label(slot.at, false);
  return label(slot.at, all.filter(({ at }) => label(at, false) === own).length > 1);
}

const LOOKS: Record<SlotState | 'SELECTED', string> = {
  AVAILABLE: 'border-line-strong cursor-pointer hover:bg-sunken',
  SELECTED: 'border-accent bg-accent text-on-accent cursor-pointer',
  BOOKED: 'border-transparent bg-sunken text-muted line-through',
  UNAVAILABLE: 'border-transparent text-muted',
  YOURS: 'border-accent text-accent-text font-semibold',
};

type SlotBoxProps = Pick<SlotPickerProps, 'onSelect'> & { slot: Slot; label: string; selected: boolean };

function SlotBox({ slot: { at, start, state }, label, selected, onSelect }: SlotBoxProps) {
  const { t } = useTranslation('bookings');
  const look = `flex min-h-11 items-center justify-between gap-2 rounded-md border px-3 py-1 ${LOOKS[selected ? 'SELECTED' : state]}`;
  if (state !== 'AVAILABLE') {
    return (
      <p className={look}>
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
        onChange={(event) => onSelect(at, event.target.checked)}
        className="size-5 accent-(--accent-text)"
      />
    </label>
  );
}
