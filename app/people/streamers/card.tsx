import { PhoneIncoming } from 'lucide-react';
import { DemoMark } from '#app/components/ui/demo-mark.tsx';
import { languageName } from '#app/i18n/language-name.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Avatar } from '#app/pictures/avatar/avatar.tsx';
import { PriceTag } from '../price-tag.tsx';
import { Rating } from '../reviews/stars.tsx';
import { NextSlot } from './next-slot.tsx';

export type CardStreamer = {
  id: string;
  username: string;
  urlname: string;
  firstName: string | null;
  description: string | null;
  avatarKey: string | null;
  languages: string[];
  prices: { currency: string; perMinute: number }[];
  rating: { average: number | null; count: number };
  /** Whether they take calls at this moment. */
  availableNow: boolean;
  isDemo: boolean;
  /** When they can be booked next, in ms since 1970; null if not in the next weeks. */
  nextSlot: number | null;
};

/** A streamer in the list; the whole card links to the profile. */
export function StreamerCard({ streamer, currency }: { streamer: CardStreamer; currency: string }) {
  const { t, language } = useTranslation('people');
  const { id, username, urlname, firstName, description, avatarKey, languages, prices, rating } = streamer;
  return (
    <article className="relative grid h-full grid-cols-[auto_1fr] grid-rows-[auto_1fr_auto] gap-x-4 gap-y-3 rounded-lg border border-line bg-raised p-5 transition-colors duration-150 hover:border-line-strong">
      <Avatar userId={id} avatarKey={avatarKey} side={72} />
      <div className="grid min-w-0 content-center">
        <h2 className="truncate text-lg">
          <LocaleLink to={`/user/${urlname}`} className="no-underline after:absolute after:inset-0">
            {username}
          </LocaleLink>
        </h2>
        {streamer.isDemo && <DemoMark />}
        {firstName && <p className="truncate text-muted">{firstName}</p>}
        <p className="text-sm">
          <Rating {...rating} />
        </p>
        {streamer.availableNow && (
          <p className="flex items-center gap-1.5 text-sm font-semibold">
            <PhoneIncoming aria-hidden size={14} className="text-good" />
            {t('list.availableNow')}
          </p>
        )}
        {streamer.nextSlot !== null && (
          <p className="text-sm text-muted">
            <NextSlot at={streamer.nextSlot} />
          </p>
        )}
      </div>
      {description && <p className="col-span-2 line-clamp-3 wrap-anywhere">{description}</p>}
      <div className="col-span-2 row-start-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <PriceTag prices={prices} currency={currency} />
        <span className="text-muted" suppressHydrationWarning>
          {languages.map((name) => languageName(name, language)).join(', ')}
        </span>
      </div>
    </article>
  );
}
