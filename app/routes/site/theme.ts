import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { readForm } from '#app/http/bodies/form-body.server.ts';
import { ownPathSchema } from '#app/http/own-path.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { serializeTheme, themeSchema } from '#app/site/theme.server.ts';

const choiceSchema = z.object({ theme: themeSchema, page: ownPathSchema });

/** Stores the choice of light or dark mode and redirects back. */
export async function action({ request }: ActionFunctionArgs) {
  const choice = choiceSchema.safeParse(Object.fromEntries(await readForm(request).catch(orNotFound)));
  if (!choice.success) throw new Response(null, { status: 400 });
  const { theme, page } = choice.data;
  return redirect(page, { headers: { 'Set-Cookie': await serializeTheme(theme, request) } });
}
