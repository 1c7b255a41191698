import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ownCall } from '#app/call-health/own-call.server.ts';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { MessageForm } from '#app/contact/message-form.tsx';
import { takeMessage } from '#app/contact/messages.server.ts';
import { Sent } from '#app/contact/sent.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['contact', 'errors'] };

/** `?demo`: the demo request form. `?call`: about the call in that room. `?sent`: the message was saved; `?sent=unanswerable`: without an address. */
function readQuery(search: string) {
  const query = new URLSearchParams(search);
  return {
    isDemo: query.has('demo'),
    room: query.get('call'),
    sent: query.has('sent'),
    answerable: query.get('sent') !== 'unanswerable',
  };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  const { room, ...query } = readQuery(new URL(request.url).search);
  const call = room === null ? null : await ownCall(request, viewer, room).catch(orNotFound);
  return { ...query, callAt: call && (call.startedAt ?? call.createdAt), signedIn: viewer !== null };
}

export const action = formAction(async ({ request, context, form }) => {
  const { pathname, search } = new URL(request.url);
  const { isDemo, room } = readQuery(search);
  const viewer = await pageViewer(request);
  const call = room === null ? null : await ownCall(request, viewer, room);
  const writer = { viewer, address: context.clientAddress, language: languageOfPath(pathname) };
  const answerable = await takeMessage(form, isDemo ? 'DEMO' : 'CONTACT', writer, call?.id);
  throw redirect(`${pathname}?${isDemo ? 'demo&' : ''}sent${answerable ? '' : '=unanswerable'}`);
});

export { clientAction };

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'contact');
  const form = readQuery(location.search).isDemo ? 'demo' : 'contact';
  return pageMeta({ matches, location, title: t(`${form}.metaTitle`), description: t(`${form}.text`) });
};

export default function ContactUs() {
  const { isDemo, sent, answerable, signedIn, callAt } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('contact');
  const date = useLongDate();
  const form = isDemo ? 'demo' : 'contact';
  return (
    <div className="page pt-8 sm:pt-14">
      <div className="mx-auto grid max-w-2xl gap-8">
        {sent ? (
          <Sent kind={isDemo ? 'DEMO' : 'CONTACT'} answerable={answerable} signedIn={signedIn} />
        ) : (
          <>
            <div className="grid gap-4">
              <h1 className="text-4xl sm:text-5xl">{t(`${form}.title`)}</h1>
              <p className="text-lg text-muted">{t(`${form}.text`)}</p>
              <LocaleLink
                to={isDemo ? '/contact-us' : '/contact-us?demo'}
                className="-my-2.5 justify-self-start py-2.5 text-accent-text underline underline-offset-4"
              >
                {t(`${form}.other`)}
              </LocaleLink>
            </div>
            {callAt && <Alert tone="info">{t('withCall', { date: date(callAt) })}</Alert>}
            <MessageForm refusal={refusal} submit={t(`${form}.submit`)} signedIn={signedIn} />
          </>
        )}
      </div>
    </div>
  );
}
