import { useEffect, useRef } from 'react';
import { Select } from '#app/components/ui/select.tsx';
import type { FormState } from '#app/forms/refusal.ts';
import { zoneName } from '#app/i18n/moments.ts';
import { laterName, ownTimeZone } from '#app/i18n/time-zones.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ZoneSelectProps = {
  form: FormState<'timeZone'>;
  /** IANA names from the server, as browsers' lists differ. */
  zones: readonly string[];
  /** Empty: the browser's zone is preselected. */
  saved: string;
  hint?: string;
};

export function ZoneSelect({ form, zones, saved: stored, hint }: ZoneSelectProps) {
  const saved = laterName(stored);
  const { t } = useTranslation('bookings');
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const { current } = select;
    const here = ownTimeZone();
    if (current?.value === '' && zones.includes(here)) current.value = here;
  }, [zones]);
  return (
    <Select ref={select} label={t('zone.label')} hint={hint} {...form.text('timeZone', saved)}>
      {saved === '' && <option value="">{t('zone.choose')}</option>}
      {/* A zone that was removed from the list since. */}
      {saved !== '' && !zones.includes(saved) && <option>{saved}</option>}
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zoneName(zone)}
        </option>
      ))}
    </Select>
  );
}
