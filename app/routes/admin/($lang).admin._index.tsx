import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useOutletContext } from '@remix-run/react';
import { z } from 'zod';
import { needStep, skipStep } from '#app/admin/first-steps/first-steps.server.ts';
import { FIRST_STEPS } from '#app/admin/first-steps/steps.ts';
import { adminMeta } from '#app/admin/meta.ts';
import type { Waiting } from '#app/admin/navigation/waiting.server.ts';
import { Landing } from '#app/admin/overview/landing.tsx';
import { overview } from '#app/admin/overview/overview.server.ts';
import { SPANS } from '#app/call-health/spans.ts';
import { deleteDemo } from '#app/entities/demo.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

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

const formSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('deleteDemo') }),
  z.object({ intent: z.enum(['skipStep', 'needStep']), step: z.enum(FIRST_STEPS) }),
]);

/** Deletes the demo content, or says whether a step of setting up the site is needed. */
export const action = formAction(async ({ request, form }) => {
  const viewer = await requireAdmin(request);
  const { data: said } = formSchema.safeParse(Object.fromEntries(form));
  if (!said) throw new ProtocolError('INVALID_DATA');
  const { pathname } = new URL(request.url);
  if (said.intent === 'deleteDemo') {
    await deleteDemo(viewer);
    throw redirect(`${pathname}?demoDeleted`);
  }
  await (said.intent === 'skipStep' ? skipStep : needStep)(said.step);
  throw redirect(pathname);
});

export { clientAction };

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'title');

export default function AdminHome() {
  return <Landing {...useLoaderData<typeof loader>()} waiting={useOutletContext<Waiting>()} />;
}
