import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { adminMeta } from '#app/admin/meta.ts';
import { Landing } from '#app/admin/overview/landing.tsx';
import { overview } from '#app/admin/overview/overview.server.ts';
import { SPANS } from '#app/call-health/spans.ts';
import { deleteDemo } from '#app/entities/demo.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';

const spanSchema = z.enum(SPANS).catch('month');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const span = spanSchema.parse(new URL(request.url).searchParams.get('span'));
  return {
    overview: await overview(viewer, span),
    span,
    done: new URL(request.url).searchParams.has('demoDeleted'),
  };
}

/** Deletes the demo content, the page's only form. */
export const action = formAction(async ({ request }) => {
  await deleteDemo(await requireAdmin(request));
  throw redirect(`${new URL(request.url).pathname}?demoDeleted`);
});

export { clientAction };

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'title');

export default function AdminHome() {
  return <Landing {...useLoaderData<typeof loader>()} />;
}
