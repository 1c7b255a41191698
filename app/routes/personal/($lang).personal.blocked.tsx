import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { TextField } from '#app/components/ui/text-field.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { feesIn } from '#app/marketplace/bookings/ending-costs.server.ts';
import { EndingTerms } from '#app/marketplace/bookings/ending-terms.tsx';
import { blockByName, listBlocked, unblock } from '#app/people/blocks.server.ts';
import { PeopleList } from '#app/people/people-list.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['people'] };

export const meta = personalMeta('blocked.title');

export async function loader({ request }: LoaderFunctionArgs) {
  const done = new URL(request.url).searchParams.get('done');
  return { people: await listBlocked(await requireUser(request)), done };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const intent = form.get('intent') === 'block' ? 'block' : 'unblock';
  const id = z.uuid().safeParse(form.get('id'));
  if (intent === 'block') await blockByName(viewer, textOf(form, 'username'), feesIn(form));
  else if (id.success) await unblock(viewer, id.data);
  throw redirect(`${new URL(request.url).pathname}?done=${intent}`);
});

export { clientAction };

/** Unknown before the person is named; the server refuses a person whom blocking costs fees. */
const NO_COSTS = { fees: [], strikes: 0 };

export default function BlockedPage() {
  const { people, done } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'block', { username: t('blocked.nobody') });
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('blocked.title')}</h1>
      <p className="text-muted">{t('blocked.text')}</p>
      <Success done={done === 'block'}>{t('blocked.done')}</Success>
      <Success done={done === 'unblock'}>{t('blocked.undone')}</Success>
      <RefusedButton refusal={refusal} intents={['unblock']} />
      {people.length === 0 ? (
        <p>{t('blocked.none')}</p>
      ) : (
        <PeopleList
          people={people}
          action={{
            intent: 'unblock',
            text: t('blocked.unblock'),
            label: (username) => t('blocked.unblockLabel', { username }),
          }}
        />
      )}
      <section aria-labelledby="block-somebody" className="grid max-w-sm gap-4 pt-6">
        <h2 id="block-somebody" className="text-xl">
          {t('blocked.add')}
        </h2>
        <PageForm
          key={people.length}
          form={form}
          submit={t('blocked.block')}
          note={t('blocked.emails')}
          variant="secondary"
          instead={{ PRICE_CHANGED: false }}
          unguarded
        >
          <TextField
            label={t('blocked.username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('username')}
          />
          <EndingTerms costs={NO_COSTS} refusal={form.refusal} />
        </PageForm>
      </section>
    </div>
  );
}
