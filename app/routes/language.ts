import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { z } from 'zod';
import { serializeLanguage } from '#app/i18n/language.server.ts';
import { inLanguage, LANGUAGES } from '#app/i18n/languages.ts';

const choiceSchema = z.object({
  language: z.enum(LANGUAGES),
  /** A path of ours: one slash at its start, so that nobody is sent to another site. */
  page: z
    .string()
    .max(2048)
    .regex(/^\/(?![/\\])/),
});

/** Keeps the language that somebody chose and leads to the same page in it. */
export async function action({ request }: ActionFunctionArgs) {
  const choice = choiceSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!choice.success) throw new Response(null, { status: 400 });
  const { language, page } = choice.data;
  return redirect(inLanguage(page, language), {
    headers: { 'Set-Cookie': await serializeLanguage(language, request) },
  });
}
