import { Form } from '@remix-run/react';
import { useState } from 'react';
import { Section } from '#app/components/page/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { daysInWords, zoneName } from '#app/i18n/moments.ts';
import { formatPrice, mainOf } from '#app/i18n/price.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { timesInWords } from './clock.ts';
import { type Offer, OfferFields, TimeFields, useOfferWords } from './offer-fields.tsx';
import type { OwnException } from './own-hours.server.ts';
import { ZoneSelect } from './zone-select.tsx';

type ExceptionsProps = {
  exceptions: readonly OwnException[];
  proposed: Offer & { timeZone: string };
  zones: readonly string[];
  refusal: Refusal | undefined;
  /** The intent of the form that was saved. */
  done: string | null;
};

/** Days off and extra hours: a list of upcoming ones, and a form to add more. */
export function Exceptions({ exceptions, proposed, zones, refusal, done }: ExceptionsProps) {
  const { t } = useTranslation('bookings');
  return (
    <Section id="exception" title={t('exceptions.title')}>
      <Success done={done === 'removeException'}>{t('exceptions.removed')}</Success>
      {exceptions.length === 0 ? (
        <p className="text-muted">{t('exceptions.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {exceptions.map((exception) => (
            <ExceptionItem key={exception.id} exception={exception} ownZone={proposed.timeZone} />
          ))}
        </ul>
      )}
      <ExceptionForm
        key={exceptions.map(({ id }) => id).join()}
        proposed={proposed}
        zones={zones}
        refusal={refusal}
        done={done === 'exception'}
      />
    </Section>
  );
}

function ExceptionItem({ exception, ownZone }: { exception: OwnException; ownZone: string }) {
  const { t, language } = useTranslation('bookings');
  const reader = useReader();
  const { id, kind, firstDay, lastDay, startMinute, endMinute, priceMinor, currency, timeZone, note } =
    exception;
  const days = daysInWords(firstDay, lastDay, language);
  const parts = [
    t(`exceptions.${kind}`),
    startMinute !== null && endMinute !== null && timesInWords(startMinute, endMinute, reader),
    priceMinor !== null &&
      currency !== null &&
      t('perMinute', { price: formatPrice(mainOf(priceMinor, currency), currency, language) }),
    timeZone !== ownZone && zoneName(timeZone),
  ];
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{days}</p>
        <p className="text-muted">{parts.filter(Boolean).join(' · ')}</p>
        {note && <p className="wrap-anywhere">{note}</p>}
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="removeException" />
        <Button
          type="submit"
          name="id"
          value={id}
          variant="secondary"
          aria-label={t('exceptions.removeLabel', { days })}
        >
          {t('exceptions.remove')}
        </Button>
      </Form>
    </li>
  );
}

const KINDS = ['OFF', 'EXTRA'] as const;
const NO_TIMES = { startMinute: null, endMinute: null };

type ExceptionFormProps = Omit<ExceptionsProps, 'exceptions' | 'done'> & { done: boolean };

function ExceptionForm({ proposed, zones, refusal, done }: ExceptionFormProps) {
  const { t } = useTranslation('bookings');
  const form = formState(refusal, 'exception', {
    firstDay: t('exceptions.dayWrong'),
    lastDay: ({ kind }) => t(kind === 'impossible' ? 'exceptions.lastWrong' : 'exceptions.dayWrong'),
    ...useOfferWords(),
    timeZone: t('zone.wrong'),
    note: t('exceptions.noteLong'),
  });
  const [kind, setKind] = useState(form.value('kind', 'OFF'));
  return (
    <PageForm form={form} submit={t('exceptions.submit')} done={done && t('exceptions.saved')}>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('exceptions.kind')}</legend>
        {KINDS.map((option) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              className="size-5 shrink-0 accent-(--accent-text)"
              {...form.choice('kind', option, ['OFF'])}
              onChange={() => setKind(option)}
            />
            {t(`exceptions.${option}`)}
          </label>
        ))}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField type="date" label={t('exceptions.first')} {...form.text('firstDay')} />
        <TextField
          type="date"
          label={t('exceptions.last')}
          hint={t('exceptions.lastHint')}
          {...form.text('lastDay')}
        />
      </div>
      <TimeFields form={form} saved={NO_TIMES} />
      <p className="-mt-3 text-sm text-muted">{t('exceptions.timesHint')}</p>
      {/* Always visible without JavaScript, and ignored for days off. */}
      <div className={`gap-5 ${kind === 'OFF' ? 'hidden noscript:grid' : 'grid'}`}>
        <OfferFields form={form} saved={proposed} />
      </div>
      <ZoneSelect form={form} zones={zones} saved={proposed.timeZone} />
      <TextField label={t('exceptions.note')} hint={t('exceptions.noteHint')} {...form.text('note')} />
    </PageForm>
  );
}
