import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Temporal } from 'temporal-polyfill';
import { listSlots } from '#app/bookings/availability/slots.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { callFreely } from '#app/free-calls/call.server.ts';
import { CallLink } from '#app/free-calls/call-link.tsx';
import { findLink } from '#app/free-calls/link.server.ts';
import { newFreeCall } from '#app/free-calls/schema.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { spendRead } from '#app/http/limits/rate-limits.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { currencyOf } from '#app/people/currency.server.ts';
import { findProfile } from '#app/people/streamers/streamers.server.ts';
import { callOffer } from '#app/requests/offer.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

/** How far ahead the next time to book is looked for; as many points of the limit of reads. */
const DAYS = 14;

export const handle: PageHandle = { i18n: ['requests', 'call', 'errors'] };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: titled(data.name) }, { name: 'robots', content: 'noindex' }] : [];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await spendRead(context.clientAddress, DAYS).catch(orNotFound);
  const viewer = await pageViewer(request);
  const link = await findLink(viewer, params.urlname ?? '');
  if (!link) return orNotFound(new ProtocolError('NOT_FOUND'));
  const { id, username, firstName, urlname, avatarKey, state, freeCallers } = link;
  const profile = state === 'NO' ? await findProfile(viewer, urlname).catch(() => null) : null;
  // The link of a person who takes no free calls does not tell that they have an account, unless their profile does.
  if (state === 'NO' && !profile && freeCallers === 'NOBODY')
    return orNotFound(new ProtocolError('NOT_FOUND'));
  const from = Temporal.Now.plainDateISO('UTC').toString();
  const slots = profile && (await listSlots(viewer, profile.id, { from, days: DAYS, zone: 'UTC' })).slots;
  return {
    name: firstName || username,
    urlname,
    avatar: `/api/avatar/${id}?size=md${avatarKey ? `&v=${avatarKey}` : ''}`,
    state,
    signedIn: viewer !== null,
    isStreamer: profile !== null,
    takesCalls: profile !== null && (await callOffer(profile, await currencyOf(request), viewer)) !== null,
    nextSlot: slots?.find((slot) => slot.state === 'AVAILABLE')?.start ?? null,
  };
}

export const action = formAction(async ({ request, params, context, form }) => {
  const viewer = await pageViewer(request);
  const { key, setCookie } = await browserKey(request);
  const urlname = params.urlname ?? '';
  const wanted = newFreeCall.safeParse({ urlname, name: textOf(form, 'name').trim() || undefined });
  if (!wanted.success) throw invalidData(wanted.error);
  const id = await callFreely({ viewer, key }, wanted.data, context.clientAddress);
  const page = localePath(
    `/call/${wanted.data.urlname}/${id}`,
    languageOfPath(new URL(request.url).pathname),
  );
  throw redirect(page, { headers: { 'Set-Cookie': setCookie } });
});

export { clientAction };

export default function CallLinkPage() {
  const link = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return <CallLink link={link} refusal={refusal} />;
}
