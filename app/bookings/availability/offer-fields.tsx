import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { CURRENCY_NAMES } from '#app/entities/lookups/names.ts';
import type { ErrorText, FormState } from '#app/forms/refusal.ts';
import { amountText } from '#app/i18n/number-text.ts';
import { mainOf } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { timeText } from './clock.ts';

type OfferName = 'start' | 'end' | 'minMinutes' | 'maxMinutes' | 'price';

/** Error texts for the fields of hours and their price. */
export function useOfferWords(): Record<OfferName, ErrorText> {
  const { t } = useTranslation('bookings');
  return {
    start: t('hours.timeWrong'),
    end: ({ kind }) => t(kind === 'impossible' ? 'hours.endWrong' : 'hours.timeWrong'),
    minMinutes: t('hours.minutesWrong'),
    maxMinutes: ({ kind }) => t(kind === 'impossible' ? 'hours.maxWrong' : 'hours.minutesWrong'),
    price: t('hours.priceWrong'),
  };
}

type Times = { startMinute: number | null; endMinute: number | null };

export function TimeFields({ form, saved }: { form: FormState<'start' | 'end'>; saved: Times }) {
  const { t } = useTranslation('bookings');
  const text = (minute: number | null) => (minute === null ? '' : timeText(minute));
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField type="time" label={t('hours.start')} {...form.text('start', text(saved.startMinute))} />
      <TextField
        type="time"
        label={t('hours.end')}
        hint={t('hours.endHint')}
        {...form.text('end', text(saved.endMinute))}
      />
    </div>
  );
}

export type Offer = { minMinutes: number; maxMinutes: number; priceMinor: number | null; currency: string };

/** Fields for the length of a booking and the price of a minute. */
export function OfferFields({ form, saved }: { form: FormState<OfferName>; saved: Offer }) {
  const { t, language } = useTranslation('bookings');
  const { priceMinor, currency } = saved;
  const price = priceMinor === null ? '' : amountText(mainOf(priceMinor, currency), language);
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          inputMode="numeric"
          label={t('hours.min')}
          {...form.text('minMinutes', String(saved.minMinutes))}
        />
        <TextField
          inputMode="numeric"
          label={t('hours.max')}
          {...form.text('maxMinutes', String(saved.maxMinutes))}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          inputMode="decimal"
          label={t('hours.price')}
          hint={t('hours.priceHint')}
          {...form.text('price', price)}
        />
        <Select label={t('hours.currency')} name="currency" defaultValue={form.value('currency', currency)}>
          {CURRENCY_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
    </>
  );
}
