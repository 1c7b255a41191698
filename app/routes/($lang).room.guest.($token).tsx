import type { MetaFunction } from '@remix-run/react';
import { RoomRoute } from '#app/call/room-route.tsx';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { cardMeta, originIn } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['call', 'errors', 'social'], chrome: 'room' };

/** The link preview of an invitation. It contains no code; the link itself stays the shared one. */
export const meta: MetaFunction<unknown, { root: RootLoader }> = ({ location, matches }) => {
  const language = languageOfPath(location.pathname);
  const t = translation(language, 'social');
  return [
    { title: 'Panocall' },
    { name: 'robots', content: 'noindex' },
    ...cardMeta({
      origin: originIn(matches),
      title: t('room'),
      description: t('roomText'),
      image: `/og/room-${language}.png`,
    }),
  ];
};

export default function GuestRoom() {
  return <RoomRoute seat="guest" />;
}
