import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { keyedRoomSchema } from '#protocol/keyed-room.ts';
import { personSchema } from '#protocol/person.ts';
import { fileSchema } from '#protocol/relayed.ts';
import { MessageText } from './message-text.tsx';

const nameOf = (name: string) => fileSchema.parse({ name, size: 1, type: '' }).name;

it.each([
  ['a change of direction', 'invoice\u202Efdp.exe', 'invoice�fdp.exe'],
  ['an isolate', 'a\u2067b\u2069.txt', 'a�b�.txt'],
  ['a zero-width space', 'a\u200B.txt', 'a�.txt'],
  ['a joiner that joins nothing', 'a \u200D.txt', 'a �.txt'],
  ['a line break', 'a\nb\u2028c.txt', 'a�b�c.txt'],
  ['a filler', 'a\u3164.txt', 'a�.txt'],
  ['a tag', 'a\u{E0041}.txt', 'a�.txt'],
])("a file's name shows %s", (_what, name, shown) => {
  expect(nameOf(name)).toBe(shown);
});

it.each([
  'report.pdf',
  'صورة.jpg',
  'می\u200Cخواهم.txt',
  'ශ්\u200Dරී.txt',
  '👩\u200D👩\u200D👧 ❤️.png',
  'año 2027.mp4',
])('%s stays as it is', (name) => {
  expect(nameOf(name)).toBe(name);
});

it("shows them in people's names, with and without an account", () => {
  const shown = 'Ana�';
  const person = { id: crypto.randomUUID(), languages: [], avatar: '', profile: null, reviewable: false };
  expect(personSchema.parse({ ...person, name: 'Ana\u202E' }).name).toBe(shown);
  const room = { id: person.id, returnUrl: null, projection: null, quality: null, origins: [] };
  const names = { hostName: 'Ana\u202E', guestName: null };
  expect(keyedRoomSchema.parse({ ...room, ...names })).toMatchObject({ hostName: shown, guestName: null });
});

it("isolates a message's link from the direction of the text around it", () => {
  const text = 'see \u202E https://a.example/gpj.exe';
  expect(renderToStaticMarkup(<MessageText text={text} />)).toContain(
    '<bdi dir="ltr">https://a.example/gpj.exe</bdi>',
  );
});
