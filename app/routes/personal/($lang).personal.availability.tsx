import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Exceptions } from '#app/bookings/availability/exceptions.tsx';
import {
  readOwnHours,
  removeException,
  removeRule,
  saveException,
  saveRule,
  saveSetting,
} from '#app/bookings/availability/own-hours.server.ts';
import { type NewHours, RuleForm } from '#app/bookings/availability/rule-form.tsx';
import { SettingForm } from '#app/bookings/availability/setting-form.tsx';
import { Week } from '#app/bookings/availability/week.tsx';
import { readOwnStrikes } from '#app/bookings/booking/own/own-strikes.server.ts';
import { Strikes } from '#app/bookings/booking/own/strikes.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { TIME_ZONES } from '#app/entities/time-zone.ts';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { RefusedButton } from '#app/forms/page-form.tsx';
import { Success } from '#app/forms/success.tsx';
import { redirect } from '#app/http/redirect.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { minorOf } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { availableUntil, setAvailable } from '#app/requests/available.server.ts';
import { AvailableSection } from '#app/requests/available-section.tsx';
import { personalMeta } from '#app/site/personal-meta.ts';
import { ProtocolError } from '#protocol/errors.ts';

export const handle: PageHandle = { i18n: ['bookings', 'requests'] };

export const meta = personalMeta('nav.availability');

/** Hours selected by dragging over the week. */
const draggedSchema = z.object({
  day: z.coerce.number().int().min(1).max(7),
  start: z.coerce.number().int().min(0).max(1439),
  end: z.coerce.number().int().min(1).max(1440),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const hours = await readOwnHours(viewer);
  return {
    ...hours,
    streams: viewer.authorities.has('STREAM'),
    rule: hours.rules.find(({ id }) => id === searchParams.get('rule')) ?? null,
    dragged: draggedSchema.safeParse(Object.fromEntries(searchParams)).data ?? null,
    zones: TIME_ZONES,
    isOff: stripeMode === null,
    payable: await isPayable(viewer.id),
    until: await availableUntil(viewer.id),
    strikes: await readOwnStrikes(viewer),
    done: searchParams.get('done'),
  };
}

/** Sections that contain several forms, by intent. */
const PLACES: Partial<Record<string, string>> = { removeRule: 'week', removeException: 'exception' };

export const action = formAction(async ({ request, form }) => {
  const viewer = await requireUser(request);
  const intent = textOf(form, 'intent');
  await change(viewer, intent, form);
  throw redirect(`${new URL(request.url).pathname}?done=${intent}#${PLACES[intent] ?? intent}`);
});

export { clientAction };

function change(viewer: SignedIn, intent: string, form: FormData): Promise<void> {
  switch (intent) {
    case 'available':
      return setAvailable(viewer, textOf(form, 'available') === 'true').then(() => {});
    case 'setting':
      return saveSetting(viewer, form);
    case 'rule':
      return saveRule(viewer, form);
    case 'removeRule':
      return removeRule(viewer, form);
    case 'exception':
      return saveException(viewer, form);
    case 'removeException':
      return removeException(viewer, form);
    default:
      throw new ProtocolError('BAD_MESSAGE');
  }
}

export default function AvailabilityPage() {
  const {
    setting,
    rules,
    exceptions,
    prices,
    streams,
    rule,
    dragged,
    zones,
    isOff,
    payable,
    until,
    strikes,
    done,
  } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('bookings');
  if (!streams) return <ForStreamers />;
  const latest = rules.reduce<(typeof rules)[number] | null>(
    (found, next) => (found && found.createdAt > next.createdAt ? found : next),
    null,
  );
  const [price] = prices;
  const offer = {
    minMinutes: latest?.minMinutes ?? 30,
    maxMinutes: latest?.maxMinutes ?? 120,
    priceMinor: latest?.priceMinor ?? (price ? minorOf(price.perMinute, price.currency) : null),
    currency: latest?.currency ?? price?.currency ?? 'EUR',
    timeZone: setting?.timeZone ?? '',
  };
  const { start, end } = dragged ?? { start: 9 * 60, end: 17 * 60 };
  const proposed: NewHours = {
    ...offer,
    // A booking cannot be longer than the hours it is in.
    minMinutes: Math.min(offer.minMinutes, end - start),
    maxMinutes: Math.min(offer.maxMinutes, end - start),
    day: dragged?.day ?? null,
    startMinute: start,
    endMinute: end,
  };
  return (
    <>
      <h1 className="pb-2 text-3xl">{t('title')}</h1>
      {!payable && (
        <Alert tone="info">
          {t(isOff ? 'slots.paymentsOff' : 'unpayable')}
          {!isOff && (
            <LocaleLink to="/personal/payout" className="py-2.5 underline">
              {t('payouts')}
            </LocaleLink>
          )}
        </Alert>
      )}
      <RefusedButton refusal={refusal} intents={['available', 'removeRule', 'removeException']} />
      <Strikes {...strikes} timeZone={setting?.timeZone ?? 'UTC'} />
      <AvailableSection until={until} isSetUp={setting !== null} timeZone={setting?.timeZone ?? 'UTC'} />
      {setting && (
        <>
          <section id="week" aria-labelledby="week-title" className="grid scroll-mt-6 gap-5 py-8">
            <h2 id="week-title" className="text-xl">
              {t('week.title')}
            </h2>
            <Success done={done === 'removeRule'}>{t('hours.removed')}</Success>
            <Week
              rules={rules}
              timeZone={setting.timeZone}
              gridMinutes={setting.gridMinutes}
              changed={rule?.id ?? null}
            />
          </section>
          <RuleForm rule={rule} proposed={proposed} zones={zones} refusal={refusal} done={done === 'rule'} />
          <Exceptions exceptions={exceptions} proposed={offer} zones={zones} refusal={refusal} done={done} />
        </>
      )}
      <SettingForm setting={setting} zones={zones} refusal={refusal} done={done === 'setting'} />
    </>
  );
}

function ForStreamers() {
  const { t } = useTranslation('bookings');
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('title')}</h1>
      <p>
        {t('forStreamers')}{' '}
        <LocaleLink to="/earn-money" className="text-accent-text underline">
          {t('becomeStreamer')}
        </LocaleLink>
      </p>
    </div>
  );
}
