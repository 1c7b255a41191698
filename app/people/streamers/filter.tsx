import { Form } from '@remix-run/react';
import { Search, SlidersHorizontal } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { CURRENCY_NAMES, LANGUAGE_NAMES } from '#app/entities/lookups/names.ts';
import { languageName } from '#app/i18n/language-name.ts';
import { currencySymbol } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type FilterProps = {
  q: string;
  language: string | null;
  now: boolean;
  currency: string;
  view: 'list' | 'map';
};

/** The list's filters and the currency of its prices. A plain GET form: the URL holds the state. */
export function StreamerFilter({ q, language, now, currency, view }: FilterProps) {
  const { t, language: reader } = useTranslation('people');
  return (
    <Form
      method="get"
      role="search"
      key={`${q} ${language} ${now} ${currency}`}
      className="grid grid-cols-[1fr_auto] items-end gap-4 sm:grid-cols-[2fr_auto_auto] lg:grid-cols-[2fr_auto_auto_1fr_1fr]"
    >
      {view === 'map' && <input type="hidden" name="view" value="map" />}
      <TextField label={t('filter.q')} name="q" type="search" defaultValue={q} maxLength={100} />
      <Button type="submit" variant="secondary">
        <Search aria-hidden size={18} />
        {t('filter.submit')}
      </Button>
      <Checkbox name="now" value="yes" defaultChecked={now}>
        {t('filter.now')}
      </Checkbox>
      {/* On a phone the streamers are on the first screen, not the filters. */}
      <details className="peer sm:hidden" open={language !== null}>
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-end gap-2 [&::-webkit-details-marker]:hidden">
          <SlidersHorizontal aria-hidden size={18} />
          {t('filter.more')}
        </summary>
      </details>
      <div className="col-span-full hidden gap-4 peer-open:grid sm:grid sm:grid-cols-2 lg:col-span-2">
        <Select label={t('filter.language')} name="language" defaultValue={language ?? ''}>
          <option value="">{t('filter.anyLanguage')}</option>
          {LANGUAGE_NAMES.map((name) => (
            <option key={name} value={name} suppressHydrationWarning>
              {languageName(name, reader)}
            </option>
          ))}
        </Select>
        <Select label={t('filter.currency')} name="currency" defaultValue={currency}>
          {CURRENCY_NAMES.map((name) => (
            <option key={name} value={name}>
              {`${name} ${currencySymbol(name, reader)}`}
            </option>
          ))}
        </Select>
      </div>
    </Form>
  );
}
