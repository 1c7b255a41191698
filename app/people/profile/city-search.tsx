import { MapPin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import type { Location } from '#app/entities/user/public-profile.ts';
import type { FormState } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const citiesSchema = z.object({
  entities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      country: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
});
type City = z.infer<typeof citiesSchema>['entities'][number];

/** Cities suggested at once. */
const MOST = '5';

type CitySearchProps = { form: FormState<'city'>; onPick(location: Location): void };

/** Finds a location by the name of a city. Without JavaScript the city is looked up when the form is saved. */
export function CitySearch({ form, onPick }: CitySearchProps) {
  const { t, language } = useTranslation('personal');
  const [cities, setCities] = useState<City[] | null>(null);
  const [hydrated, setHydrated] = useState(false);
  const asking = useRef<AbortController>();
  useEffect(() => {
    setHydrated(true);
    return () => asking.current?.abort();
  }, []);
  const countries = new Intl.DisplayNames(language, { type: 'region' });

  const search = async (typed: string) => {
    asking.current?.abort();
    if (typed.trim() === '') return setCities(null);
    const controller = new AbortController();
    asking.current = controller;
    const query = new URLSearchParams({ q: typed, size: MOST, sort: 'name' });
    const answer = await fetch(`/api/city?${query}`, { signal: controller.signal });
    const body: unknown = await answer.json();
    // Without suggestions, degrees can still be typed.
    if (answer.ok) setCities(citiesSchema.parse(body).entities);
  };

  const { name, ...input } = form.text('city');
  return (
    <div className="grid gap-2">
      <TextField
        {...input}
        // With JavaScript a chosen city has filled in the degrees, which may have been edited since.
        name={hydrated ? undefined : name}
        label={t('profile.city')}
        hint={t('profile.cityHint')}
        type="search"
        maxLength={100}
        autoComplete="off"
        onChange={(event) => void search(event.target.value).catch(() => {})}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div role="status">
        {cities?.length === 0 && <p className="text-sm text-muted">{t('profile.cityUnknown')}</p>}
        {cities && cities.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {cities.map((city) => (
              <li key={city.id}>
                <Button
                  variant="secondary"
                  onClick={() => {
                    onPick({ latitude: city.latitude, longitude: city.longitude });
                    setCities(null);
                  }}
                >
                  <MapPin aria-hidden size={18} />
                  {`${city.name}, ${countries.of(city.country) ?? city.country}`}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
