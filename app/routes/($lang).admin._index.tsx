import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminMeta } from '#app/admin/meta.ts';
import { Landing } from '#app/admin/overview/landing.tsx';
import { overview } from '#app/admin/overview/overview.server.ts';
import { requireAdmin } from '#app/http/guards.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  return overview(await requireAdmin(request));
}

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'title');

export default function AdminHome() {
  return <Landing overview={useLoaderData<typeof loader>()} />;
}
