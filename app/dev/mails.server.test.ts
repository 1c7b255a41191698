import { beforeAll, expect, it, vi } from 'vitest';
import { LANGUAGES } from '#app/i18n/languages.ts';
import type { Sample } from '#app/platform/mail/samples.server.ts';
import en from '#locales/en/mail.json' with { type: 'json' };

let emails: readonly { name: string }[];
let samples: readonly Sample[];
let origin: string;
let texts: typeof import('#app/platform/mail/texts.server.ts').mailTexts;
let render: typeof import('#app/platform/mail/render.server.ts').render;
let page: typeof import('./mails-page.server.ts').mailsPage;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  ({ EMAILS: emails } = await import('../emails.server.ts'));
  ({ SAMPLES: samples } = await import('./samples.server.ts'));
  ({ SAMPLE_ORIGIN: origin } = await import('#app/platform/mail/samples.server.ts'));
  ({ mailTexts: texts } = await import('#app/platform/mail/texts.server.ts'));
  ({ render } = await import('#app/platform/mail/render.server.ts'));
  ({ mailsPage: page } = await import('./mails-page.server.ts'));
});

/** Paths of all texts, e.g. `welcome.subject`. */
const keys = Object.entries(en).flatMap(([key, value]) =>
  typeof value === 'string' ? [key] : Object.keys(value).map((part) => `${key}.${part}`),
);
const subjects = Object.entries(en).flatMap(([key, value]) => (typeof value === 'string' ? [] : [key]));

/** The site's URLs in a text, in order. */
const addresses = (text: string) => text.match(/https:\/\/panocall\.example(?:\/[^\s"<]*[^\s"<.])?/g) ?? [];
const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

it('has a sample of every email and every text', () => {
  expect(new Set(samples.map(({ email }) => email))).toEqual(new Set(emails.map(({ name }) => name)));
  expect(samples.map(({ about }) => about).toSorted()).toEqual(subjects.toSorted());
});

it.each(LANGUAGES)(
  'writes all emails in %s without gaps, and links every URL of the text in HTML',
  (language) => {
    const t = vi.spyOn(texts, language);
    const log = vi.spyOn(console, 'error');
    for (const { about, compose } of samples) {
      const { subject, text, html } = render(compose(language), origin, []);
      expect(subject.trim(), about).not.toBe('');
      for (const part of [subject, text, html])
        expect(part, about).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|Invalid/);
      expect(html, about).toContain(`<html lang="${language}">`);
      expect(linksIn(html), about).toEqual(addresses(text));
      if (en[about].text.includes('{{link}}')) expect(addresses(text), about).not.toEqual([]);
    }
    expect(log).not.toHaveBeenCalled();
    expect(new Set(t.mock.calls.map(([key]) => key))).toEqual(new Set(keys));
  },
);

it('shows each in both languages on one page, whose policy allows their styles', () => {
  const html = page('n0nce');
  for (const { about } of samples) expect(html).toContain(`<section id="${about}">`);
  expect(html.match(/<iframe [^>]*width="375"/g)).toHaveLength(samples.length * LANGUAGES.length);
  const styles = html.match(/(<|&lt;)style\b.{0,7}/g) ?? [];
  expect(styles).toHaveLength(1 + samples.length * LANGUAGES.length);
  expect(styles.filter((style) => !style.includes('nonce'))).toEqual([]);
});
