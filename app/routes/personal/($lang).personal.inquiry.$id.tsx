import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { openOwnInquiry } from '#app/contact/inquiries.server.ts';
import { InquiryStatus } from '#app/contact/inquiry-status.tsx';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const meta = personalMeta('inquiry.title');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const inquiry = await openOwnInquiry(viewer, params.id ?? '').catch(orNotFound);
  const { kind, createdAt, firstName, lastName, email, website, message, answer, answeredAt } = inquiry;
  return { kind, createdAt, firstName, lastName, email, website, message, answer, answeredAt };
}

export default function InquiryPage() {
  const inquiry = useLoaderData<typeof loader>();
  const { t } = useTranslation('personal');
  const date = useLongDate();
  const { kind, createdAt, firstName, lastName, email, website, message, answer, answeredAt } = inquiry;
  const facts = [
    [t('inquiry.name'), [firstName, lastName].filter(Boolean).join(' ')],
    [t('inquiry.email'), email],
    [t('inquiry.website'), website],
  ].filter(([, value]) => value);
  return (
    <div className="grid max-w-2xl gap-6">
      <p>
        <LocaleLink to="/personal/inquiry" className="py-2.5 text-accent-text underline">
          {t('inquiry.back')}
        </LocaleLink>
      </p>
      <div className="grid gap-2">
        <h1 className="text-3xl">{t(`inquiry.${kind}`)}</h1>
        <p className="flex flex-wrap gap-x-4 text-muted">
          {t('inquiry.sentOn', { date: date(createdAt) })}
          <InquiryStatus answered={answeredAt !== null} />
        </p>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{message || t('inquiry.noText')}</p>
      {facts.length > 0 && (
        <dl className="grid gap-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer && answeredAt && (
        <section aria-labelledby="answer" className="grid gap-2 rounded-lg border border-line bg-raised p-5">
          <h2 id="answer" className="text-xl">
            {t('inquiry.answer')}
          </h2>
          <p className="text-sm text-muted">{t('inquiry.answeredOn', { date: date(answeredAt) })}</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </section>
      )}
    </div>
  );
}
