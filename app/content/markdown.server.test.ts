import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.server.ts';

describe('text', () => {
  it('is shown as paragraphs, lists, quotations and emphasis', () => {
    const html = renderMarkdown('One **word**.\n\n- a\n- b\n\n> said');
    expect(html).toContain('<p>One <strong>word</strong>.</p>');
    expect(html).toContain('<li>b</li>');
    expect(html).toContain('<blockquote>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<!-- x -->',
  ])('shows %s as typed', (source) => {
    expect(renderMarkdown(source)).not.toMatch(/<(?!\/?p>)/);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('creates no link to %s', (address) => {
    expect(renderMarkdown(`[x](${address}) <${address}> ![y](${address})`)).not.toMatch(/<(a|img)/);
  });

  it('stays inside the attribute of its picture or link', () => {
    const html = renderMarkdown('![a" onerror="x](/b "t" ) [c](/d"onclick="x)');
    expect(html).not.toMatch(/" on\w+="/);
  });
});

describe('links', () => {
  it('have rel="nofollow" only if they leave the site', () => {
    expect(renderMarkdown('[a](https://example.org/) https://example.net/')).toBe(
      '<p><a href="https://example.org/" rel="nofollow noopener">a</a> <a href="https://example.net/" rel="nofollow noopener">https://example.net/</a></p>\n',
    );
    expect(renderMarkdown('[a](/help#top) [b](#top)')).not.toContain('rel=');
    expect(renderMarkdown('[a](//example.org)')).toContain('rel=');
  });
});

describe('pictures', () => {
  it('load lazily, with their alternative text', () => {
    expect(renderMarkdown('![A *lake*](/api/image/blog/1/2)')).toBe(
      '<p><img src="/api/image/blog/1/2" alt="A lake" loading="lazy" decoding="async"></p>\n',
    );
  });

  it('of this site have sizes that fit the text, 360° ones a link to the viewer', () => {
    const flat = { width: 2048, height: 1200, widths: [320, 1280], isSphere: false };
    const pictures = new Map([
      ['/flat', flat],
      ['/sphere', { ...flat, height: 1024, isSphere: true }],
    ]);
    const show = (markdown: string) => renderMarkdown(markdown, { pictures });
    expect(show('![A lake](/flat)')).toBe(
      `<p><img src="/flat" srcset="/flat?width=320 320w, /flat?width=1280 1280w, /flat 2048w" sizes="(min-width: 46rem) 42rem, 92vw" width="2048" height="1200" alt="A lake" loading="lazy" decoding="async"></p>\n`,
    );
    expect(show('![A lake](/sphere)')).toMatch(
      /^<p><a href="\/sphere" class="sphere" data-sphere><img .*<\/a><\/p>$/m,
    );
    // A picture inside the author's own link gets no second one.
    expect(show('[![A lake](/sphere)](/help)')).not.toContain('data-sphere');
    expect(show('[a](/help) ![A lake](/sphere)')).toContain('data-sphere');
    expect(show('![A lake](/other)')).not.toContain('srcset');
  });

  it('of other sites become links to them', () => {
    for (const address of ['https://example.org/a.png', '//example.org/a.png']) {
      const html = renderMarkdown(`![A lake](${address})`);
      expect(html).toContain(`<a href="${address}" rel="nofollow noopener">A lake</a>`);
      expect(html).not.toContain('<img');
    }
  });
});

describe('headings', () => {
  const tags = (html: string) => html.match(/<h\d[^>]*>/g);

  it.each([
    ['# a\n\n## b\n\n# c', 2, ['<h2>', '<h3>', '<h2>']],
    ['## a\n\n### b', 2, ['<h2>', '<h3>']],
    ['## a\n\n### b', 3, ['<h3>', '<h4>']],
    ['# a\n\n###### b', 4, ['<h4>', '<h6>']],
  ] as const)('of %j start at level %i', (source, headings, expected) => {
    const html = renderMarkdown(source, { headings });
    expect(tags(html)).toEqual(expected);
    for (const tag of expected) expect(html).toContain(tag.replace('<', '</'));
  });

  it('have unique ids on request', () => {
    const source = '## Ángulo *y* luz!\n\n## Ángulo y luz\n\n## 🙂\n\n## 日本';
    expect(tags(renderMarkdown(source, { anchors: 'post' }))).toEqual([
      '<h2 id="post-angulo-y-luz">',
      '<h2 id="post-angulo-y-luz-1">',
      '<h2 id="post-">',
      '<h2 id="post-日本">',
    ]);
    expect(renderMarkdown(source)).not.toContain('id=');
  });
});

describe('tables', () => {
  it('scroll by themselves, and are aligned without style attributes', () => {
    const html = renderMarkdown('| a | b |\n| :-: | --: |\n| 1 | 2 |');
    expect(html).toContain('<div class="scroll-edge overflow-x-auto" tabindex="0"><table>');
    expect(html).toContain('<th class="text-center">a</th>');
    expect(html).toContain('<td class="text-right">2</td>');
    expect(html).not.toContain('style=');
  });
});
