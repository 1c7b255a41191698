import { Form, useNavigation } from '@remix-run/react';
import { CreditCard, Mail } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLabels } from '../labels.ts';
import { YesNo } from '../value.tsx';
import type { Installation } from './installation.server.ts';
import { Facts, Panel } from './panel.tsx';
import type { MailResult } from './test-mail.server.ts';

export function InstallationPanel({ installation, origin }: { installation: Installation; origin: string }) {
  const { t, language } = useLabels();
  const { version, node, uptime, publicUrl, database, storage, cameras } = installation;
  const { done, all } = database.migrations;
  const kept = storage.bucket
    ? t('testing.storageBucket', { bucket: storage.bucket })
    : t('testing.storageFolder', { folder: storage.folder ?? '' });
  return (
    <Panel title={t('testing.installation')}>
      <Facts
        facts={[
          [t('testing.version'), version],
          [t('testing.node'), node],
          [t('testing.postgres'), database.version],
          [t('testing.database'), t('testing.milliseconds', { ms: database.ms })],
          [
            t('testing.migrations'),
            <YesNo
              key="done"
              value={done === all}
              yes={t('testing.of', { done, all })}
              no={t('testing.of', { done, all })}
            />,
          ],
          [t('testing.uptime'), duration(uptime, language)],
          [t('testing.address'), publicUrl ?? t('testing.byRequest', { address: origin })],
          [
            t('testing.storage'),
            <span key="storage" className="flex flex-wrap gap-x-3">
              {kept}
              <YesNo value={storage.works} yes={t('testing.works')} no={t('testing.fails')} />
            </span>,
          ],
          [
            t('testing.rtmp'),
            cameras.rtmp === null ? t('testing.rtmpOff') : t('testing.rtmpPort', { port: cameras.rtmp }),
          ],
          [t('testing.cameras'), cameras.hosts.join(', ') || t('testing.camerasOff')],
        ]}
      />
    </Panel>
  );
}

/** Formats seconds in their two largest units. */
function duration(seconds: number, language: string): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const from = Math.max(
    0,
    units.findIndex(([, size]) => seconds >= size),
  );
  const parts = units.slice(from, from + 2).map(([unit, size], i) => {
    const whole = i === 0 ? seconds : seconds % (units[from]?.[1] ?? 1);
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      Math.floor(whole / size),
    );
  });
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts);
}

export function MailPanel({ mail, result }: { mail: Installation['mail']; result: MailResult | undefined }) {
  const { t } = useLabels();
  const busy = useNavigation().formData?.get('intent') === 'mail';
  return (
    <Panel title={t('testing.mailTitle')}>
      <Facts
        facts={[
          [
            t('testing.mail'),
            mail.host === null
              ? t('testing.mailFolder', { folder: mail.folder ?? '' })
              : t('testing.mailServer', { host: mail.host }),
          ],
          [t('testing.mailFrom'), mail.from],
        ]}
      />
      <Form method="post">
        <input type="hidden" name="intent" value="mail" />
        <Button type="submit" variant="secondary" busy={busy}>
          <Mail aria-hidden size={18} />
          {t('testing.sendMail')}
        </Button>
      </Form>
      {result && 'sentTo' in result && (
        <Alert tone="success">{t('testing.mailSent', { address: result.sentTo })}</Alert>
      )}
      {result && 'failed' in result && <Alert tone="error">{t(`testing.${result.failed}`)}</Alert>}
    </Panel>
  );
}

/** @param result of asking Stripe: null if it accepts the key */
export function PaymentsPanel({
  mode,
  result,
}: {
  mode: Installation['payments'];
  result: { refusal: string | null } | undefined;
}) {
  const { t } = useLabels();
  const busy = useNavigation().formData?.get('intent') === 'payments';
  return (
    <Panel title={t('testing.payments')}>
      <Facts facts={[[t('testing.stripe'), t(`testing.stripeMode.${mode ?? 'OFF'}`)]]} />
      {mode && (
        <Form method="post">
          <input type="hidden" name="intent" value="payments" />
          <Button type="submit" variant="secondary" busy={busy}>
            <CreditCard aria-hidden size={18} />
            {t('testing.askStripe')}
          </Button>
        </Form>
      )}
      {result &&
        (result.refusal === null ? (
          <Alert tone="success">{t('testing.stripeWorks')}</Alert>
        ) : (
          <Alert tone="error">{t('testing.stripeFails', { reason: result.refusal })}</Alert>
        ))}
    </Panel>
  );
}

export function NodesPanel({ nodes }: { nodes: Installation['nodes'] }) {
  const { t } = useLabels();
  return (
    <Panel title={t('testing.nodes')}>
      {nodes.every(({ isUp }) => !isUp) && <Alert tone="error">{t('testing.noNodes')}</Alert>}
      {nodes.map(({ id, url, load, seconds, isUp }) => (
        <Facts
          key={id}
          facts={[
            [
              t('testing.nodeId'),
              <span key="id" className="flex flex-wrap gap-x-3">
                {id} <YesNo value={isUp} yes={t('testing.nodeUp')} no={t('testing.nodeDown')} />
              </span>,
            ],
            [t('testing.nodeAddress'), url ?? t('testing.nodeProxy')],
            [t('testing.nodeLoad'), load ?? t('testing.nodeDraining')],
            [t('testing.nodeHeartbeat'), t('testing.secondsAgo', { seconds })],
          ]}
        />
      ))}
    </Panel>
  );
}
