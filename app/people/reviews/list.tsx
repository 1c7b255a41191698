import { Pager } from '#app/components/page/pager.tsx';
import { dateIn } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Avatar } from '#app/pictures/avatar/avatar.tsx';
import type { ReviewView } from './reviews.server.ts';
import { Stars } from './stars.tsx';

type ReviewListProps = { reviews: ReviewView[]; total: number; page: number; size: number };

export function ReviewList({ reviews, total, page, size }: ReviewListProps) {
  const { t, language } = useTranslation('people');
  if (reviews.length === 0) return <p className="text-muted">{t('reviews.none')}</p>;
  return (
    <div>
      <ul className="divide-y divide-line">
        {reviews.map(({ id, createdAt, rating, text, author }) => (
          <li key={id} className="flex items-start gap-4 py-5 first:pt-0">
            <Avatar userId={author.id} avatarKey={author.avatarKey} side={36} />
            <div className="grid min-w-0 flex-1 gap-1">
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-semibold wrap-anywhere">{author.username}</span>
                <Stars rating={rating} />
                <time dateTime={createdAt.toISOString()} className="text-sm text-muted">
                  {dateIn(createdAt.getTime(), 'UTC', language)}
                </time>
              </p>
              {text && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / size)} hash="#reviews" />
    </div>
  );
}
