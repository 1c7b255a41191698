import { Select } from '#app/components/ui/select.tsx';
import type { FormState } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PAYOUT_COUNTRIES } from './countries.ts';

/** The countries in which streamers can be paid, sorted by name. @param saved empty: no country is preselected */
export function CountrySelect({ form, saved }: { form: FormState<'country'>; saved: string }) {
  const { t, language } = useTranslation('payments');
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const options = PAYOUT_COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }));
  return (
    <Select label={t('payouts.country')} hint={t('payouts.countryHint')} {...form.text('country', saved)}>
      <option value="">{t('payouts.countryChoose')}</option>
      {options
        .toSorted((a, b) => a.name.localeCompare(b.name, language))
        .map(({ code, name }) => (
          <option key={code} value={code} suppressHydrationWarning>
            {name}
          </option>
        ))}
    </Select>
  );
}
