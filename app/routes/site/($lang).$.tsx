import type { LoaderFunctionArgs } from '@remix-run/node';
import { longAddress } from '#app/admin/long-address.ts';
import { redirect } from '#app/http/redirect.server.ts';

/** Unknown URLs: 404, but for short addresses of the administration. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const address = longAddress(pathname);
  if (address) return redirect(address + search);
  return notFound();
}

export { notFound as action };

function notFound(): never {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
