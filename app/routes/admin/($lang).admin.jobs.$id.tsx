import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { JobDetail } from '#app/admin/jobs/detail.tsx';
import { jobPage, RETRIED, retryJob } from '#app/admin/jobs/jobs.server.ts';
import { adminMeta } from '#app/admin/meta.ts';
import { formActionWith } from '#app/forms/form-action.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return jobPage(params.id ?? '').catch(orNotFound);
}

/** Enqueues the job again. */
export const action = formActionWith(
  async ({ request, params }) => {
    await requireAdmin(request);
    await retryJob(params.id ?? '');
    const language = languageOfPath(new URL(request.url).pathname);
    // The retry has another row.
    throw redirect(localePath(`/admin/jobs?${RETRIED}=1`, language));
  },
  (error) => {
    if (!(error instanceof ProtocolError)) throw error;
    return data({ notRetried: true }, { status: ERROR_STATUS[error.code] });
  },
);

export const meta: MetaFunction<typeof loader> = ({ location, data: page }) =>
  adminMeta(location, 'section.jobs', page?.name);

export default function AdminJob() {
  const page = useLoaderData<typeof loader>();
  return <JobDetail page={page} notRetried={useActionData<typeof action>() !== undefined} />;
}
