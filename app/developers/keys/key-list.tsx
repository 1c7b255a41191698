import { Form } from '@remix-run/react';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { listKeys } from './new-key.server.ts';

export type ShownKey = Awaited<ReturnType<typeof listKeys>>[number];

/** The viewer's keys; valid ones can be revoked. */
export function KeyList({ keys }: { keys: ShownKey[] }) {
  const { t } = useTranslation('api');
  const date = useLongDate();
  if (keys.length === 0) return <p className="text-muted">{t('key.none')}</p>;
  const usageOf = ({ lastUsedAt }: ShownKey) =>
    lastUsedAt ? t('key.used', { date: date(lastUsedAt) }) : t('key.unused');
  const endOf = ({ isGood, revokedAt, expiresAt }: ShownKey) => {
    if (revokedAt) return t('key.revokedOn', { date: date(revokedAt) });
    if (expiresAt) return t(isGood ? 'key.expires' : 'key.expired', { date: date(expiresAt) });
    return t('key.lasts');
  };
  return (
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex items-center gap-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">
              {key.name} <code className="font-normal text-muted">{key.prefix}…</code>
            </p>
            <p className="text-sm text-muted">{key.scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</p>
            {key.origins.length > 0 && (
              <p className="text-sm text-muted wrap-anywhere">{key.origins.join(', ')}</p>
            )}
            <p className="text-sm text-muted">
              {usageOf(key)} · {endOf(key)}
            </p>
          </div>
          {key.isGood && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="revokeKey" />
              <Button
                type="submit"
                name="id"
                value={key.id}
                variant="quiet"
                aria-label={t('key.revokeOf', { name: key.name })}
              >
                {t('key.revoke')}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
