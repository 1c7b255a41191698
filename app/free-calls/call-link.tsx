import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { localePath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { clearMomentIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { MAX_CALL_NAME_LENGTH } from '#protocol/limits.ts';
import type { LinkState } from './link.server.ts';

type Link = {
  name: string;
  urlname: string;
  avatar: string;
  state: LinkState;
  signedIn: boolean;
  /** A streamer whose profile the viewer can see, if they may not call for free. */
  isStreamer: boolean;
  /** They take paid calls now. */
  takesCalls: boolean;
  /** ISO time of the next time that can be booked; null if there is none soon. */
  nextSlot: string | null;
};

/** The page of a person's lasting link: calls them for free, or says when they can be called. */
export function CallLink({ link, refusal }: { link: Link; refusal: Refusal | undefined }) {
  const { name, urlname, avatar, state } = link;
  const { t, language } = useTranslation('requests');
  return (
    <div className="page grid justify-items-start gap-6 py-8 sm:py-14">
      <div className="flex items-center gap-5">
        <img src={avatar} alt="" width={96} height={96} className="size-24 shrink-0 rounded-full bg-sunken" />
        <h1 className="text-3xl wrap-anywhere">{t('call.title', { name })}</h1>
      </div>
      {state === 'YES' && <FreeForm link={link} refusal={refusal} />}
      {state === 'OWN' && (
        <>
          <p className="max-w-prose">{t('free.own')}</p>
          <LocaleLink to="/personal/account#free-calls" className={buttonClass({ variant: 'secondary' })}>
            {t('free.settings')}
          </LocaleLink>
        </>
      )}
      {state === 'LOG_IN' && (
        <>
          <p className="max-w-prose">{t('free.logInText', { name })}</p>
          <LocaleLink
            to={`/login?redirectTo=${encodeURIComponent(localePath(`/call/${urlname}`, language))}`}
            className={buttonClass()}
          >
            {t('call.logIn')}
          </LocaleLink>
        </>
      )}
      {state === 'NO' && <NotFree link={link} />}
    </div>
  );
}

function FreeForm({ link: { name, signedIn }, refusal }: { link: Link; refusal: Refusal | undefined }) {
  const { t } = useTranslation('requests');
  const { t: callText } = useTranslation('call');
  const form = formState(refusal, 'freeCall', { name: t('free.nameWrong') });
  return (
    <PageForm
      form={form}
      submit={t('call.submit', { name })}
      instead={{ RATE_LIMITED: t('call.tooMany'), NOT_FOUND: t('free.no', { name }) }}
      leavesPage
      unguarded
    >
      <p className="max-w-prose">{t('free.text', { name })}</p>
      {!signedIn && (
        <TextField
          label={callText('people.yourName')}
          hint={t('free.nameHint', { name })}
          autoComplete="given-name"
          maxLength={MAX_CALL_NAME_LENGTH}
          {...form.text('name')}
        />
      )}
    </PageForm>
  );
}

/** When and how a person who does not take the viewer's free calls can be called. */
function NotFree({ link: { name, urlname, isStreamer, takesCalls, nextSlot } }: { link: Link }) {
  const { t } = useTranslation('requests');
  const reader = useReader();
  const timeZone = useTimeZone();
  const when = nextSlot && clearMomentIn(Date.parse(nextSlot), timeZone, reader);
  return (
    <>
      <Alert tone="info">{t('free.no', { name })}</Alert>
      {isStreamer && (
        <>
          <p className="max-w-prose">
            {takesCalls && `${t('free.now', { name })} `}
            {when ? t('free.next', { name, when }) : !takesCalls && t('free.noTime', { name })}
          </p>
          <p className="flex flex-wrap gap-3">
            {takesCalls && (
              <LocaleLink to={`/user/${urlname}/call`} className={buttonClass()}>
                {t('call.submit', { name })}
              </LocaleLink>
            )}
            {when && (
              <LocaleLink to={`/user/${urlname}/book`} className={buttonClass({ variant: 'secondary' })}>
                {t('free.book')}
              </LocaleLink>
            )}
            <LocaleLink to={`/user/${urlname}`} className={buttonClass({ variant: 'secondary' })}>
              {t('call.profile', { name })}
            </LocaleLink>
          </p>
        </>
      )}
    </>
  );
}
