import { expect, it } from 'vitest';
import { ADMIN_ENTITIES } from './admin-entity.server.ts';
import { GROUPS } from './sections.ts';

const sections: string[] = GROUPS.flatMap((group) => [...group.sections]);

it('leads to each section once', () => {
  const all = [...ADMIN_ENTITIES.map(({ name }) => name), 'jobs', 'testing'];
  expect(sections.toSorted()).toEqual(all.toSorted());
});

it('keeps the order of the specification', () => {
  const order = [
    ...['user', 'role', 'city', 'inquiry', 'parameter', 'channel'],
    ...['review', 'blog', 'fragment', 'subscription', 'testing'],
  ];
  expect(sections.filter((section) => order.includes(section))).toEqual(order);
});
