import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { StreamNumbers } from '#app/streams/stream-numbers.tsx';
import { useLabels } from '../labels.ts';
import type { DisputePage } from './dispute.server.ts';

type DisputeProps = { dispute: DisputePage; refusal: Refusal | undefined };

/** The measurements of a disputed call, and the answer to the bank. */
export function Dispute({ dispute, refusal }: DisputeProps) {
  const { t, instant } = useLabels();
  const { details, counted, text, sentAt, dueBy, isOpen } = dispute;
  const form = formState(refusal, 'answerDispute', {
    text: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('dispute.long', { max: limit }) : t('dispute.missing'),
  });
  return (
    <section aria-labelledby="evidence" className="grid max-w-2xl gap-5 border-t border-line pt-6">
      <h2 id="evidence" className="text-lg">
        {t('dispute.title')}
      </h2>
      {details && <StreamNumbers details={details} />}
      {(isOpen || text) && (
        <>
          <p className="text-muted">{t('dispute.counted', { date: counted.serviceDate })}</p>
          <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{counted.log}</pre>
        </>
      )}
      {text && (
        <>
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          <p className="text-muted">
            {sentAt ? t('dispute.sent', { when: instant(sentAt.toISOString()) }) : t('dispute.sending')}
          </p>
        </>
      )}
      {isOpen && (
        <PageForm form={form} submit={t('dispute.submit')} instead={{ WRONG_STATE: t('dispute.closed') }}>
          <p className="text-muted">
            {dueBy ? t('dispute.due', { when: instant(dueBy.toISOString()) }) : t('dispute.once')}
          </p>
          <TextArea
            label={t('dispute.text')}
            hint={t('dispute.hint')}
            rows={6}
            maxLength={10_000}
            {...form.text('text')}
          />
        </PageForm>
      )}
    </section>
  );
}
