import { MapPin, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import type { Location } from '#app/entities/user/public-profile.ts';
import type { FormState } from '#app/forms/refusal.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type Found, foundSchema, MAX_PLACE_LENGTH } from '../map/found-places.ts';

type PlaceSearchProps = {
  form: FormState<'city'>;
  /** What was typed and is still to be looked up; empty once a location was given otherwise. */
  typed: string;
  onType(typed: string): void;
  onPick(location: Location): void;
  /** Whether a geocoder is asked; only cities are known without one. */
  hasGeocoder: boolean;
};

/**
 * Finds a location by the name of a place, at the press of Enter, and takes the first; others can be chosen. What was
 * typed and not looked up is looked up when the form is saved, as without JavaScript.
 */
export function PlaceSearch({ form, typed, onType, onPick, hasGeocoder }: PlaceSearchProps) {
  const { t } = useTranslation('personal');
  const localePath = useLocalePath();
  const [found, setFound] = useState<Found | 'failed' | null>(null);
  const [picked, setPicked] = useState(0);
  const [busy, setBusy] = useState(false);
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);

  const search = async () => {
    asking.current?.abort();
    if (typed.trim() === '') return;
    const controller = new AbortController();
    asking.current = controller;
    setBusy(true);
    const answer = await ask(
      `${localePath('/personal/places')}?${new URLSearchParams({ q: typed })}`,
      controller,
    );
    if (controller.signal.aborted) return;
    setBusy(false);
    setFound(answer ?? 'failed');
    if (answer?.places[0]) pick(answer, 0);
  };
  const pick = ({ places }: Found, nth: number) => {
    const place = places[nth];
    if (!place) return;
    setPicked(nth);
    onPick({ latitude: place.latitude, longitude: place.longitude });
  };

  const { defaultValue: _, ...input } = form.text('city');
  const isFound = found !== null && found !== 'failed' && found.places.length > 0;
  return (
    <div className="grid gap-2">
      <TextField
        {...input}
        value={typed}
        label={t('profile.city')}
        hint={t(hasGeocoder ? 'profile.placeHint' : 'profile.placeHintCities')}
        type="search"
        maxLength={MAX_PLACE_LENGTH}
        autoComplete="off"
        onChange={(event) => {
          setFound(null);
          onType(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void search();
        }}
      />
      <p className="noscript:hidden">
        <Button variant="secondary" busy={busy} onClick={() => void search()}>
          <Search aria-hidden size={18} />
          {t('profile.find')}
        </Button>
      </p>
      <div role="status" className="grid gap-2 empty:hidden">
        {found === 'failed' && <p className="text-sm text-poor">{t('profile.placeFailed')}</p>}
        {found !== null && found !== 'failed' && (
          <>
            <p className="text-sm wrap-anywhere">
              {isFound
                ? t('profile.placeFound', { name: found.places[picked]?.name ?? '' })
                : t('profile.cityUnknown')}
            </p>
            {found.by === 'cities' && hasGeocoder && (
              <p className="text-sm text-muted">{t('profile.citiesAlone')}</p>
            )}
            {found.places.length > 1 && (
              <ul aria-label={t('profile.placeOthers')} className="flex flex-wrap gap-2">
                {found.places.map((place, nth) => (
                  <li key={`${place.name} ${place.latitude} ${place.longitude}`}>
                    <Button
                      variant="secondary"
                      aria-pressed={nth === picked}
                      className="text-start wrap-anywhere"
                      onClick={() => pick(found, nth)}
                    >
                      <MapPin aria-hidden size={18} className="shrink-0" />
                      {place.name}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {found.by === 'geocoder' && (
              <p className="text-sm text-muted">
                <a href="https://www.openstreetmap.org/copyright" className="underline">
                  {t('profile.credit')}
                </a>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** @returns null if the search does not answer */
async function ask(url: string, { signal }: AbortController): Promise<Found | null> {
  try {
    const answer = await fetch(url, { signal });
    return answer.ok ? foundSchema.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}
