import { Star } from 'lucide-react';
import { makeOnce } from '#app/i18n/make-once.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const averageFormat = makeOnce(
  (language: string) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** One person's rating. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('people');
  return (
    <span
      role="img"
      aria-label={t('rating.stars', { count: rating })}
      className="inline-flex gap-0.5 text-accent-text"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} aria-hidden size={16} fill={star <= rating ? 'currentColor' : 'none'} />
      ))}
    </span>
  );
}

/** The average rating, in one line. */
export function Rating({ average, count }: { average: number | null; count: number }) {
  const { t, language } = useTranslation('people');
  if (average === null) return <span className="text-muted">{t('rating.none')}</span>;
  const stars = averageFormat(language).format(average);
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Star aria-hidden size={16} fill="currentColor" className="text-accent-text" />
      <span className="sr-only">{t('rating.average', { stars })}</span>
      <span aria-hidden className="font-semibold">
        {stars}
      </span>
      <span className="text-muted">{t('rating.reviews', { count })}</span>
    </span>
  );
}
