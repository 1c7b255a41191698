import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '#app/http/guards.server.ts';
import { orNotFound } from '#app/http/page.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { dateInWords } from '#app/i18n/long-date.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { readOwnStream } from '#app/streams/own-streams.server.ts';
import { StreamNumbers } from '#app/streams/stream-numbers.tsx';
import { StreamPayment } from '#app/streams/stream-payment.tsx';

export const handle: PageHandle = { i18n: ['streams'] };

export const meta = personalMeta('nav.stream');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return readOwnStream(viewer, params.id ?? '').catch(orNotFound);
}

/** A call that was paid by the minute, for either of its two people. */
export default function StreamPage() {
  const details = useLoaderData<typeof loader>();
  const { t, language } = useTranslation('streams');
  const { isProducer, createdAt, name } = details.stream;
  return (
    <div className="grid max-w-2xl gap-6">
      {isProducer && (
        <p>
          <LocaleLink to="/personal/stream" className="py-2.5 text-accent-text underline">
            {t('back')}
          </LocaleLink>
        </p>
      )}
      <div className="grid gap-2">
        <h1 className="text-3xl wrap-anywhere">{t('callWith', { name: name ?? t('gone') })}</h1>
        <p className="text-muted">{dateInWords(createdAt, language)}</p>
      </div>
      <StreamPayment stream={details.stream} />
      <StreamNumbers details={details} />
    </div>
  );
}
