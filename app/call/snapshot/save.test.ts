import { expect, test } from 'vitest';
import { fileName } from './save.ts';

test("A file's name tells what it shows, and when", () => {
  const at = new Date(2026, 10, 23, 9, 5, 7);
  expect(fileName('view', at)).toBe('panocall-2026-11-23-09-05-07.jpg');
  expect(fileName('sphere', at)).toBe('panocall-360-2026-11-23-09-05-07.jpg');
  expect(fileName('sphere', at, 'mp4')).toBe('panocall-360-2026-11-23-09-05-07.mp4');
});
