import { Form } from '@remix-run/react';
import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { DELIVERY_STATUSES, WEBHOOK_PROBLEMS } from '#db/schema/index.ts';

type Attempt = {
  createdAt: Date;
  status: number | null;
  problem: (typeof WEBHOOK_PROBLEMS)[number] | null;
  durationMs: number;
};
export type ShownDelivery = {
  id: string;
  eventId: string;
  type: string;
  createdAt: Date;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: Attempt[];
};

/** Deliveries to a webhook, newest first, each with its attempts. */
export function DeliveryLog({ deliveries, enabled }: { deliveries: ShownDelivery[]; enabled: boolean }) {
  const { t } = useTranslation('api');
  const time = useLongMoment();
  if (deliveries.length === 0) return <p className="text-muted">{t('log.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {deliveries.map(({ id, eventId, type, createdAt, status, attempts }) => (
        <li key={id} className="grid gap-1 py-3">
          <div className="flex items-center gap-4">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <code>{type}</code> · {t(`log.status.${status}`)}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {time(createdAt)} · <code>{eventId}</code>
              </p>
            </div>
            {enabled && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="sendAgain" />
                <Button
                  type="submit"
                  name="delivery"
                  value={id}
                  variant="quiet"
                  aria-label={t('log.againOf', { type, when: time(createdAt) })}
                >
                  {t('log.again')}
                </Button>
              </Form>
            )}
          </div>
          {attempts.length > 0 && (
            <ol className="text-sm text-muted tabular-nums">
              {attempts.map((attempt) => (
                <li key={attempt.createdAt.getTime()}>
                  {time(attempt.createdAt)}: <Outcome {...attempt} />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ status, problem, durationMs }: Attempt) {
  const { t } = useTranslation('api');
  return problem ? t(`log.problem.${problem}`) : t('log.answered', { status: status ?? '', ms: durationMs });
}
