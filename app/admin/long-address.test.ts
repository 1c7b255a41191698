import { expect, it } from 'vitest';
import { longAddress } from './long-address.ts';

it('adds /admin to the short addresses of the administration, in either language', () => {
  for (const path of ['/role', '/parameter/1', '/channel', '/review/a%2Fb', '/subscription/', '/testing'])
    expect([longAddress(path), longAddress(`/es${path}`)]).toEqual([`/admin${path}`, `/es/admin${path}`]);
});

it.each(['/', '/es', '/testing/1', '/role/1/2', '/roles', '/city', '/admin/role', '/x/role', '/fr/role'])(
  'leaves %s alone',
  (path) => expect(longAddress(path)).toBeNull(),
);
