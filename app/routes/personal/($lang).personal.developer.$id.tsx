import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { confirmedBy } from '#app/accounts/passwords/confirmation.server.ts';
import { Section } from '#app/components/page/section.tsx';
import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { changeWebhook } from '#app/developers/forms.server.ts';
import { NewSecret } from '#app/developers/new-secret.tsx';
import { DeliveryLog } from '#app/developers/webhooks/delivery-log.tsx';
import { webhookWithLog } from '#app/developers/webhooks/webhooks.server.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';

export const handle: PageHandle = { i18n: ['api'] };

export const meta = personalMeta('nav.developer');

const idIn = (params: LoaderFunctionArgs['params']): string => z.uuid().catch('').parse(params.id);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const webhook = await webhookWithLog(viewer, idIn(params)).catch(orNotFound);
  return { webhook, done: new URL(request.url).searchParams.get('done') };
}

export const action = formAction(async ({ request, params, form }) => {
  const viewer = await confirmedBy(form, await requireUser(request));
  const { pathname } = new URL(request.url);
  const result = await changeWebhook(viewer, idIn(params), form);
  if ('secret' in result) return result;
  const { done } = result;
  const isGone = done === 'deleteWebhook';
  throw redirect(
    isGone ? `${pathname.replace(/\/[^/]+$/, '')}?done=${done}#webhooks` : `${pathname}?done=${done}`,
  );
});

export { clientAction };

const INTENTS = ['sendAgain', 'switchOn', 'switchOff', 'deleteWebhook'] as const;

/** Page of a webhook with its log. */
export default function WebhookPage() {
  const { webhook, done } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refusal = result && 'code' in result ? result : undefined;
  const { t } = useTranslation('api');
  const time = useLongMoment();
  const { url, events, enabled, failingSince, deliveries } = webhook;
  const toggle = enabled ? 'switchOff' : 'switchOn';
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <LocaleLink to="/personal/developer" className="underline underline-offset-2">
          {t('title')}
        </LocaleLink>
        <h1 className="text-3xl wrap-anywhere">{url}</h1>
        <p className="text-muted">{events.join(', ')}</p>
      </div>
      {failingSince && (
        <Alert tone="error">
          {t(enabled ? 'webhook.failingSince' : 'webhook.offSince', {
            when: time(failingSince),
          })}
        </Alert>
      )}
      <RefusedButton refusal={refusal} intents={[...INTENTS]} />
      {INTENTS.map((intent) => (
        <Success key={intent} done={done === intent}>
          {intent !== 'deleteWebhook' && t(`webhook.done.${intent}`)}
        </Success>
      ))}
      <Form method="post" className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value={toggle} variant="secondary">
          {t(`webhook.${toggle}`)}
        </Button>
        <Button type="submit" name="intent" value="deleteWebhook" variant="secondary">
          {t('webhook.delete')}
        </Button>
      </Form>
      <Section id="secret" title={t('webhook.secret')}>
        <p className="text-muted">{t('webhook.secretText')}</p>
        {result && 'secret' in result && (
          <NewSecret title={t('webhook.secret')} note={t('webhook.shown')} secret={result.secret} />
        )}
        <PageForm
          form={formState(refusal, 'showSecret', {})}
          submit={t('webhook.show')}
          variant="secondary"
          unguarded
        />
      </Section>
      <Section id="log" title={t('log.title')}>
        <p className="text-muted">{t('log.text')}</p>
        <DeliveryLog deliveries={deliveries} enabled={enabled} />
      </Section>
    </div>
  );
}
