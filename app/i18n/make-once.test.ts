import { expect, it, vi } from 'vitest';
import { makeOnce } from './make-once.ts';

it('calls its function once per list of arguments', () => {
  const make = vi.fn((language: string, digits: number) => ({ language, digits }));
  const made = makeOnce(make);
  expect(made('en', 2)).toEqual({ language: 'en', digits: 2 });
  expect(made('en', 2)).toBe(made('en', 2));
  expect(made('es', 2)).toEqual({ language: 'es', digits: 2 });
  expect(made('en', 0)).toEqual({ language: 'en', digits: 0 });
  expect(make).toHaveBeenCalledTimes(3);
});
