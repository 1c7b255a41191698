import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { jobsPage, RETRIED } from '#app/admin/jobs/jobs.server.ts';
import { AdminList } from '#app/admin/list/list.tsx';
import { adminMeta } from '#app/admin/meta.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { page: await jobsPage(request), retried: new URL(request.url).searchParams.has(RETRIED) };
}

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'section.jobs');

export default function AdminJobs() {
  const { page, retried } = useLoaderData<typeof loader>();
  const { t } = useTranslation('admin');
  return (
    <div className="grid gap-4">
      {retried && <Alert tone="success">{t('jobs.retried')}</Alert>}
      <AdminList page={page} />
    </div>
  );
}
