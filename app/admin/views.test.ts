import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod';
import { ADMIN_ENTITIES } from './admin-entity.server.ts';

describe.each(ADMIN_ENTITIES.map((entity) => [entity.name, entity] as const))(
  'the view of %s',
  (_, { view, schema, filters, relatedFilters }) => {
    const namesOf = (parts: readonly { name: string }[]) => parts.map(({ name }) => name).sort();
    const row = Object.keys(schema.row.shape);

    it('has one form field for each writable field', () => {
      expect(namesOf(view.fields)).toEqual(Object.keys(schema.create?.shape ?? {}).sort());
    });

    it('shows only fields that rows have', () => {
      for (const { name } of [...view.title, ...view.columns, ...view.facts]) expect(row).toContain(name);
    });

    it('filters lists only by filterable fields', () => {
      const known = [...(filters ?? []), ...Object.keys(relatedFilters ?? {})];
      for (const { name } of view.filters) expect(known).toContain(name);
    });

    it('offers the existing values', () => {
      for (const field of view.fields) {
        if (field.kind !== 'choice' && field.kind !== 'choices') continue;
        const value = (option: string) => (field.kind === 'choices' ? [option] : option);
        for (const option of field.options) {
          const part = schema.create?.shape[field.name];
          expect([option, part && safeParse(part, value(option)).success]).toEqual([option, true]);
        }
      }
    });
  },
);
