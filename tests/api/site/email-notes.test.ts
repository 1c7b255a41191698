import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let admin: Person;
let member: Person;
beforeAll(async () => {
  site = await startSite();
  [admin, member] = [await person(site.db, ['ADMIN']), await person(site.db)];
});
afterAll(() => site.stop());

/** The descriptions of a page's buttons with this label, without those that have none. */
async function notesOf(path: string, as: Person | null, label: string): Promise<string[]> {
  const { status, bytes } = await send(site, path, { as });
  expect([path, status]).toEqual([path, 200]);
  const html = String(bytes);
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].filter(([, , content = '']) =>
    content.replace(/<[^>]*>/g, '').includes(label),
  );
  expect([path, label, buttons.length]).not.toEqual([path, label, 0]);
  return buttons.flatMap(([, attributes = '']) => {
    const [, id] = /aria-describedby="([^"]+)"/.exec(attributes) ?? [];
    const at = id === undefined ? -1 : html.indexOf(`<p id="${id}"`);
    return at < 0 ? [] : [/>([^<]*)</.exec(html.slice(at))?.[1] ?? ''];
  });
}

it('buttons that send an email are described by whom it goes to', async () => {
  const user = `/admin/user/${member.id}`;
  const expected: [string, Person | null, string, string][] = [
    ['/login', null, 'Sign up', 'Emails you a link to confirm your address.'],
    ['/es/login', null, 'Registrarme', 'Te envía un correo con un enlace para confirmar tu dirección.'],
    ['/earn-money', null, 'Sign up', 'Emails the administrators, and you once your address is confirmed.'],
    ['/personal/account', member, 'Change password', 'You get an email about it.'],
    [
      '/personal/account',
      member,
      'Delete my account for good',
      'Emails you that it is done, and the people whose bookings it cancels.',
    ],
    ['/admin/user/new', admin, 'Create', 'Emails them an invitation to choose a password.'],
    [user, admin, 'Save', 'If you change the email address, the old and the new one get an email.'],
    [user, admin, 'Make streamer', 'Emails them.'],
    [
      user,
      admin,
      'Suspend this account',
      'Emails them the reason, and the people whose bookings with them it cancels.',
    ],
  ];
  for (const [path, as, label, note] of expected)
    expect([path, label, await notesOf(path, as, label)]).toEqual([path, label, [note]]);
});

it('a button that sends none is not described so', async () => {
  expect(await notesOf('/admin/city/new', admin, 'Create')).toEqual([]);
});
