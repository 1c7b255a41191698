import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { zoneName } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useZoneInUrl } from './use-zone-in-url.ts';

type ZoneFormProps = {
  zone: string;
  zones: readonly string[];
  /** The first day shown. */
  from: string;
  /** The booking to move. */
  moving?: string | undefined;
};

/** Chooses the time zone in which a page shows its times: the browser's, or another one. */
export function ZoneForm({ zone, zones, from, moving }: ZoneFormProps) {
  const { t } = useTranslation('bookings');
  useZoneInUrl(zones);
  return (
    <Form method="get" className="flex flex-wrap items-end gap-3" preventScrollReset>
      <input type="hidden" name="from" value={from} />
      {moving && <input type="hidden" name="moving" value={moving} />}
      <Select
        key={zone}
        label={t('slots.zone')}
        name="zone"
        defaultValue={zone}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {zones.map((one) => (
          <option key={one} value={one}>
            {zoneName(one)}
          </option>
        ))}
      </Select>
      <span className="hidden noscript:inline">
        <Button type="submit" variant="secondary">
          {t('slots.show')}
        </Button>
      </span>
    </Form>
  );
}
