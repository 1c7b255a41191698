import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminMeta } from '#app/components/admin/admin-meta.ts';
import { Landing } from '#app/components/admin/landing.tsx';
import { requireAdmin } from '#app/http/guards.server.ts';
import { overview } from '#app/services/admin/overview.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  return overview(await requireAdmin(request));
}

export const meta: MetaFunction = ({ location }) => adminMeta(location, 'title');

export default function AdminHome() {
  return <Landing overview={useLoaderData<typeof loader>()} />;
}
