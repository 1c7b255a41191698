import { Form } from '@remix-run/react';
import { Section } from '#app/components/page/section.tsx';
import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { Button } from '#app/components/ui/button.tsx';
import { RefusedButton } from '#app/forms/page-form.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { SessionList } from './session-list.tsx';
import type { ShownSession } from './shown-sessions.server.ts';

/** The user's sessions; all except the current one can be ended. */
export function Sessions({
  sessions,
  ended,
  refusal,
}: {
  sessions: ShownSession[];
  ended: boolean;
  refusal: Refusal | undefined;
}) {
  const { t } = useTranslation('personal');
  const time = useLongMoment();
  return (
    <Section id="sessions" title={t('account.sessions.title')}>
      <RefusedButton refusal={refusal} intents={['endSession', 'endOthers']} />
      <Success done={ended}>{t('account.sessions.ended')}</Success>
      <SessionList
        sessions={sessions}
        unknown={t('account.sessions.unknown')}
        linesOf={({ current, address, createdAt, lastSeenAt }) => [
          current ? t('account.sessions.current') : t('account.sessions.seen', { when: time(lastSeenAt) }),
          t(address ? 'account.sessions.opened' : 'account.sessions.openedAt', {
            when: time(createdAt),
            address: address ?? '',
          }),
        ]}
        end={t('account.sessions.end')}
        endLabel={(device) => t('account.sessions.endLabel', { device })}
      />
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
