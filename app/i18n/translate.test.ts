import { describe, expect, it, vi } from 'vitest';
import type { Catalogue } from './catalogues.ts';
import { setSiteName } from './site-name.ts';
import { siteSlug } from './site-slug.ts';
import { translator } from './translate.ts';

const catalogue: Catalogue = {
  close: 'Close',
  header: { menu: 'Menu' },
  footer: { copyright: '© {{year}} {{name}}' },
  loading_one: '{{count}} second',
  loading_other: '{{count}} seconds',
};
const t = translator<'common'>('en', catalogue);

describe('translator', () => {
  it('finds texts by dotted path', () => {
    expect(t('close')).toBe('Close');
    expect(t('header.menu')).toBe('Menu');
  });

  it('inserts values, and leaves placeholders without a value unchanged', () => {
    expect(t('footer.copyright', { year: 2026 })).toBe('© 2026 {{name}}');
    expect(t('footer.copyright', { year: '2026', name: '$& <b>' })).toBe('© 2026 $& <b>');
  });

  it('chooses the language’s plural form', () => {
    expect(t('loading', { count: 1 })).toBe('1 second');
    expect(t('loading', { count: 0 })).toBe('0 seconds');
    expect(translator<'common'>('es', catalogue)('loading', { count: 1_000_000 })).toBe('1000000 seconds');
  });

  it('renders a missing key as itself, and logs an error that page tests detect', () => {
    const report = vi.spyOn(console, 'error').mockReturnValue();
    expect(translator<'common'>('en', {})('header.menu')).toBe('header.menu');
    expect(report).toHaveBeenCalledExactlyOnceWith('There is no text for header.menu');
    report.mockRestore();
  });

  it('accepts only keys of the English texts, at compile time', () => {
    const known: 'menu' | 'account' = 'menu';
    expect(t(`header.${known}`)).toBe('Menu');
    const none = () => {
      // @ts-expect-error: there is no such text
      t('header.nothing');
      // @ts-expect-error: the key is not a literal
      t(`header.${String(known)}`);
    };
    expect(none).toBeTypeOf('function');
  });
});

it.each([
  ['Panocall', 'panocall'],
  ['Vistas de mañana & más', 'vistas-de-manana-mas'],
  ['全景', 'site'],
])('names a site called %s in texts, and files of it %s', (name, slug) => {
  setSiteName(name);
  const text = translator<'common'>('en', { close: '{{site}}: {{name}}' });
  expect(text('close')).toBe(`${name}: {{name}}`);
  expect(text('close', { name: '{{site}}' })).toBe(`${name}: {{site}}`);
  expect(siteSlug()).toBe(slug);
  setSiteName('Panocall');
});
