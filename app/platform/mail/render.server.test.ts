import { expect, it } from 'vitest';
import { render } from './render.server.ts';

const origin = 'https://panocall.example';

it('links only the site’s own URLs, and shows people’s texts unchanged', () => {
  const message =
    '<b>Free & "easy"</b>:\nhttps://elsewhere.example/a https://panocall.example.elsewhere.example/b';
  const answer = `Read ${origin}/es/help?a=1&b=2.`;
  const { text, html } = render(
    { language: 'en', about: 'inquiryAnswer', values: { message, answer } },
    origin,
    [],
  );
  expect(text).toContain(message);
  expect(html).toContain(
    '&lt;b&gt;Free &amp; &quot;easy&quot;&lt;/b&gt;:<br>\nhttps://elsewhere.example/a https://panocall.example.elsewhere.example/b</p>',
  );
  expect(html.match(/<a .*?<\/a>/g)).toEqual([
    `<a href="${origin}/es/help?a=1&amp;b=2">${origin}/es/help?a=1&amp;b=2</a>`,
  ]);
});

it('does not link URLs that some clients resolve to another host', () => {
  const answer = String.raw`${origin}\@elsewhere.example/a https://me@panocall.example/b`;
  const { html } = render(
    { language: 'en', about: 'inquiryAnswer', values: { message: '', answer } },
    origin,
    [],
  );
  expect(html.match(/<a .*?<\/a>/g)).toEqual([`<a href="${origin}">${origin}</a>`]);
});

it('says below the text who it is from', () => {
  const message = { language: 'en', about: 'inquiryAnswer', values: { message: '', answer: '' } } as const;
  const { text, html } = render(message, origin, ['A & B', 'Main Street 1\n12345 Town']);
  expect(text).toMatch(/\n\nPanocall\nA & B\nMain Street 1\n12345 Town\n$/);
  expect(html).toContain('<footer>Panocall<br>\nA &amp; B<br>\nMain Street 1<br>\n12345 Town</footer>');
});
