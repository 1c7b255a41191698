import { z } from 'zod';
import { saveLanguage } from '#app/accounts/sessions/signed-in.server.ts';
import { formActionWith } from '#app/forms/form-action.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { serializeLanguage } from '#app/http/language.server.ts';
import { ownPathSchema } from '#app/http/own-path.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import { inLanguage, LANGUAGES } from '#app/i18n/languages.ts';

const choiceSchema = z.object({
  language: z.enum(LANGUAGES),
  page: ownPathSchema,
});

/** Stores the chosen language, also in the account, and redirects to the same page in it. */
export const action = formActionWith(async ({ request, form }) => {
  const choice = choiceSchema.safeParse(Object.fromEntries(form));
  if (!choice.success) throw new Response(null, { status: 400 });
  const { language, page } = choice.data;
  await saveLanguage(await pageViewer(request), language);
  return redirect(inLanguage(page, language), {
    headers: { 'Set-Cookie': await serializeLanguage(language, request) },
  });
}, orNotFound);
