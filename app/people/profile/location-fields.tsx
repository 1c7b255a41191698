import { LocateFixed, Map as MapIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import type { Location } from '#app/entities/user/public-profile.ts';
import type { FormState } from '#app/forms/refusal.ts';
import { numberText } from '#app/i18n/number-text.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PickLocationMap } from '../map/pick-location.tsx';
import type { OwnProfile } from './own-profile.server.ts';
import { PlaceSearch } from './place-search.tsx';

const LOCATE_MS = 20_000;

type LocationFieldsProps = {
  profile: OwnProfile;
  form: FormState<'city' | 'latitude' | 'longitude'>;
  tilesUrl: string;
  hasGeocoder: boolean;
};

/**
 * Location in degrees, typed or chosen on a map. The map loads tiles from a third party, so only on request.
 */
export function LocationFields({ profile, form, tilesUrl, hasGeocoder }: LocationFieldsProps) {
  const { t, language } = useTranslation('personal');
  const latitude = useRef<HTMLInputElement>(null);
  const longitude = useRef<HTMLInputElement>(null);
  /** The map's initial marker; null hides the map. */
  const [map, setMap] = useState<{ location: Location | null } | null>(null);
  const [place, setPlace] = useState(form.text('city').defaultValue);
  const [locateFailed, setLocateFailed] = useState(false);

  const degrees = (saved: number | null) => (saved === null ? '' : numberText(saved, language));
  const typed = (): Location | null => {
    const [north, east] = [latitude, longitude].map((field) => field.current?.value.trim().replace(',', '.'));
    if (!north || !east) return null;
    const location = { latitude: Number(north), longitude: Number(east) };
    return Math.abs(location.latitude) <= 90 && Math.abs(location.longitude) <= 180 ? location : null;
  };
  const write = (location: Location) => {
    // The last of the ways to give a location counts, and only that one is shown.
    setPlace('');
    if (latitude.current) latitude.current.value = numberText(location.latitude, language);
    if (longitude.current) longitude.current.value = numberText(location.longitude, language);
    // Setting a value fires no event; the form's unsaved check listens for input.
    longitude.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const locate = () => {
    setLocateFailed(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        write({ latitude: fiveDecimals(coords.latitude), longitude: fiveDecimals(coords.longitude) });
        if (map) setMap({ location: typed() });
      },
      () => setLocateFailed(true),
      // Counted from the user's permission. Without it, some systems never answer.
      { timeout: LOCATE_MS },
    );
  };

  return (
    <fieldset className="grid gap-4">
      <div>
        <legend className="font-semibold">{t('profile.location')}</legend>
        <p className="text-sm text-muted">{t('profile.locationHint')}</p>
      </div>
      <PlaceSearch
        form={form}
        typed={place}
        onType={setPlace}
        hasGeocoder={hasGeocoder}
        onPick={(location) => {
          write(location);
          if (map) setMap({ location });
        }}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          ref={latitude}
          label={t('profile.latitude')}
          inputMode="text"
          onChange={() => setPlace('')}
          {...form.text('latitude', degrees(profile.latitude))}
        />
        <TextField
          ref={longitude}
          label={t('profile.longitude')}
          inputMode="text"
          onChange={() => setPlace('')}
          {...form.text('longitude', degrees(profile.longitude))}
        />
      </div>
      {map && <PickLocationMap location={map.location} tilesUrl={tilesUrl} onPick={write} />}
      <div className="flex flex-wrap items-center gap-3 noscript:hidden">
        {!map && (
          <Button variant="secondary" onClick={() => setMap({ location: typed() })}>
            <MapIcon aria-hidden size={18} />
            {t('profile.choose')}
          </Button>
        )}
        <Button variant="quiet" onClick={locate}>
          <LocateFixed aria-hidden size={18} />
          {t('profile.locate')}
        </Button>
        <p role="alert" className="text-sm text-poor empty:hidden">
          {locateFailed && t('profile.locateFailed')}
        </p>
      </div>
    </fieldset>
  );
}

/** A precision of about one metre. */
function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000;
}
