import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { clientAction } from './client-action.ts';

/** Action data a page gets for a form whose request ends like this. */
async function send(serverAction: () => Promise<unknown>): Promise<unknown> {
  const body = new URLSearchParams({ intent: 'profile', firstName: 'Ana', newPassword: 'secret' });
  const request = new Request('http://here.invalid/personal/profile', { method: 'POST', body });
  // As in the browser, the sender reads the request's body.
  const args = {
    request,
    params: {},
    serverAction: () => request.formData().then(serverAction),
  };
  const answer = await clientAction(args);
  return answer instanceof Response ? answer.json() : answer;
}

const failing = (error: unknown) => () => Promise.reject(error);

it.each([
  ['NO_CONNECTION', new TypeError('Failed to fetch')],
  ['NO_CONNECTION', new TypeError('NetworkError when attempting to fetch resource.')],
  ['NO_CONNECTION', new TypeError('Load failed')],
  ['UNAVAILABLE', new Error('Unable to decode turbo-stream response from URL: /personal/profile.data')],
  ['SERVER_ERROR', new Error('Unexpected Server Error')],
  ['NOT_SIGNED_IN', Response.redirect('http://here.invalid/login?redirectTo=%2F&loggedOut=')],
])('returns a refusal with the submitted values: %s', async (code, error) => {
  expect(await send(failing(error))).toEqual({
    form: 'profile',
    code,
    problems: {},
    typed: { intent: ['profile'], firstName: ['Ana'] },
    theirs: null,
  });
});

it('does not send a body the server would refuse unread', async () => {
  const text = 'a'.repeat(1024 * 1024);
  const body = new URLSearchParams({ intent: 'save', text });
  const request = new Request('http://here.invalid/admin/blog/new', { method: 'POST', body });
  const answer = await clientAction({ request, serverAction: () => Promise.reject(new Error('sent')) });
  const refusal = { form: 'save', code: 'TOO_LARGE', typed: { text: [text] } };
  expect(answer instanceof Response && (await answer.json())).toMatchObject(refusal);
});

it("passes the server's answer through", async () => {
  expect(await send(async () => 'refused')).toBe('refused');
  const elsewhere = Response.redirect('http://here.invalid/personal/profile?done=profile');
  await expect(send(failing(elsewhere))).rejects.toBe(elsewhere);
});

it('is exported by every page with forms', async () => {
  const without: string[] = [];
  for await (const path of glob('app/routes/*/*.tsx')) {
    const source = await readFile(path, 'utf8');
    if (/\bformAction\(/.test(source) && !source.includes('export { clientAction };')) without.push(path);
  }
  expect(without).toEqual([]);
});
