import { useId } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Field, useField } from '#app/components/ui/field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { PARAMETERS } from '#protocol/parameters.ts';
import { ParameterInput } from '../form/parameter-input.tsx';
import { textOfValue } from '../form/parameter-value.ts';
import { problemName } from '../form/problem-name.ts';
import { useLabels } from '../labels.ts';
import type { Setting } from './settings.server.ts';

type SettingsProps = {
  settings: readonly Setting[];
  refusal: Refusal | undefined;
  /** The parameter that was just set. */
  done: string | null;
};

/** The parameters that the program reads, each with its meaning, its default and a form that sets it. */
export function Settings({ settings, refusal, done }: SettingsProps) {
  const { t } = useLabels();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {t('parameters.title')}
      </h2>
      <ul>
        {settings.map((setting) => (
          <li
            key={setting.name}
            id={setting.name}
            className="grid gap-x-8 gap-y-3 border-t border-line py-4 xl:grid-cols-2"
          >
            <About setting={setting} />
            <SettingForm
              // A new version has a new value.
              key={setting.row?.version ?? 0}
              setting={setting}
              refusal={refusal?.typed.name?.[0] === setting.name ? refusal : undefined}
              done={done === setting.name}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function About({ setting: { name, row } }: { setting: Setting }) {
  const { t, language } = useLabels();
  const { about, initial, kind, unit } = PARAMETERS[name];
  const words = () => {
    if (kind === 'switch') return t(initial === 'true' ? 'value.yes' : 'value.no');
    if (kind === 'demand') return t('parameters.demand.production');
    const number = textOfValue(name, initial, language);
    return [number || t('value.none'), ...(unit ? [t(`parameters.units.${unit}`)] : [])].join(' ');
  };
  return (
    <div className="grid content-start gap-1 text-sm">
      <h3 className="text-base font-semibold wrap-anywhere">
        {row ? (
          <LocaleLink to={`/admin/parameter/${row.id}`} className="underline underline-offset-2">
            {name}
          </LocaleLink>
        ) : (
          name
        )}
      </h3>
      <p className="max-w-prose">{t(`parameters.about.${about}`)}</p>
      <p className="text-muted">{t('parameters.default', { value: words() })}</p>
    </div>
  );
}

const VALUE = { name: 'value', kind: 'parameter', problem: 'parameterValue' } as const;

type SettingFormProps = { setting: Setting; refusal: Refusal | undefined; done: boolean };

function SettingForm({ setting: { name, value, row }, refusal, done }: SettingFormProps) {
  const { t, language } = useLabels();
  const form = formState(refusal, 'setParameter', {
    value: (problem) => {
      const { limit = '', conflict } = problem;
      return t(`problem.${problemName(VALUE, problem)}`, { min: limit, max: limit, ...conflict });
    },
  });
  const { least, most } = PARAMETERS[name];
  const { error, ...typed } = form.text('value', textOfValue(name, value, language));
  const hint = least !== undefined && most !== undefined && t('parameters.bounds', { least, most });
  const texts = { label: t('field.value'), error, ...(hint && { hint }) };
  const field = useField(texts);
  return (
    <PageForm form={form} version={row?.version ?? null}>
      {done && <Alert tone="success">{t('form.saved')}</Alert>}
      <input type="hidden" name="name" value={name} />
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Field {...texts} field={field}>
            <ParameterInput parameter={name} control={{ ...field.control, ...typed }} />
          </Field>
        </div>
        <Button type="submit" variant="secondary" className="mt-7.5">
          {t('form.save')}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </PageForm>
  );
}
