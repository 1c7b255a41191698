import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RoomRoute } from '#app/call/room-route.tsx';
import { detectLanguage, serializeLanguage } from '#app/http/language.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { settingCookies } from '#app/http/viewers/cookie.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { inLanguage, languageOfPath } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { requestSeat } from '#app/rooms/seat-requests.server.ts';
import { cardMeta, originIn } from '#app/site/meta.ts';
import { type RootLoader, useRootData } from '#app/site/root-data.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['call', 'errors'], chrome: 'room' };

/** Link preview of an invitation. It contains no code; the link itself stays the shared one. */
export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const language = languageOfPath(location.pathname);
  const t = translation(language, 'call');
  return [
    { title: siteName() },
    { name: 'robots', content: 'noindex' },
    ...cardMeta({
      origin: originIn(matches),
      title: t('card.title'),
      description: t('card.text'),
      image: `/og/room-${language}.png`,
    }),
  ];
};

/**
 * Loads the ticket of an invitation link with the page, in the guest's language: the link is in the host's. After a refusal
 * here, the page requests the ticket again and shows the error.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!params.token) return null;
  const { pathname, search, searchParams } = new URL(request.url);
  // With `skip=true`, the guest comes from our pages, or from those of another product, which chose the language.
  if (searchParams.get('skip') !== 'true') {
    const linked = languageOfPath(pathname);
    const language = await detectLanguage(request, linked);
    if (language !== linked) {
      const headers = { 'Set-Cookie': await serializeLanguage(language, request) };
      // Browsers keep the fragment, which holds the invitation's secret.
      throw redirect(inLanguage(pathname + search, language), { headers });
    }
  }
  try {
    const wanted = { token: params.token, seat: 'guest', rejoin: false } as const;
    const { body, setCookie } = await requestSeat(request, context.clientAddress, wanted);
    return data(body, { headers: settingCookies(setCookie) });
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** On navigation within the site, the seat was already requested when the code was typed. */
export const clientLoader = () => null;

export default function GuestRoom() {
  const invited = useLoaderData<typeof loader>();
  return <RoomRoute seat="guest" invited={invited} testPayments={useRootData()?.testPayments ?? false} />;
}
