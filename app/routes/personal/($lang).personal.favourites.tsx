import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { buttonClass } from '#app/components/ui/button.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { listFavourites, removeFavourite } from '#app/people/favourites.server.ts';
import { PeopleList } from '#app/people/people-list.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';

export const meta = personalMeta('favourites.title');

export async function loader({ request }: LoaderFunctionArgs) {
  const done = new URL(request.url).searchParams.get('done');
  return { people: await listFavourites(await requireUser(request)), done };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const id = z.uuid().safeParse(form.get('id'));
  if (id.success) await removeFavourite(viewer, id.data);
  throw redirect(`${new URL(request.url).pathname}?done=remove`);
});

export { clientAction };

export default function FavouritesPage() {
  const { people, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('personal');
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('favourites.title')}</h1>
      <Success done={done === 'remove'}>{t('favourites.removed')}</Success>
      <RefusedButton refusal={refusal} intents={['remove']} />
      {people.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p>{t('favourites.none')}</p>
          <LocaleLink to="/user" className={buttonClass()}>
            {t('favourites.find')}
          </LocaleLink>
        </div>
      ) : (
        <PeopleList
          people={people}
          hidden={t('favourites.hidden')}
          action={{
            intent: 'remove',
            text: t('favourites.remove'),
            label: (username) => t('favourites.removeLabel', { username }),
          }}
        />
      )}
    </div>
  );
}
