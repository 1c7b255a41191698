import { Section } from '#app/components/page/section.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { LANGUAGE_NAMES } from '#app/entities/lookups/names.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { languageName } from '../names.ts';
import { LocationFields } from './location-fields.tsx';
import type { OwnProfile } from './own-profile.server.ts';
import { StreamingFields } from './streaming-fields.tsx';

type ProfileFormProps = {
  profile: OwnProfile;
  /** Whether they are a streamer. */
  streams: boolean;
  tilesUrl: string;
  refusal?: Refusal;
  done: boolean;
};

/** All that somebody tells of themselves, saved at once. */
export function ProfileForm({ profile, streams, tilesUrl, refusal, done }: ProfileFormProps) {
  const { t, language } = useTranslation('personal');
  const state = formState(refusal, 'profile');
  const field = (name: 'firstName' | 'lastName' | 'legalName' | 'description') => ({
    name,
    label: t(`profile.${name}`),
    defaultValue: state.text(name, profile[name] ?? ''),
    error: state.isWrong(name) ? t('profile.tooLong') : undefined,
  });
  const spoken = state.chosen('languages', profile.languages);
  return (
    <Section id="profile" title={t('profile.about')}>
      <PageForm
        key={profile.version}
        intent="profile"
        state={state}
        submit={t('save')}
        done={done && t('saved')}
        version={profile.version}
        problem={state.refusal?.code === 'STALE' ? t('stale') : undefined}
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
              <Checkbox key={name} name="languages" value={name} defaultChecked={spoken.includes(name)}>
                {languageName(name, language)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <LocationFields profile={profile} state={state} tilesUrl={tilesUrl} />
        {streams ? (
          <StreamingFields profile={profile} state={state} />
        ) : (
          <p className="text-muted">
            {t('profile.notStreamer')}{' '}
            <LocaleLink to="/earn-money" className="text-accent-text underline">
              {t('profile.becomeStreamer')}
            </LocaleLink>
          </p>
        )}
      </PageForm>
    </Section>
  );
}
