import { expect, inject, test } from 'vitest';
import { Client } from '../support/servers/client.ts';

const { origin } = inject('stack');

const MEGABYTE = 1024 * 1024;
const TOO_MANY = 1_001;

/** A body with as many differently named fields as its limit allows. */
function fields(): string {
  const names: string[] = [];
  for (let at = 0, size = 0; size < MEGABYTE - 10; at++) {
    const field = `${at.toString(36)}=`;
    size += field.length + 1;
    names.push(field);
  }
  return names.join('&');
}

function parts(count: number): FormData {
  const form = new FormData();
  for (let at = 0; at < count; at++) form.append(`${at}`, '');
  return form;
}

const PATHS = [
  '/contact-us',
  '/es/login',
  '/login/reset',
  '/theme',
  '/language',
  '/api/login',
  '/api/password/reset',
];

test.each(PATHS)('%s refuses a form with thousands of fields', async (path) => {
  const encoded = await new Client(origin).call(path, { body: new URLSearchParams(fields()) });
  expect(encoded.status).toBe(413);
  expect(await new Client(origin).call(path, { body: parts(TOO_MANY) })).toMatchObject({ status: 413 });
});

test('a form with many unknown fields is accepted', async () => {
  const form = parts(TOO_MANY - 2);
  form.append('message', 'hello');
  expect(await new Client(origin).call('/contact-us', { body: form })).toMatchObject({ status: 302 });
});
