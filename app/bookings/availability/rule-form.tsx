import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Section } from '#app/components/page/section.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { weekdayName } from '#app/i18n/calendar.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { WEEKDAYS } from './clock.ts';
import { type Offer, OfferFields, TimeFields, useOfferWords } from './offer-fields.tsx';
import type { OwnRule } from './own-hours.server.ts';
import { ZoneSelect } from './zone-select.tsx';

/** Initial values for new hours: the time dragged over in the week, and the price of earlier hours. */
export type NewHours = Offer & {
  day: number | null;
  startMinute: number;
  endMinute: number;
  timeZone: string;
};

type RuleFormProps = {
  /** The hours to change; null to add some. */
  rule: OwnRule | null;
  proposed: NewHours;
  zones: readonly string[];
  refusal: Refusal | undefined;
  done: boolean;
};

/** Adds hours to one or more weekdays, or changes those of one. */
export function RuleForm({ rule, proposed, zones, refusal, done }: RuleFormProps) {
  const { t, language } = useTranslation('bookings');
  const { t: personalText } = useTranslation('personal');
  const form = formState(refusal, 'rule', {
    days: ({ kind }) => t(kind === 'taken' ? 'hours.taken' : 'hours.dayMissing'),
    ...useOfferWords(),
    timeZone: t('zone.wrong'),
  });
  const saved = rule ?? proposed;
  const days = rule ? [rule.dayOfWeek] : proposed.day ? [proposed.day] : [];
  const wrongDays = form.wrong('days');
  useFocusOnChoice(rule?.id ?? (proposed.day ? JSON.stringify(proposed) : null));
  return (
    <Section id="rule" title={t(rule ? 'hours.change' : 'hours.add')}>
      <PageForm
        key={rule ? `${rule.id} ${rule.version}` : JSON.stringify(proposed)}
        form={form}
        submit={rule ? personalText('save') : t('hours.submit')}
        done={done && t('hours.saved')}
        version={rule?.version ?? null}
        instead={{ STALE: personalText('stale') }}
      >
        {rule && <input type="hidden" name="id" value={rule.id} />}
        {rule ? (
          <Select
            label={t('hours.day')}
            name="days"
            defaultValue={form.value('days', String(rule.dayOfWeek))}
            error={wrongDays.error}
            autoFocus={wrongDays.autoFocus}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day, language)}
              </option>
            ))}
          </Select>
        ) : (
          <fieldset>
            <legend className="mb-1 font-semibold">{t('hours.days')}</legend>
            <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
              {WEEKDAYS.map((day) => (
                <Checkbox
                  key={day}
                  {...form.choice('days', String(day), days.map(String))}
                  autoFocus={day === 1 && wrongDays.autoFocus}
                >
                  {weekdayName(day, language)}
                </Checkbox>
              ))}
            </div>
            <p role="alert" className="text-sm text-poor empty:hidden">
              {wrongDays.error}
            </p>
          </fieldset>
        )}
        <TimeFields form={form} saved={saved} />
        <OfferFields form={form} saved={saved} />
        <ZoneSelect form={form} zones={zones} saved={saved.timeZone} />
      </PageForm>
      {rule && (
        <div className="flex flex-wrap gap-3">
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="removeRule" />
            <Button type="submit" name="id" value={rule.id} variant="secondary">
              {t('hours.remove')}
            </Button>
          </Form>
          <LocaleLink
            to="/personal/availability#rule"
            preventScrollReset
            className="inline-flex min-h-11 items-center px-2 text-accent-text underline"
          >
            {t('hours.addInstead')}
          </LocaleLink>
        </div>
      )}
    </Section>
  );
}

/**
 * Moves the focus to the form once hours are chosen in the week, for keyboards and screen readers. @param chosen null
 * if nothing is chosen
 */
function useFocusOnChoice(chosen: string | null): void {
  const before = useRef(chosen);
  useEffect(() => {
    const isOther = chosen !== before.current;
    before.current = chosen;
    if (!chosen || !isOther) return;
    const first = document.querySelector<HTMLElement>('#rule :is(select, input:not([type=hidden]))');
    first?.focus({ preventScroll: true });
  }, [chosen]);
}
