import { Form } from '@remix-run/react';
import { Star } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ReviewFormProps = {
  /** What the reader has written before. */
  own: { id: string; version: number; rating: number; text: string } | null;
  refusal?: Refusal;
  /** What has just been done to it, as in the address. */
  done: string | null;
};

/** Writes one's review, or changes it. */
export function ReviewForm({ own, refusal, done }: ReviewFormProps) {
  const { t } = useTranslation('people');
  const state = formState(refusal, 'review');
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
        intent="review"
        state={state}
        submit={t(own ? 'reviews.change' : 'reviews.publish')}
        done={(done === 'review' && t('reviews.saved')) || (done === 'deleteReview' && t('reviews.deleted'))}
        version={own?.version ?? 0}
        problem={state.refusal?.code === 'STALE' ? t('reviews.stale') : undefined}
      >
        <StarField
          rating={Number(state.text('rating', String(own?.rating ?? '')))}
          error={state.isWrong('rating') ? t('reviews.starsMissing') : undefined}
        />
        <TextArea
          label={t('reviews.text')}
          name="text"
          defaultValue={state.text('text', own?.text ?? '')}
          error={state.isWrong('text') ? t('reviews.textTooLong') : undefined}
        />
      </PageForm>
      {own && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="deleteReview" variant="quiet">
            {t('reviews.delete')}
          </Button>
        </Form>
      )}
    </section>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;

/** Radio buttons that look like stars: arrow keys, screen readers and pages without JavaScript know them. */
function StarField({ rating, error }: { rating: number; error?: string }) {
  const { t } = useTranslation('people');
  return (
    <fieldset aria-describedby={error && 'stars-error'}>
      <legend className="mb-1.5 font-semibold">{t('reviews.stars')}</legend>
      <div className="flex">
        {STARS.map((star) => (
          <label
            key={star}
            title={t('rating.stars', { count: star })}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-line-strong has-focus-visible:outline-2 has-checked:text-accent-text [&:has(~label>:checked)]:text-accent-text"
          >
            <input
              type="radio"
              name="rating"
              value={star}
              defaultChecked={star === rating}
              aria-invalid={error ? true : undefined}
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
    </fieldset>
  );
}
