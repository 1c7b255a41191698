import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { changeFreeCall } from '#app/free-calls/answer.server.ts';
import { readFreeCall } from '#app/free-calls/read.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { AnswerPanel } from '#app/requests/answer-panel.tsx';
import { CallingPanel } from '#app/requests/calling-panel.tsx';
import { REQUEST_CHANGES } from '#app/requests/schema.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';

export const handle: PageHandle = { i18n: ['requests', 'call', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'requests')('title')) },
  { name: 'robots', content: 'noindex' },
];

const personOf = async (request: Request) => {
  const viewer = await pageViewer(request);
  const { key, setCookie } = await browserKey(request);
  return { person: { viewer, key }, setCookie };
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { person } = await personOf(request);
  return readFreeCall(person, params.id ?? '').catch(orNotFound);
}

export const action = formAction(async ({ request, params, form }) => {
  const { person, setCookie } = await personOf(request);
  const { pathname } = new URL(request.url);
  const id = params.id ?? '';
  const intent = textOf(form, 'intent');
  await changeFreeCall(person, intent, id);
  const headers = { 'Set-Cookie': setCookie };
  if (intent === 'accept') {
    const { call } = await readFreeCall(person, id);
    if (call.status === 'ACCEPTED')
      throw redirect(localePath(`/room/host/${call.token}?skip=true`, languageOfPath(pathname)), { headers });
  }
  throw redirect(pathname, { headers });
});

export { clientAction };

export default function FreeCallPage() {
  const { side, urlname, call } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/api/free-call/${call.id}`;
  return (
    <div className="page grid gap-6 py-8 sm:py-14">
      <RefusedButton refusal={result} intents={[...REQUEST_CHANGES]} />
      {side === 'caller' ? (
        <CallingPanel request={call} path={path} again={`/call/${urlname}`} others={false} />
      ) : (
        <AnswerPanel request={call} path={path} />
      )}
    </div>
  );
}
