import { expect, it } from 'vitest';
import { newApiKey } from './schema.ts';

const originsOf = (origin: string) =>
  newApiKey.safeParse({ name: 'Shop', scopes: ['room:create'], origins: [origin] }).data?.origins;

it.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://ñandú.example/', 'https://xn--and-6ma2c.example'],
  ['https://Shop.example:8443', 'https://shop.example:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
])('%s is an origin', (typed, origin) => {
  expect(originsOf(typed)).toEqual([origin]);
});

it.each([
  'https://*.example',
  'https://*',
  'https://shop.example/a',
  'http://shop.example',
  "https://a'.example",
  '*',
])('refuses %s', (typed) => {
  expect(originsOf(typed)).toBeUndefined();
});
