import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useLabels } from '../labels.ts';

/** Names the booking, on the page of another row. */
export const BOOKING_INPUT = 'bookingId';

/** Section that cancels the page's booking. */
export function CancelBooking({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useLabels();
  return (
    <section aria-labelledby="cancel-booking" className="grid gap-5 border-t border-line pt-6">
      <h2 id="cancel-booking" className="text-lg">
        {t('booking.title')}
      </h2>
      <CancelForm refusal={refusal} />
    </section>
  );
}

/** Form that cancels a booking, with a reason. @param bookingId unless the page is the booking's */
export function CancelForm({ refusal, bookingId }: { refusal: Refusal | undefined; bookingId?: string }) {
  const { t } = useLabels();
  const form = formState(refusal, 'cancelBooking', {
    reason: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('booking.reasonLong', { max: limit }) : t('booking.reasonMissing'),
  });
  return (
    <PageForm
      form={form}
      submit={t('booking.submit')}
      note={t('emails.both')}
      variant="secondary"
      instead={{ WRONG_STATE: t('booking.closed') }}
    >
      {bookingId && <input type="hidden" name={BOOKING_INPUT} value={bookingId} />}
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
  );
}
