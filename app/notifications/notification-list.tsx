import { Link } from '@remix-run/react';
import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Notification } from '#protocol/notification.ts';

type NotificationListProps = {
  notifications: Notification[];
  /** Ids of notifications that were unread before this visit. */
  fresh: ReadonlySet<string>;
};

/** The viewer's notifications, newest first, each with a link to its subject. */
export function NotificationList({ notifications, fresh }: NotificationListProps) {
  const { t } = useTranslation('notifications');
  const time = useLongMoment();
  if (notifications.length === 0) return <p>{t('page.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {notifications.map(({ id, title, text, address, requestId, picture, createdAt }) => (
        <li key={id} className="relative flex gap-4 py-4">
          <img
            src={picture ?? '/favicon.svg'}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            className="size-11 shrink-0 rounded-full bg-sunken"
          />
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                viewTransition
                to={address}
                className="font-semibold underline wrap-anywhere after:absolute after:inset-0"
              >
                {title}
              </Link>
              {fresh.has(id) && (
                <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">
                  {t('page.new')}
                </span>
              )}
            </p>
            <p className="wrap-anywhere">{text}</p>
            {!requestId && <p className="text-sm text-muted">{time(new Date(createdAt))}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
