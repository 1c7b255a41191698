import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('has only fields that differ, except those that always do', () => {
  const at = new Date('2026-05-06T07:08:09Z');
  const before = { id: '1', version: 1, updatedAt: at, name: 'A', tags: ['x'], seenAt: at, note: null };
  const after = { ...before, version: 2, updatedAt: new Date(), name: 'B', tags: ['x', 'y'], note: '' };
  expect(changedFields(before, after)).toEqual({
    before: { name: 'A', tags: ['x'] },
    after: { name: 'B', tags: ['x', 'y'] },
  });
  expect(changedFields(null, before)).toEqual({
    before: null,
    after: { name: 'A', tags: ['x'], seenAt: '2026-05-06T07:08:09.000Z' },
  });
  expect(changedFields(before, before)).toEqual({ before: {}, after: {} });
});

it('hides values of hidden fields, but not that they changed', () => {
  const [before, after] = [{ email: 'a@example.org' }, { email: 'b@example.org' }];
  expect(changedFields(before, after, ['email'])).toEqual({
    before: { email: '***' },
    after: { email: '***' },
  });
  expect(changedFields({ email: null }, after, ['email'])).toEqual({ before: {}, after: { email: '***' } });
});

it('cuts long texts to the part where they differ', () => {
  const start = 'x'.repeat(2000);
  const cut = changedFields({ body: `${start}old end` }, { body: `${start}new end` });
  expect(cut).toEqual({
    before: { body: `…${'x'.repeat(100)}old end` },
    after: { body: `…${'x'.repeat(100)}new end` },
  });
  expect(changedFields({ body: start }, { body: '' }).before).toEqual({ body: `${'x'.repeat(500)}…` });
});

it('contains no unpaired surrogates, which PostgreSQL refuses', () => {
  const { after } = changedFields(null, { half: '\ud83d', cut: `x${'🙂'.repeat(300)}` });
  expect(JSON.stringify(after)).not.toMatch(/\\ud/);
});
