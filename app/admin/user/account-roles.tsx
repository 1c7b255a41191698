import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { RefusedButton } from '#app/forms/page-form.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { Confirm } from '../confirm.tsx';
import { useLabels } from '../labels.ts';
import type { Account } from './roles.server.ts';

type AccountRolesProps = {
  section: 'user' | 'subscription';
  account: Account;
  refusal: Refusal | undefined;
};

/** Buttons that give an account roles or take them, and links to its rows. */
export function AccountRoles({ section, account, refusal }: AccountRolesProps) {
  const { t } = useLabels();
  const { username, urlname, roles } = account;
  const about = (rows: string, field: string) =>
    `/admin/${rows}?${new URLSearchParams({ [field]: username })}`;
  const links = [
    ...(section === 'user' ? [] : [{ to: `/admin/user/${account.id}`, text: t('account.user') }]),
    { to: `/user/${urlname}`, text: t('account.profile') },
    { to: about('review', 'producerId'), text: t('account.reviewsOf') },
    { to: about('review', 'authorId'), text: t('account.reviewsBy') },
    // A user's own page has these beside their rooms.
    ...(section === 'user'
      ? []
      : [
          { to: about('channel', 'hostUserId'), text: t('related.hostUserId') },
          { to: about('channel', 'guestUserId'), text: t('related.guestUserId') },
        ]),
  ];
  // A request to become a streamer concerns only this role.
  const offered = roles.filter(({ name }) => section === 'user' || name === 'PRODUCER');
  return (
    <section aria-label={t('account.title', { username })} className="grid gap-3">
      <RefusedButton refusal={refusal} intents={['giveRole', 'takeRole']} />
      <div className="flex flex-wrap items-center gap-3">
        {offered.map(({ name, id }) => (
          <RoleButton key={name} name={name} held={id !== null} username={username} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5">
        {links.map(({ to, text }) => (
          <li key={to}>
            <LocaleLink to={to} className="inline-block py-2.5 underline underline-offset-2">
              {text}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RoleButtonProps = { name: Account['roles'][number]['name']; held: boolean; username: string };

/** Making someone a streamer takes one tap; making an administrator, or taking a role, asks first. */
function RoleButton({ name, held, username }: RoleButtonProps) {
  const { t } = useLabels();
  if (name === 'PRODUCER' && !held) {
    return (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="giveRole" />
        <Noted note={t('emails.them')}>
          {(id) => (
            <Button type="submit" name="rolename" value={name} variant="secondary" aria-describedby={id}>
              {t('account.give.PRODUCER')}
            </Button>
          )}
        </Noted>
      </Form>
    );
  }
  const verb = held ? 'take' : 'give';
  const question = name === 'PRODUCER' ? 'takePRODUCER' : held ? 'takeADMIN' : 'giveADMIN';
  return (
    <Confirm
      name={question}
      trigger={t(`account.${verb}.${name}`)}
      title={t(`account.asks.${question}.title`, { username })}
      text={t(`account.asks.${question}.text`)}
      yes={t(`account.${verb}.${name}`)}
      no={t('cancel')}
      fields={{ intent: `${verb}Role`, rolename: name }}
    />
  );
}
