import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ownPathSchema } from '#app/http/own-path.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { serializeTheme, themeSchema } from '#app/site/theme.server.ts';

const choiceSchema = z.object({ theme: themeSchema, page: ownPathSchema });

/** Stores the choice of light or dark mode and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const choice = choiceSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!choice.success) throw new Response(null, { status: 400 });
  const { theme, page } = choice.data;
  return redirect(page, { headers: { 'Set-Cookie': await serializeTheme(theme, request) } });
}
