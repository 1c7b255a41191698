import { Form } from '@remix-run/react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { StarInput } from '#app/components/ui/star-input.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { type FormState, formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ReviewFormProps = {
  /** The reader's existing review. */
  own: { id: string; version: number; rating: number; text: string } | null;
  refusal: Refusal | undefined;
  /** Action just completed, from the URL. */
  done: string | null;
};

/** Creates or edits one's review. */
export function ReviewForm({ own, refusal, done }: ReviewFormProps) {
  const { t } = useTranslation('people');
  const form = formState(refusal, 'review', {
    rating: t('reviews.starsMissing'),
    text: t('reviews.textTooLong'),
  });
  return (
    <section
      aria-labelledby="own-review"
      className="grid content-start gap-5 rounded-lg border border-line bg-raised p-5"
    >
      <h3 id="own-review" className="text-xl">
        {t(own ? 'reviews.yours' : 'reviews.write')}
      </h3>
      <PageForm
        key={own?.version ?? 0}
        form={form}
        submit={t(own ? 'reviews.change' : 'reviews.publish')}
        done={(done === 'review' && t('reviews.saved')) || (done === 'deleteReview' && t('reviews.deleted'))}
        version={own?.version ?? 0}
        instead={{ STALE: t('reviews.stale') }}
      >
        <StarField form={form} saved={own?.rating} />
        <TextArea label={t('reviews.text')} {...form.text('text', own?.text)} />
      </PageForm>
      {own && (
        <Ask trigger={t('reviews.delete')} text={t('reviews.deleteText')}>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="deleteReview">
              {t('reviews.deleteSure')}
            </Button>
          </Form>
        </Ask>
      )}
    </section>
  );
}

function StarField({ form, saved }: { form: FormState<'rating'>; saved: number | undefined }) {
  const { t } = useTranslation('people');
  const { error, autoFocus } = form.wrong('rating');
  return (
    <StarInput
      label={t('reviews.stars')}
      nameOf={(count) => t('rating.stars', { count })}
      choice={(star) => ({
        ...form.choice('rating', String(star), saved ? [String(saved)] : []),
        ...(star === 1 && { autoFocus }),
      })}
      error={error}
    />
  );
}
