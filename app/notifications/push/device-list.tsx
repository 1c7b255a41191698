import { Form } from '@remix-run/react';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnDevice } from './devices.server.ts';

/** As sent to the browser. */
type Device = Pick<OwnDevice, 'id' | 'name'> & { createdAt: Date };

/** The viewer's devices with push notifications; each can be removed. */
export function DeviceList({ devices }: { devices: Device[] }) {
  const { t } = useTranslation('notifications');
  const date = useLongDate();
  if (devices.length === 0) return <p className="text-muted">{t('device.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {devices.map(({ id, name, createdAt }) => {
        const device = name ?? t('device.unknown');
        return (
          <li key={id} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{device}</p>
              <p className="text-sm text-muted">{t('device.since', { when: date(createdAt) })}</p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="removeDevice" />
              <Button
                type="submit"
                name="id"
                value={id}
                variant="quiet"
                aria-label={t('device.removeOf', { device })}
              >
                {t('device.remove')}
              </Button>
            </Form>
          </li>
        );
      })}
    </ul>
  );
}
