import { buttonClass } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { netOf } from '#protocol/charge.ts';
import { COMPLAINT_KINDS } from '#protocol/complaint.ts';
import type { Problem } from '#protocol/problem.ts';
import type { ComplaintAbout } from './read.server.ts';

type Refused = { refusal: Refusal | undefined };

function useWords() {
  const { t } = useTranslation('streams');
  return ({ kind, limit = 0 }: Problem) =>
    kind === 'tooLong' ? t('complaint.textLong', { max: limit }) : t('complaint.textMissing');
}

type ComplaintFormProps = Refused & { about: ComplaintAbout; timeZone: string };

/** Folded by default, as most calls need no complaint. */
export function ComplaintForm({ about, timeZone, refusal }: ComplaintFormProps) {
  const { t, language } = useTranslation('streams');
  const reader = useReader();
  const { charge, currency, until } = about;
  const most = formatAmount(charge ?? 0, currency, language);
  const form = formState(refusal, 'complain', {
    kind: t('complaint.kindMissing'),
    text: useWords(),
    wanted: t('complaint.amountWrong', { most }),
  });
  return (
    <>
      <p className="max-w-prose text-muted">
        {t('complaint.offerText', { date: until ? momentIn(until.getTime(), timeZone, reader) : '' })}
      </p>
      <details open={form.refusal !== undefined}>
        <summary className={`${buttonClass({ variant: 'secondary' })} cursor-pointer list-none`}>
          {t('complaint.start')}
        </summary>
        <div className="pt-5">
          <PageForm
            form={form}
            submit={t('complaint.send')}
            note={t('complaint.emailsStreamer')}
            instead={{ WRONG_STATE: t('complaint.closed'), ALREADY_EXISTS: t('complaint.once') }}
          >
            <Select label={t('complaint.kind')} {...form.text('kind')}>
              <option value="">{t('complaint.kindChoose')}</option>
              {COMPLAINT_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`complaint.kinds.${kind}`)}
                </option>
              ))}
            </Select>
            <TextArea
              label={t('complaint.text')}
              hint={t('complaint.textHint')}
              maxLength={2000}
              {...form.text('text')}
            />
            <TextField
              label={t('complaint.wantedIn', { currency })}
              hint={t('complaint.wantedHint', { most })}
              inputMode="decimal"
              className="max-w-xs"
              {...form.text('wanted')}
            />
          </PageForm>
        </div>
      </details>
    </>
  );
}

type AnswerFormProps = Refused & { wanted: number; about: Pick<ComplaintAbout, 'currency' | 'feeBps'> };

/** The streamer's answer. */
export function AnswerForm({ wanted, about: { currency, feeBps }, refusal }: AnswerFormProps) {
  const { t, language } = useTranslation('streams');
  const most = formatAmount(wanted, currency, language);
  const yours = formatAmount(netOf(wanted, feeBps), currency, language);
  const form = formState(refusal, 'answerComplaint', {
    answer: useWords(),
    conceded: t('complaint.amountWrong', { most }),
  });
  return (
    <PageForm
      form={form}
      submit={t('complaint.sendAnswer')}
      note={t('complaint.emailsCustomer')}
      instead={{ WRONG_STATE: t('complaint.answered') }}
    >
      <TextArea label={t('complaint.yourAnswer')} maxLength={1000} {...form.text('answer')} />
      <TextField
        label={t('complaint.concededIn', { currency })}
        hint={t(wanted > 0 ? 'complaint.concededHint' : 'complaint.concededNothing', { most, yours })}
        inputMode="decimal"
        className="max-w-xs"
        {...form.text('conceded')}
      />
    </PageForm>
  );
}
