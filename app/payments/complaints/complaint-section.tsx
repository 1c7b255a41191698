import type { Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { netOf } from '#protocol/charge.ts';
import { COMPLAINT_FORMS } from '#protocol/complaint.ts';
import { AnswerForm, ComplaintForm } from './complaint-forms.tsx';
import type { ComplaintAbout } from './read.server.ts';

type ComplaintSectionProps = {
  about: ComplaintAbout;
  /** The viewer's. */
  timeZone: string;
  refusal: Refusal | undefined;
  /** Which of `COMPLAINT_FORMS` was just submitted, from the URL. */
  done: string | null;
};

/** Part of a paid call's page: the form to complain, or the complaint with its answer and decision. */
export function ComplaintSection({ about, timeZone, refusal, done }: ComplaintSectionProps) {
  const { t, language } = useTranslation('streams');
  const { made, currency, feeBps, isPayer } = about;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const back = (minor: number | null) =>
    isPayer || !minor
      ? price(minor ?? 0)
      : t('complaint.part', { amount: price(minor), yours: price(netOf(minor, feeBps)) });
  const side = isPayer ? 'consumer' : 'producer';
  return (
    <section id="complaint" aria-labelledby="complaint-title" className="grid gap-4">
      <h2 id="complaint-title" className="text-xl">
        {t(made ? 'complaint.title' : 'complaint.offer')}
      </h2>
      <Success done={COMPLAINT_FORMS.some((form) => form === done)}>{t('complaint.sent')}</Success>
      {made ? (
        <>
          <p>{t(`complaint.state.${side}.${made.status}`)}</p>
          <dl className="grid gap-3 [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dt]:text-sm [&_dt]:text-muted">
            <div>
              <dt>{t('complaint.kind')}</dt>
              <dd>{t(`complaint.kinds.${made.kind}`)}</dd>
            </div>
            <div>
              <dt>{t('complaint.text')}</dt>
              <dd>{made.text}</dd>
            </div>
            <div>
              <dt>{t('complaint.wanted')}</dt>
              <dd>{back(made.wanted)}</dd>
            </div>
            {made.answer !== null && (
              <>
                <div>
                  <dt>{t('complaint.answer')}</dt>
                  <dd>{made.answer}</dd>
                </div>
                <div>
                  <dt>{t('complaint.conceded')}</dt>
                  <dd>{back(made.conceded)}</dd>
                </div>
              </>
            )}
            {made.reason !== null && (
              <>
                <div>
                  <dt>{t('complaint.decided')}</dt>
                  <dd>{back(made.decided)}</dd>
                </div>
                <div>
                  <dt>{t('complaint.reason')}</dt>
                  <dd>{made.reason}</dd>
                </div>
              </>
            )}
          </dl>
          {!isPayer && made.status === 'OPEN' && (
            <AnswerForm wanted={made.wanted} about={about} refusal={refusal} />
          )}
        </>
      ) : (
        <ComplaintForm about={about} timeZone={timeZone} refusal={refusal} />
      )}
    </section>
  );
}
