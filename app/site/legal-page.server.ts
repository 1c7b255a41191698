import type { LoaderFunctionArgs } from '@remix-run/node';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { findFragment } from '#app/content/texts.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { type Language, languageOfPath } from '#app/i18n/languages.ts';
import { dateIn } from '#app/i18n/moments.ts';
import { translator } from '#app/i18n/translate.ts';
import { currentParameters, type Parameters } from '#app/platform/parameters.server.ts';
import en from '#locales/en/contact.json' with { type: 'json' };
import es from '#locales/es/contact.json' with { type: 'json' };
import { isParameterName } from '#protocol/parameters.ts';

/** Pages about the operator, each a fragment of that name. */
export const LEGAL_PAGES = ['privacy-policy', 'terms', 'refund-policy', 'imprint'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Texts of these pages, for the server. */
export const legalTexts = { en: translator<'contact'>('en', en), es: translator<'contact'>('es', es) };

/** Loads one of these pages. @throws Response 404 if administrators have deleted its text */
export const legalLoader =
  (page: LegalPage) =>
  async ({ request }: LoaderFunctionArgs) => {
    const language = languageOfPath(new URL(request.url).pathname);
    const { title, body, updatedAt } = await findFragment(language, page).catch(orNotFound);
    const { text, isComplete } = completed(body, await currentParameters(), language);
    return {
      title,
      html: renderMarkdown(text, { anchors: 'part' }),
      isComplete,
      updated: { iso: updatedAt.toISOString(), words: dateIn(updatedAt.getTime(), 'UTC', language) },
    };
  };

/**
 * A text with the values of the parameters that it names, `{{site-name}}`. One without a value, and what the text itself
 * leaves open, `[[the court]]`, is marked as missing.
 */
export function completed(
  body: string,
  { text }: Pick<Parameters, 'text'>,
  language: Language,
): { text: string; isComplete: boolean } {
  const t = legalTexts[language];
  let isComplete = true;
  const gap = (what: string) => {
    isComplete = false;
    return `**[${t('legal.missing', { what })}]**`;
  };
  const whole = body.replace(/\{\{([a-z-]+)\}\}|\[\[([^\]]+)\]\]/g, (place, name = '', open = '', at = 0) => {
    if (open) return gap(open);
    if (!isParameterName(name)) return place;
    const value = text(name);
    if (value) {
      const isInSentence = [body[at - 1], body[at + place.length]].some(
        (next) => next && !/[\r\n]/.test(next),
      );
      return asMarkdown(value, isInSentence ? ', ' : '\\\n');
    }
    return gap(name === 'operator-name' || name === 'operator-address' ? t(`legal.names.${name}`) : name);
  });
  return { text: whole, isComplete };
}

/** A text that Markdown shows as it is. @param lineBreak what its lines are joined by */
const asMarkdown = (text: string, lineBreak: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/\s*\n/g, lineBreak);
