import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NO_PAGES, PAGES } from './pages.ts';

it('the walk names every page, and none that is gone', () => {
  const files = readdirSync('app/routes').filter((file) => /^\(\$lang\)|\.tsx$/.test(file));
  const routes = files.map((file) => file.replace(/^\(\$lang\)\.?/, '').replace(/\.?tsx?$/, ''));
  expect([...Object.keys(PAGES), ...NO_PAGES].toSorted()).toEqual(routes.toSorted());
});
