import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { complaintByForm } from '#app/payments/complaints/by-form.server.ts';
import { ComplaintSection } from '#app/payments/complaints/complaint-section.tsx';
import { complaintAbout } from '#app/payments/complaints/read.server.ts';
import { afterBank } from '#app/requests/extend.server.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { readOwnStream } from '#app/streams/own-streams.server.ts';
import { StreamNumbers } from '#app/streams/stream-numbers.tsx';
import { StreamPayment } from '#app/streams/stream-payment.tsx';
import { COMPLAINT_FORMS } from '#protocol/complaint.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['streams', 'errors'] };

export const meta = personalMeta('nav.stream');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = params.id ?? '';
  const details = await readOwnStream(viewer, id).catch(orNotFound);
  const done = new URL(request.url).searchParams.get('done');
  const isBack = done === 'extend' && !details.stream.isProducer;
  return {
    details,
    complaint: await complaintAbout(viewer, details.stream.id),
    done,
    extended: isBack ? await afterBank(viewer, id).catch(orNotFound) : null,
  };
}

export const action = formAction(async ({ request, params, form }) => {
  const viewer = await requireUser(request);
  const intent = COMPLAINT_FORMS.find((name) => name === textOf(form, 'intent'));
  if (!intent) throw new ProtocolError('BAD_MESSAGE');
  await complaintByForm(viewer, params.id ?? '', intent, form);
  throw redirect(`${new URL(request.url).pathname}?done=${intent}#complaint`);
});

export { clientAction };

/** Page of a call paid by the minute, for its streamer or customer. */
export default function StreamPage() {
  const { details, complaint, done, extended } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const own = useTimeZone();
  const { t } = useTranslation('streams');
  const date = useLongDate();
  const { createdAt, name } = details.stream;
  return (
    <div className="grid max-w-2xl gap-6">
      <p>
        <LocaleLink to="/personal/stream" className="py-2.5 text-accent-text underline">
          {t('back')}
        </LocaleLink>
      </p>
      <div className="grid gap-2">
        <h1 className="text-3xl wrap-anywhere">{t('callWith', { name: name ?? t('gone') })}</h1>
        <p className="text-muted">{date(createdAt)}</p>
      </div>
      {extended && (
        <Alert tone={extended === 'EXTENDED' ? 'success' : 'info'}>{t(`extended.${extended}`)}</Alert>
      )}
      <StreamPayment stream={details.stream} />
      <StreamNumbers details={details} />
      {complaint && <ComplaintSection about={complaint} timeZone={own} refusal={refusal} done={done} />}
    </div>
  );
}
