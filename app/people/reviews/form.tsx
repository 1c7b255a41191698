import { Form } from '@remix-run/react';
import { Star } from 'lucide-react';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { type FormState, formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ReviewFormProps = {
  /** The reader's existing review. */
  own: { id: string; version: number; rating: number; text: string } | null;
  refusal: Refusal | undefined;
  /** What was just done to it, from the URL. */
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

const STARS = [1, 2, 3, 4, 5] as const;

/** Radio buttons styled as stars: they work with arrow keys, screen readers and without JavaScript. */
function StarField({ form, saved }: { form: FormState<'rating'>; saved: number | undefined }) {
  const { t } = useTranslation('people');
  const { error, autoFocus } = form.wrong('rating');
  return (
    <div
      role="radiogroup"
      aria-labelledby="stars-label"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && 'stars-error'}
    >
      <p id="stars-label" className="mb-1.5 font-semibold">
        {t('reviews.stars')}
      </p>
      <div className="flex">
        {STARS.map((star) => (
          <label
            key={star}
            title={t('rating.stars', { count: star })}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-line-strong has-focus-visible:outline-2 has-checked:text-accent-text [&:has(~label>:checked)]:text-accent-text"
          >
            <input
              type="radio"
              {...form.choice('rating', String(star), saved ? [String(saved)] : [])}
              {...(star === 1 && { autoFocus })}
              className="sr-only"
            />
            <span className="sr-only">{t('rating.stars', { count: star })}</span>
            <Star aria-hidden size={26} fill="currentColor" />
          </label>
        ))}
      </div>
      <p id="stars-error" role="alert" className="text-sm text-poor empty:hidden">
        {error}
      </p>
    </div>
  );
}
