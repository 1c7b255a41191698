import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Pager } from '#app/components/page/pager.tsx';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { textsOf } from '#app/forms/values.ts';
import { pageOf } from '#app/http/answers/page.server.ts';
import { readerOf } from '#app/http/clock.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { NotificationList } from '#app/notifications/notification-list.tsx';
import { listNotifications, NOTIFICATIONS_A_PAGE } from '#app/notifications/notifications.server.ts';
import { DeviceList } from '#app/notifications/push/device-list.tsx';
import { DeviceSwitch } from '#app/notifications/push/device-switch.tsx';
import { ownDevices, removeDevice } from '#app/notifications/push/devices.server.ts';
import { choosePushGroups, pushGroupsOf } from '#app/notifications/push/groups.server.ts';
import { GroupsForm } from '#app/notifications/push/groups-form.tsx';
import { pushKeys } from '#app/notifications/push/keys.server.ts';
import { useFresh } from '#app/notifications/use-fresh.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['notifications', 'errors'] };

export const meta = personalMeta('nav.notification');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams, pathname } = new URL(request.url);
  const page = pageOf(searchParams);
  const { notifications, total } = await listNotifications(
    viewer,
    page,
    readerOf(request, languageOfPath(pathname)),
  );
  if (notifications.length === 0 && page > 1) throw redirect(pathname);
  return {
    notifications,
    page,
    pages: Math.ceil(total / NOTIFICATIONS_A_PAGE),
    devices: await ownDevices(viewer),
    groups: await pushGroupsOf(viewer),
    publicKey: pushKeys?.publicKey ?? null,
    done: searchParams.get('done'),
  };
}

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const { pathname } = new URL(request.url);
  const intent = textOf(form, 'intent');
  if (intent === 'removeDevice') await removeDevice(viewer, textOf(form, 'id'));
  else if (intent === 'pushGroups') await choosePushGroups(viewer, textsOf(form, 'groups'));
  else throw new ProtocolError('BAD_MESSAGE');
  throw redirect(`${pathname}?done=${intent}#devices`);
});

export { clientAction };

export default function NotificationsPage() {
  const { notifications, page, pages, devices, groups, publicKey, done } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation('notifications');
  const fresh = useFresh(notifications.filter(({ readAt }) => readAt === null).map(({ id }) => id));
  return (
    <>
      <div className="grid max-w-2xl gap-6 pb-8">
        <div className="grid gap-2">
          <h1 className="text-3xl">{t('page.title')}</h1>
          <p className="text-muted">{t('page.text')}</p>
        </div>
        <NotificationList notifications={notifications} fresh={fresh} />
        <Pager page={page} pages={pages} />
      </div>
      <Section id="devices" title={t('device.title')}>
        <p className="text-muted">{t('device.text')}</p>
        <RefusedButton refusal={result} intents={['removeDevice']} />
        <Success done={done === 'removeDevice'}>{t('device.removed')}</Success>
        {publicKey === null ? (
          <Alert tone="info">{t('device.off')}</Alert>
        ) : (
          <DeviceSwitch publicKey={publicKey} devices={devices} />
        )}
        {publicKey !== null && <GroupsForm on={groups} refusal={result} done={done === 'pushGroups'} />}
        <h3 className="text-lg">{t('device.list')}</h3>
        <DeviceList devices={devices} />
      </Section>
    </>
  );
}
