import type { Language } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import type { MessageValues } from '#app/i18n/translate.ts';
import { escaped } from './escaped.ts';
import { type MailSubject, mailTexts } from './texts.server.ts';

/** The content of an email, without its layout. */
export type Message = {
  language: Language;
  about: MailSubject;
  values: MessageValues;
};

/** URL of a page, without a punctuation mark that ends the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"\\]*[^\s<>"\\.,;:!?)]/g;

/**
 * A `<style>` in the head, to which the development page adds a nonce. Clients that ignore it show plain paragraphs.
 */
const STYLE = `body { margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; overflow-wrap: anywhere; }
footer { margin-top: 32px; padding-top: 16px; border-top: 1px solid #8886; }`;

/**
 * Renders an email's subject, and its body as text and as HTML.
 * @param origin the site's origin. Only its URLs become links in HTML: some emails quote other people's texts, which
 * may contain any URL.
 * @param operator lines below the site's name: who the email is from
 */
export function render(
  { language, about, values }: Message,
  origin: string,
  operator: readonly string[],
): { subject: string; text: string; html: string } {
  const t = mailTexts[language];
  const subject = t(`${about}.subject`, values);
  const body = t(`${about}.text`, values);
  const signature = [siteName(), ...operator].join('\n');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${paragraphs(body, origin)}
<footer>${escaped(signature).replaceAll('\n', '<br>\n')}</footer>
</main>
</body>
</html>
`;
  return { subject, text: `${body}\n\n${signature}\n`, html };
}

/** Paragraphs are separated by empty lines. */
const paragraphs = (text: string, origin: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((line) => withLinks(line, origin))
          .join('<br>\n')}</p>`,
    )
    .join('\n');

function withLinks(line: string, origin: string): string {
  let html = '';
  let end = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    const url = URL.parse(address);
    // Some clients resolve the part after `@` as the host.
    if (url?.origin !== origin || url.username || url.password) continue;
    html += `${escaped(line.slice(end, index))}<a href="${escaped(address)}">${escaped(address)}</a>`;
    end = index + address.length;
  }
  return html + escaped(line.slice(end));
}
