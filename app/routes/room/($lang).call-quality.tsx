import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CallHealthDetails } from '#app/call-health/call-health.tsx';
import { ownCall } from '#app/call-health/own-call.server.ts';
import { readCallHealth } from '#app/call-health/read.server.ts';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { buttonClass } from '#app/components/ui/button.tsx';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { clearMomentIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { pageMeta } from '#app/site/meta.ts';
import type { RootLoader } from '#app/site/root-data.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['streams'] };

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  const call = await ownCall(request, viewer, null).catch((error: unknown) => {
    if (error instanceof ProtocolError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (!call) return { call: null, health: null };
  const { id, seat, startedAt, createdAt } = call;
  return { call: { id, seat, at: startedAt ?? createdAt }, health: await readCallHealth(id) };
}

export const meta: MetaFunction<typeof loader, { root: RootLoader }> = ({ location, matches }) => {
  const t = translation(languageOfPath(location.pathname), 'streams');
  return pageMeta({
    matches,
    location,
    title: t('quality.last.metaTitle'),
    description: t('quality.last.text'),
  });
};

/** The health of the reader's last call, as administrators see it too. */
export default function CallHealthPage() {
  const { call, health } = useLoaderData<typeof loader>();
  const { t } = useTranslation('streams');
  const reader = useReader();
  const zone = useTimeZone();
  return (
    <div className="page grid gap-6 pt-8 sm:pt-14">
      <div className="grid gap-2">
        <h1 className="text-3xl sm:text-4xl">{t('quality.last.title')}</h1>
        {call && <p className="text-muted">{clearMomentIn(call.at.getTime(), zone, reader)}</p>}
        <p className="max-w-prose text-muted">{t('quality.last.text')}</p>
      </div>
      {call && (
        <p>
          <LocaleLink to={`/contact-us?call=${call.id}`} className={buttonClass({ variant: 'secondary' })}>
            {t('quality.last.report')}
          </LocaleLink>
        </p>
      )}
      {call && health ? (
        <CallHealthDetails health={health} own={call.seat} />
      ) : (
        <p>{t(call ? 'quality.gone' : 'quality.last.none')}</p>
      )}
    </div>
  );
}
