import { Section } from '#app/components/page/section.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { GRID_MINUTES } from '#app/entities/producer-setting/grid.ts';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnHours } from './own-hours.server.ts';
import { ZoneSelect } from './zone-select.tsx';

const NOTICE_HOURS = [0, 1, 2, 6, 12, 24, 48, 168];

/** The defaults of the columns. */
const NEW = {
  timeZone: '',
  gridMinutes: 30,
  noticeMinutes: 120,
  horizonDays: 60,
  restMinutes: 0,
  autoConfirm: false,
  maxBudgetMinutes: 60,
};

type SettingFormProps = {
  setting: OwnHours['setting'];
  zones: readonly string[];
  refusal: Refusal | undefined;
  done: boolean;
};

/** Edits the settings of a streamer's time. */
export function SettingForm({ setting, zones, refusal, done }: SettingFormProps) {
  const { t } = useTranslation('bookings');
  const { t: personalText } = useTranslation('personal');
  const form = formState(refusal, 'setting', {
    timeZone: t('zone.wrong'),
    horizonDays: t('setting.horizonWrong'),
    restMinutes: t('setting.restWrong'),
    maxBudgetMinutes: t('setting.budgetWrong'),
  });
  const saved = setting ?? NEW;
  const notices = [...new Set([...NOTICE_HOURS.map((hours) => hours * 60), saved.noticeMinutes])];
  return (
    <Section id="setting" title={t('setting.title')}>
      <p className="text-muted">{t(setting ? 'setting.text' : 'setting.first')}</p>
      <PageForm
        key={setting?.version}
        form={form}
        submit={personalText('save')}
        done={done && personalText('saved')}
        version={setting?.version ?? null}
        instead={{ STALE: personalText('stale') }}
      >
        {setting && <input type="hidden" name="id" value={setting.id} />}
        <ZoneSelect form={form} zones={zones} saved={saved.timeZone} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t('setting.grid')}
            name="gridMinutes"
            defaultValue={form.value('gridMinutes', String(saved.gridMinutes))}
          >
            {GRID_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('minutes', { count: minutes })}
              </option>
            ))}
          </Select>
          <Select
            label={t('setting.notice')}
            name="noticeMinutes"
            defaultValue={form.value('noticeMinutes', String(saved.noticeMinutes))}
          >
            {notices.map((minutes) => (
              <option key={minutes} value={minutes}>
                {notice(minutes, t)}
              </option>
            ))}
          </Select>
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            inputMode="numeric"
            label={t('setting.horizon')}
            {...form.text('horizonDays', String(saved.horizonDays))}
          />
          <TextField
            inputMode="numeric"
            label={t('setting.rest')}
            {...form.text('restMinutes', String(saved.restMinutes))}
          />
        </div>
        <TextField
          inputMode="numeric"
          label={t('setting.budget')}
          {...form.text('maxBudgetMinutes', String(saved.maxBudgetMinutes))}
        />
        <Checkbox {...form.choice('autoConfirm', 'true', [String(saved.autoConfirm)])}>
          {t('setting.autoConfirm')}
        </Checkbox>
      </PageForm>
    </Section>
  );
}

function notice(minutes: number, t: ReturnType<typeof useTranslation<'bookings'>>['t']): string {
  if (minutes === 0) return t('setting.noNotice');
  return minutes % 60 === 0 ? t('hoursLong', { count: minutes / 60 }) : t('minutes', { count: minutes });
}
