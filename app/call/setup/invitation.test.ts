import { expect, it } from 'vitest';
import { roomCodeSchema, strangeCharacters } from '#protocol/room-code.ts';
import { readInvitation } from './invitation.ts';

const SECRET = 'abcdefghijklmnopqrstuv';

it.each([
  ['a code', 'k7m 4qx 9tr', null],
  ['a code with other dashes', ' K7M–4QX—9TR. ', null],
  ['a link', `https://call.example/room/guest/K7M4QX9TR#${SECRET}`, SECRET],
  ['a link without its secret', 'https://call.example/room/guest/K7M4QX9TR', null],
  [
    'a Spanish link with a query',
    `https://other.example/es/room/guest/K7M4QX9TR?skip=true#${SECRET}`,
    SECRET,
  ],
  ['a message', `Join my call: http://localhost:8002/room/guest/K7M4QX9TR#${SECRET}\nBye`, SECRET],
])('reads %s', (_, text, secret) => {
  const { code, ...read } = readInvitation(text);
  expect({ code: roomCodeSchema.parse(code), ...read }).toEqual({ code: 'K7M4QX9TR', secret });
});

it.each(['https://call.example/room/host/K7M4QX9TR', 'https://call.example/blog', 'K7M4QX9T', ''])(
  'finds no code in “%s”',
  (text) => expect(roomCodeSchema.safeParse(readInvitation(text).code).success).toBe(false),
);

it('names the characters that are in no code', () => {
  expect(strangeCharacters('k7o-4qx-9oi')).toEqual(['O', 'I']);
  expect(strangeCharacters('K7M-4QX')).toEqual([]);
});
