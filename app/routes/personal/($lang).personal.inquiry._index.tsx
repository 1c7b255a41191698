import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Pager } from '#app/components/page/pager.tsx';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { INQUIRIES_A_PAGE, listOwnInquiries } from '#app/contact/inquiries.server.ts';
import { InquiryStatus } from '#app/contact/inquiry-status.tsx';
import { pageOf } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['people'] };

export const meta = personalMeta('inquiry.title');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams, pathname } = new URL(request.url);
  const page = pageOf(searchParams);
  const list = await listOwnInquiries(viewer, page);
  if (list.inquiries.length === 0 && page > 1) throw redirect(pathname);
  return { ...list, page, size: INQUIRIES_A_PAGE };
}

export default function InquiriesPage() {
  const { inquiries, total, page, size } = useLoaderData<typeof loader>();
  const { t } = useTranslation('personal');
  const date = useLongDate();
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl">{t('inquiry.title')}</h1>
        <p className="text-muted">{t('inquiry.text')}</p>
      </div>
      {inquiries.length === 0 && <p>{t('inquiry.none')}</p>}
      <ul className="divide-y divide-line">
        {inquiries.map(({ id, kind, createdAt, message, answeredAt, unread }) => (
          <li key={id} className="relative grid gap-1 py-4">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <LocaleLink
                to={`/personal/inquiry/${id}`}
                className="font-semibold underline after:absolute after:inset-0"
              >
                {`${t(`inquiry.${kind}`)}, ${date(createdAt)}`}
              </LocaleLink>
              <InquiryStatus answered={answeredAt !== null} unread={unread} />
            </p>
            <p className="line-clamp-2 wrap-anywhere text-muted">{message || t('inquiry.noText')}</p>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / size)} />
      <p className="flex flex-wrap gap-3">
        <LocaleLink to="/contact-us" className={buttonClass({ variant: 'secondary' })}>
          {t('inquiry.write')}
        </LocaleLink>
        <LocaleLink to="/call-quality" className={buttonClass({ variant: 'secondary' })}>
          {t('inquiry.lastCall')}
        </LocaleLink>
      </p>
    </div>
  );
}
