import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useLabels } from '../labels.ts';

/** Form that cancels a booking, with a reason. */
export function CancelBooking({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useLabels();
  const form = formState(refusal, 'cancelBooking', {
    reason: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('booking.reasonLong', { max: limit }) : t('booking.reasonMissing'),
  });
  return (
    <section aria-labelledby="cancel-booking" className="grid gap-5 border-t border-line pt-6">
      <h2 id="cancel-booking" className="text-lg">
        {t('booking.title')}
      </h2>
      <PageForm
        form={form}
        submit={t('booking.submit')}
        note={t('emails.both')}
        variant="secondary"
        instead={{ WRONG_STATE: t('booking.closed') }}
      >
        <p className="max-w-prose text-muted">{t('booking.text')}</p>
        <TextArea
          label={t('booking.reason')}
          hint={t('booking.reasonHint')}
          rows={3}
          maxLength={500}
          className="max-w-2xl"
          {...form.text('reason')}
        />
      </PageForm>
    </section>
  );
}
