import { useRef } from 'react';
import type { HeaderUser } from '#app/accounts/sessions/signed-in.server.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { logOut } from './log-out.ts';

const ID = 'account-menu';
const itemClass = 'flex min-h-11 w-full items-center rounded-md px-3 hover:bg-sunken';

/** React 18 does not support these attributes, but passes them through. */
const opener = { popovertarget: ID };
const panel = { popover: 'auto' };

/** Links to one's own pages: a native popover, which works before hydration and without JavaScript. */
export function AccountMenu({ user }: { user: HeaderUser }) {
  const { t } = useTranslation();
  const path = useLocalePath();
  const opened = useRef<HTMLDivElement>(null);
  const { id, username, avatarKey, administers, unread } = user;
  const pages = [
    ['/personal/account', t('menu.account')],
    ['/personal/profile', t('menu.profile')],
    ['/personal/notification', t('menu.notifications')],
    ['/personal/inquiry', t('menu.inquiries')],
    ...(administers ? [['/admin', t('menu.admin')]] : []),
  ];
  return (
    <>
      <button
        type="button"
        {...opener}
        aria-label={t(unread ? 'header.news' : 'header.account', { name: username, count: unread })}
        className="relative grid size-11 place-items-center rounded-full hover:bg-sunken"
      >
        {avatarKey ? (
          <img
            src={`/api/avatar/${id}?size=xsm&v=${avatarKey}`}
            alt=""
            width={36}
            height={36}
            className="size-9 rounded-full"
          />
        ) : (
          <span className="grid size-9 place-items-center rounded-full bg-sunken font-semibold uppercase">
            {[...username][0]}
          </span>
        )}
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0 right-0 rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums"
          >
            {unread}
          </span>
        )}
      </button>
      <div
        {...panel}
        id={ID}
        ref={opened}
        className="absolute inset-auto top-16 right-5 min-w-52 rounded-lg border border-line bg-raised p-1.5 text-text shadow-soft"
      >
        <p className="truncate px-3 py-2 text-sm text-muted">{username}</p>
        <ul>
          {pages.map(([to = '', label]) => (
            <li key={to}>
              <LocaleLink to={to} onClick={() => opened.current?.hidePopover?.()} className={itemClass}>
                {label}
              </LocaleLink>
            </li>
          ))}
        </ul>
        {/* A native form: the full page load discards the previous user's state. */}
        <form
          method="post"
          action={path('/logout')}
          onSubmit={(event) => {
            event.preventDefault();
            void logOut(path('/'));
          }}
        >
          <button type="submit" className={itemClass}>
            {t('menu.logOut')}
          </button>
        </form>
      </div>
    </>
  );
}
