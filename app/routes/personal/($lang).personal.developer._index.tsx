import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmedBy } from '#app/accounts/passwords/confirmation.server.ts';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { changeAccess } from '#app/developers/forms.server.ts';
import { KeyForm } from '#app/developers/keys/key-form.tsx';
import { KeyList } from '#app/developers/keys/key-list.tsx';
import { listKeys } from '#app/developers/keys/new-key.server.ts';
import { NewSecret } from '#app/developers/new-secret.tsx';
import { WebhookForm, WebhookList } from '#app/developers/webhooks/webhook-list.tsx';
import { listWebhooks } from '#app/developers/webhooks/webhooks.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['api'] };

export const meta = personalMeta('nav.developer');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const [keys, webhooks] = await Promise.all([listKeys(viewer.id), listWebhooks(viewer.id)]);
  return { keys, webhooks, done: new URL(request.url).searchParams.get('done') };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await confirmedBy(form, await requireUser(request));
  const result = await changeAccess(viewer, form, originOf(request));
  if ('secret' in result) return result;
  throw redirect(`${new URL(request.url).pathname}?done=${result.done}#keys`);
});

export { clientAction };

/** Page of the user's API keys and webhooks. */
export default function DeveloperPage() {
  const { keys, webhooks, done } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refusal = result && 'code' in result ? result : undefined;
  const secret = result && 'secret' in result ? result.secret : null;
  const { t } = useTranslation('api');
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl">{t('title')}</h1>
        <p className="text-muted">
          {t('text')}{' '}
          <a href="/api" className="underline">
            {t('docs')}
          </a>
        </p>
      </div>
      {done === 'reset' && <Alert tone="info">{t('afterReset')}</Alert>}
      <Section id="keys" title={t('key.title')}>
        <p className="text-muted">{t('key.text')}</p>
        <RefusedButton refusal={refusal} intents={['revokeKey']} />
        <Success done={done === 'revokeKey'}>{t('key.revoked')}</Success>
        {secret?.of === 'key' && <NewSecret title={t('key.new')} note={t('once')} secret={secret.value} />}
        <KeyList keys={keys} />
        <h3 className="pt-4 text-lg">{t('key.add')}</h3>
        {/* The key resets the form after each key created. */}
        <KeyForm key={keys.length} refusal={refusal} />
      </Section>
      <Section id="webhooks" title={t('webhook.title')}>
        <p className="text-muted">{t('webhook.text')}</p>
        <Success done={done === 'deleteWebhook'}>{t('webhook.deleted')}</Success>
        {secret?.of === 'webhook' && (
          <NewSecret title={t('webhook.new')} note={t('webhook.shown')} secret={secret.value} />
        )}
        <WebhookList webhooks={webhooks} />
        <h3 className="pt-4 text-lg">{t('webhook.add')}</h3>
        <WebhookForm key={webhooks.length} refusal={refusal} />
      </Section>
    </div>
  );
}
