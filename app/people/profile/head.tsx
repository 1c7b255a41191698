import { CalendarDays, Map as MapIcon, Pencil, Phone } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { DemoMark } from '#app/components/ui/demo-mark.tsx';
import type { Location } from '#app/entities/user/public-profile.ts';
import type { Refusal } from '#app/forms/refusal.ts';
import { languageName } from '#app/i18n/language-name.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { numberText } from '#app/i18n/number-text.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EndingCosts } from '#app/marketplace/bookings/ending-costs.server.ts';
import { Avatar } from '#app/pictures/avatar/avatar.tsx';
import { fullName } from '../names.ts';
import { PriceTag } from '../price-tag.tsx';
import { Rating } from '../reviews/stars.tsx';
import { NextSlot } from '../streamers/next-slot.tsx';
import type { StreamerView } from '../streamers/streamers.server.ts';
import { useCameraName } from '../use-camera-name.ts';
import { ProfileActions } from './actions.tsx';

type ProfileHeadProps = {
  profile: StreamerView & { own: boolean; shown: boolean };
  /** The city near them; null if they have not said, or none is near. */
  city: { name: string; country: string } | null;
  currency: string;
  /** Null if the viewer is not logged in. */
  favourite: boolean | null;
  /** Whether they offer times to book. */
  offersTime: boolean;
  /** When they can be booked next, in ms since 1970; null if not in the next weeks. */
  nextSlot: number | null;
  /** Whether they can be called right now. */
  takesCalls: boolean;
  /** Of blocking them. */
  costs: EndingCosts;
  /** Of the page's last form. */
  refusal: Refusal | undefined;
};

/** The head of a profile: the person and what they offer. */
export function ProfileHead({
  profile,
  city,
  currency,
  favourite,
  offersTime,
  nextSlot,
  takesCalls,
  costs,
  refusal,
}: ProfileHeadProps) {
  const { t } = useTranslation('people');
  const name = fullName(profile);
  return (
    <div className="grid gap-6">
      {profile.own && !profile.shown && <Alert tone="info">{t('profile.hidden')}</Alert>}
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <Avatar userId={profile.id} avatarKey={profile.avatarKey} side={150} />
        <div className="grid min-w-0 content-center gap-2">
          {profile.isDemo && <DemoMark />}
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{name || profile.username}</h1>
          {name && <p className="text-lg wrap-anywhere text-muted">{profile.username}</p>}
          <p className="flex flex-wrap gap-x-6 gap-y-1">
            <Rating {...profile.rating} />
            <PriceTag prices={profile.prices} currency={currency} />
          </p>
        </div>
      </div>
      {profile.own ? (
        <p>
          <LocaleLink to="/personal/profile" className={buttonClass({ variant: 'secondary' })}>
            <Pencil aria-hidden size={18} />
            {t('profile.edit')}
          </LocaleLink>
        </p>
      ) : (
        <>
          {takesCalls && (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <LocaleLink to={`/user/${profile.urlname}/call`} className={buttonClass()}>
                <Phone aria-hidden size={18} />
                {t('profile.callNow')}
              </LocaleLink>
              {t('profile.takesCalls')}
            </p>
          )}
          {offersTime ? (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <LocaleLink
                to={`/user/${profile.urlname}/book`}
                className={buttonClass({ variant: takesCalls ? 'secondary' : 'primary' })}
              >
                <CalendarDays aria-hidden size={18} />
                {t('profile.book')}
              </LocaleLink>
              {nextSlot !== null && <NextSlot at={nextSlot} />}
            </p>
          ) : (
            <p className="text-sm text-muted">{t('profile.noTime')}</p>
          )}
          <ProfileActions favourite={favourite} username={profile.username} costs={costs} refusal={refusal} />
        </>
      )}
      {profile.description && (
        <p className="max-w-prose text-lg wrap-anywhere whitespace-pre-line">{profile.description}</p>
      )}
      <Facts profile={profile} city={city} />
    </div>
  );
}

function Facts({ profile, city }: Pick<ProfileHeadProps, 'profile' | 'city'>) {
  const { t, language } = useTranslation('people');
  const cameraName = useCameraName();
  const { languages, controlModes, channelCamera, prices, place, username } = profile;
  return (
    <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact
        name={t('profile.languages')}
        values={languages.map((spoken) => languageName(spoken, language))}
        none={t('profile.notSaid')}
      />
      <Fact
        name={t('profile.controlModes')}
        values={controlModes.map((mode) => t(mode === 'PAD' ? 'modes.PAD' : 'modes.VOICE'))}
        none={t('profile.notSaid')}
      />
      <Fact
        name={t('profile.camera')}
        values={channelCamera ? [cameraName(channelCamera)] : []}
        none={t('profile.notSaid')}
      />
      {prices.length > 0 && (
        <div>
          <dt className="text-sm text-muted">{t('profile.prices')}</dt>
          {prices.map((price) => (
            <dd key={price.currency}>
              <PriceTag prices={[price]} currency={price.currency} />
            </dd>
          ))}
        </div>
      )}
      {place && (
        <div>
          <dt className="text-sm text-muted">{t('profile.place')}</dt>
          {city && (
            <dd suppressHydrationWarning>
              {t('profile.near', { city: city.name, country: countryName(city.country, language) })}
            </dd>
          )}
          {!city && <dd className="tabular-nums">{degreesText(place, language)}</dd>}
          {/* One's own list leaves oneself out, and nobody's list has a hidden profile. */}
          {profile.shown && !profile.own && (
            <dd>
              <LocaleLink
                to={`/user?view=map&q=${encodeURIComponent(username)}`}
                className="-my-2.5 inline-flex items-center gap-2 py-2.5 text-accent-text underline"
              >
                <MapIcon aria-hidden size={18} />
                {t('profile.onMap')}
              </LocaleLink>
            </dd>
          )}
        </div>
      )}
    </dl>
  );
}

function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

function degreesText({ latitude, longitude }: Location, language: string): string {
  return `${numberText(latitude, language)}°, ${numberText(longitude, language)}°`;
}

function Fact({ name, values, none }: { name: string; values: string[]; none: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd suppressHydrationWarning>
        {values.length > 0 ? values.join(', ') : <span className="text-muted">{none}</span>}
      </dd>
    </div>
  );
}
