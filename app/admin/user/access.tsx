import { Form } from '@remix-run/react';
import { SessionList } from '#app/accounts/settings/session-list.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useLabels } from '../labels.ts';
import type { Access } from './access.server.ts';

type AccessProps = { access: Access; refusal: Refusal | undefined };

/** A user's suspension and sessions. */
export function AccountAccess({ access, refusal }: AccessProps) {
  const { t } = useLabels();
  return (
    <section aria-labelledby="access" className="grid gap-5 border-t border-line pt-6">
      <h2 id="access" className="text-lg">
        {t('access.title')}
      </h2>
      {access.suspendedAt ? <Suspended access={access} since={access.suspendedAt} /> : null}
      <RefusedButton refusal={refusal} intents={['lift', 'endSession', 'endSessions']} />
      {!access.own && !access.suspendedAt && <SuspendForm refusal={refusal} />}
      <Sessions access={access} />
    </section>
  );
}

function Suspended({ access, since }: { access: Access; since: Date }) {
  const { t, instant } = useLabels();
  return (
    <div className="grid gap-3">
      <Alert tone="info">
        <span>
          <strong>{t('access.since', { when: instant(since.toISOString()) })}</strong>
          <br />
          {access.reason}
        </span>
      </Alert>
      <Form method="post" preventScrollReset>
        <Noted note={t('emails.them')}>
          {(id) => (
            <Button type="submit" name="intent" value="lift" variant="secondary" aria-describedby={id}>
              {t('access.lift')}
            </Button>
          )}
        </Noted>
      </Form>
    </div>
  );
}

function SuspendForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useLabels();
  const form = formState(refusal, 'suspend', {
    reason: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('access.reasonLong', { max: limit }) : t('access.reasonMissing'),
  });
  return (
    <PageForm
      form={form}
      submit={t('access.suspend')}
      note={t('emails.suspension')}
      variant="secondary"
      instead={{ IN_USE: t('access.last') }}
    >
      <p className="max-w-prose text-muted">{t('access.text')}</p>
      <TextArea
        label={t('access.reason')}
        hint={t('access.hint')}
        rows={3}
        maxLength={500}
        className="max-w-2xl"
        {...form.text('reason')}
      />
    </PageForm>
  );
}

function Sessions({ access: { sessions } }: { access: Access }) {
  const { t, instant } = useLabels();
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('access.sessions')}</h3>
      {sessions.length === 0 && <p className="text-muted">{t('access.noSessions')}</p>}
      <SessionList
        sessions={sessions}
        unknown={t('access.unknown')}
        linesOf={({ lastSeenAt, address }) => {
          const seen = t('access.seen', { when: instant(lastSeenAt.toISOString()) });
          return [address ? `${seen}, ${t('access.from', { address })}` : seen];
        }}
        end={t('access.end')}
        endLabel={(device) => t('access.endLabel', { device })}
      />
      {others.length > 1 && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="endSessions" variant="secondary">
            {t('access.endAll')}
          </Button>
        </Form>
      )}
    </div>
  );
}
