import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const app = new URL('../', import.meta.url);

it('every link within the site changes the page with a transition', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const without = files.filter((file) => {
    const source = readFileSync(new URL(file, app), 'utf8');
    const isRouters = /import \{[^}]*\b(Nav)?Link\b[^}]*\} from '@remix-run\/react'/.test(source);
    return isRouters && /<(Nav)?Link\s+(?!\s|viewTransition\b)/.test(source);
  });
  expect(without).toEqual([]);
});
