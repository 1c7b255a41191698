import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NO_PAGES, PAGES } from './pages.ts';

it('the walk lists every page, and no others', () => {
  const all = readdirSync('app/routes', { recursive: true, withFileTypes: true });
  const files = all.map(({ name }) => name).filter((name) => /^\(\$lang\)|\.tsx$/.test(name));
  const routes = files.map((file) => file.replace(/^\(\$lang\)\.?/, '').replace(/\.?tsx?$/, ''));
  expect([...Object.keys(PAGES), ...NO_PAGES].toSorted()).toEqual(routes.toSorted());
});
