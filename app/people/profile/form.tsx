import { Section } from '#app/components/page/section.tsx';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { LANGUAGE_NAMES } from '#app/entities/lookups/names.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { languageName } from '#app/i18n/language-name.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { LocationFields } from './location-fields.tsx';
import type { OwnProfile } from './own-profile.server.ts';
import { StreamingFields } from './streaming-fields.tsx';

type ProfileFormProps = {
  profile: OwnProfile;
  /** Whether they are a streamer. */
  streams: boolean;
  /** When they asked to become one; null if they have not. */
  askedAt: Date | null;
  tilesUrl: string;
  hasGeocoder: boolean;
  refusal: Refusal | undefined;
  done: boolean;
};

/** Edits one's profile; all fields are saved together. */
export function ProfileForm({ profile, streams, askedAt, refusal, done, ...map }: ProfileFormProps) {
  const { t, language } = useTranslation('personal');
  const date = useLongDate();
  const form = formState(refusal, 'profile', {
    firstName: t('profile.tooLong'),
    lastName: t('profile.tooLong'),
    legalName: t('profile.tooLong'),
    description: t('profile.tooLong'),
    city: t('profile.cityUnknown'),
    latitude: t('profile.latitudeWrong'),
    longitude: t('profile.longitudeWrong'),
    padEnabled: t('profile.padMissing'),
    'prices.EUR': t('profile.priceWrong'),
    'prices.GBP': t('profile.priceWrong'),
    'prices.USD': t('profile.priceWrong'),
    'prices.CNY': t('profile.priceWrong'),
  });
  const field = (name: 'firstName' | 'lastName' | 'legalName' | 'description') => ({
    label: t(`profile.${name}`),
    ...form.text(name, profile[name] ?? ''),
  });
  return (
    <Section id="profile" title={t('profile.about')}>
      <PageForm
        key={profile.version}
        form={form}
        submit={t('save')}
        done={done && t('saved')}
        version={profile.version}
        instead={{ STALE: t('stale') }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('firstName')} autoComplete="given-name" />
          <TextField {...field('lastName')} autoComplete="family-name" />
        </div>
        <TextField {...field('legalName')} hint={t('profile.legalNameHint')} autoComplete="name" />
        <TextArea {...field('description')} hint={t('profile.descriptionHint')} />
        <fieldset>
          <legend className="mb-1 font-semibold">{t('profile.languages')}</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
            {LANGUAGE_NAMES.map((name) => (
              <Checkbox key={name} {...form.choice('languages', name, profile.languages)}>
                <span suppressHydrationWarning>{languageName(name, language)}</span>
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <LocationFields profile={profile} form={form} {...map} />
        {streams ? (
          <StreamingFields profile={profile} form={form} />
        ) : (
          <p className="text-muted">
            {askedAt ? (
              t('profile.asked', { date: date(askedAt) })
            ) : (
              <>
                {t('profile.notStreamer')}{' '}
                <LocaleLink to="/earn-money" className="text-accent-text underline">
                  {t('profile.becomeStreamer')}
                </LocaleLink>
              </>
            )}
          </p>
        )}
      </PageForm>
    </Section>
  );
}
