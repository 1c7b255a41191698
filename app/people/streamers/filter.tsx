import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
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
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto_auto]"
    >
      {view === 'map' && <input type="hidden" name="view" value="map" />}
      <TextField label={t('filter.q')} name="q" type="search" defaultValue={q} maxLength={100} />
      <Select label={t('filter.language')} name="language" defaultValue={language ?? ''}>
        <option value="">{t('filter.anyLanguage')}</option>
        {LANGUAGE_NAMES.map((name) => (
          <option key={name} value={name}>
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
      <Checkbox name="now" value="yes" defaultChecked={now}>
        {t('filter.now')}
      </Checkbox>
      <Button type="submit" variant="secondary" className="justify-self-start">
        <Search aria-hidden size={18} />
        {t('filter.submit')}
      </Button>
    </Form>
  );
}
