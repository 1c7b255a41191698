import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { EVENT_NAMES } from './events.ts';
import type { listWebhooks } from './webhooks.server.ts';

type ShownWebhook = Pick<
  Awaited<ReturnType<typeof listWebhooks>>[number],
  'id' | 'url' | 'events' | 'enabled'
> & {
  failingSince: Date | null;
};

/** The viewer's webhooks, each with a link to its log. */
export function WebhookList({ webhooks }: { webhooks: ShownWebhook[] }) {
  const { t } = useTranslation('api');
  if (webhooks.length === 0) return <p className="text-muted">{t('webhook.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {webhooks.map(({ id, url, events, enabled, failingSince }) => (
        <li key={id} className="py-3">
          <p className="font-semibold wrap-anywhere">
            <LocaleLink to={`/personal/developer/${id}`} className="underline underline-offset-2">
              {url}
            </LocaleLink>
          </p>
          <p className="text-sm text-muted">{events.join(', ')}</p>
          <p className="text-sm text-muted">
            {t(enabled ? (failingSince ? 'webhook.failing' : 'webhook.on') : 'webhook.off')}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Form for a new webhook. */
export function WebhookForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useTranslation('api');
  const form = formState(refusal, 'createWebhook', {
    url: t('webhook.urlWrong'),
    events: t('webhook.eventsWrong'),
  });
  const events = form.wrong('events');
  return (
    <PageForm
      form={form}
      submit={t('webhook.create')}
      note={t('emailsYou')}
      variant="secondary"
      instead={{ FORBIDDEN: t('confirmEmail'), WRONG_STATE: t('webhook.tooMany') }}
    >
      <TextField
        label={t('webhook.url')}
        hint={t('webhook.urlHint')}
        type="url"
        autoComplete="off"
        {...form.text('url')}
      />
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-semibold">{t('webhook.events')}</legend>
        {EVENT_NAMES.map((name, at) => (
          <Checkbox
            key={name}
            {...form.choice('events', name, EVENT_NAMES)}
            error={at === EVENT_NAMES.length - 1 ? events.error : undefined}
          >
            <code>{name}</code>
          </Checkbox>
        ))}
      </fieldset>
    </PageForm>
  );
}
