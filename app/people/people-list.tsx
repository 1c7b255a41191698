import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { Avatar } from '#app/pictures/avatar/avatar.tsx';

type ListedPerson = {
  id: string;
  username: string;
  urlname: string;
  avatarKey: string | null;
  shown: boolean;
};

type PeopleListProps = {
  people: ListedPerson[];
  /** Removes a person from the list. */
  action: { intent: string; text: string; label(username: string): string };
  /** Text for people whose profile is not visible. */
  hidden?: string;
};

export function PeopleList({ people, action, hidden }: PeopleListProps) {
  return (
    <ul className="divide-y divide-line">
      {people.map(({ id, username, urlname, avatarKey, shown }) => (
        <li key={id} className="flex items-center gap-4 py-3">
          <Avatar userId={id} avatarKey={avatarKey} side={50} />
          <div className="min-w-0 flex-1">
            {shown ? (
              <LocaleLink to={`/user/${urlname}`} className="font-semibold wrap-anywhere underline">
                {username}
              </LocaleLink>
            ) : (
              <p className="font-semibold wrap-anywhere">{username}</p>
            )}
            {!shown && hidden && <p className="text-sm text-muted">{hidden}</p>}
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={action.intent} />
            <Button
              type="submit"
              name="id"
              value={id}
              variant="secondary"
              aria-label={action.label(username)}
            >
              {action.text}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
