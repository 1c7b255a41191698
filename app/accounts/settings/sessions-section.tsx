import { Form } from '@remix-run/react';
import { Section } from '#app/components/page/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { RefusedButton } from '#app/forms/page-form.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { longTime } from '#app/i18n/long-date.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ShownSession = {
  id: string;
  /** Null if unknown. */
  device: string | null;
  /** That its login came from. */
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
};

/** The user's sessions; all but the current one can be ended. */
export function Sessions({
  sessions,
  current,
  ended,
  refusal,
}: {
  sessions: ShownSession[];
  current: string;
  ended: boolean;
  refusal: Refusal | undefined;
}) {
  const { t, language } = useTranslation('personal');
  const time = longTime(language);
  return (
    <Section id="sessions" title={t('account.sessions.title')}>
      <RefusedButton refusal={refusal} intents={['endSession', 'endOthers']} />
      <Success done={ended}>{t('account.sessions.ended')}</Success>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device: known, address, createdAt, lastSeenAt }) => {
          const device = known ?? t('account.sessions.unknown');
          return (
            <li key={id} className="flex items-center gap-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold wrap-anywhere">{device}</p>
                <p className="text-sm text-muted">
                  {id === current
                    ? t('account.sessions.current')
                    : t('account.sessions.seen', { when: time.format(lastSeenAt) })}
                </p>
                <p className="text-sm text-muted wrap-anywhere">
                  {t(address ? 'account.sessions.opened' : 'account.sessions.openedAt', {
                    when: time.format(createdAt),
                    address: address ?? '',
                  })}
                </p>
              </div>
              {id !== current && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="endSession" />
                  <Button
                    type="submit"
                    name="id"
                    value={id}
                    variant="quiet"
                    aria-label={t('account.sessions.endLabel', { device })}
                  >
                    {t('account.sessions.end')}
                  </Button>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="endOthers" variant="secondary">
            {t('account.sessions.endOthers')}
          </Button>
        </Form>
      )}
    </Section>
  );
}
