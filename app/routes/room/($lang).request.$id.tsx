import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation } from '#app/i18n/use-translation.ts';
import { addedCard, ownCards, refreshCards, startCard } from '#app/payments/cards/cards.server.ts';
import { refreshPayment } from '#app/payments/holds/intent.server.ts';
import { unlessAway } from '#app/payments/stripe/client.server.ts';
import { ToStripe } from '#app/payments/stripe/to-stripe.tsx';
import { changeRequest } from '#app/requests/answer.server.ts';
import { AnswerPanel } from '#app/requests/answer-panel.tsx';
import { CallingPanel } from '#app/requests/calling-panel.tsx';
import { payRequest } from '#app/requests/pay.server.ts';
import { PayForm } from '#app/requests/pay-form.tsx';
import { readRequest } from '#app/requests/read.server.ts';
import { REQUEST_CHANGES } from '#app/requests/schema.ts';

export const handle: PageHandle = { i18n: ['requests', 'call', 'payments', 'errors'] };

export const meta: MetaFunction = ({ location }) => [
  { title: titled(translation(languageOfPath(location.pathname), 'requests')('title')) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const done = new URL(request.url).searchParams.get('done');
  const read = () => readRequest(viewer, params.id ?? '').catch(orNotFound);
  let shown = await read();
  let isAway = false;
  const isPaying = shown.request.status === 'PAYING';
  // Back from Stripe's or the bank's page: the outcome is read from Stripe, not taken from the URL.
  if (done === 'stripe' && isPaying) isAway = !(await unlessAway(refreshCards({ userId: viewer.id })));
  if (done === 'pay' && isPaying && shown.paid) {
    isAway = !(await unlessAway(refreshPayment(shown.paid)));
    shown = await read();
  }
  const { side, request: told, row, paid, streamId, hasEnded } = shown;
  const { pathname } = new URL(request.url);
  if (hasEnded && streamId)
    throw redirect(localePath(`/personal/stream/${streamId}`, languageOfPath(pathname)));
  return {
    side,
    request: told,
    currency: row.currency,
    amount: row.amount,
    refusal: side === 'consumer' ? (paid?.refusal ?? null) : null,
    added:
      told.status === 'PAYING'
        ? await addedCard(viewer, done === 'stripe' && !isAway, paid?.refusal ? paid.changedAt : null)
        : null,
    cards: told.status === 'PAYING' ? await ownCards(viewer) : [],
    isAway,
  };
}

export const action = formAction(async ({ request, params, context, form }) => {
  const viewer = await requireUser(request);
  const { pathname } = new URL(request.url);
  const page = originOf(request) + pathname;
  const id = params.id ?? '';
  const intent = textOf(form, 'intent');
  if (intent === 'card') return { stripe: await startCard(viewer, page) };
  if (intent === 'pay') {
    const cardId = textOf(form, 'cardId') || undefined;
    const bank = await payRequest(viewer, id, cardId, context.clientAddress, `${page}?done=pay`);
    if (bank) return { stripe: bank };
    throw redirect(pathname);
  }
  await changeRequest(viewer, intent, id);
  if (intent === 'accept') {
    const { request: told } = await readRequest(viewer, id);
    if (told.status === 'ACCEPTED')
      throw redirect(localePath(`/room/host/${told.token}?skip=true`, languageOfPath(pathname)));
  }
  throw redirect(pathname);
});

export { clientAction };

export default function RequestPage() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { side, request } = shown;
  if (result && 'stripe' in result) return <ToStripe url={result.stripe} />;
  return (
    <div className="page grid gap-6 py-8 sm:py-14">
      <RefusedButton refusal={result} intents={[...REQUEST_CHANGES]} />
      {request.status === 'PAYING' ? (
        <PayForm {...shown} refused={result} />
      ) : side === 'consumer' ? (
        <CallingPanel
          request={request}
          path={`/api/request/${request.id}`}
          again={request.other.profile ? `/user/${request.other.profile}/call` : '/user'}
          others
        />
      ) : (
        <AnswerPanel request={request} path={`/api/request/${request.id}`} />
      )}
    </div>
  );
}
