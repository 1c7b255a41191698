import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { controlClass, Field, useField } from '#app/components/ui/field.tsx';
import type { Choice } from '#app/entities/entity-view.ts';
import type { FormValues } from '../form-values.ts';
import { byLabel, useLabels } from '../labels.ts';
import type { OfferedField } from './form-page.ts';
import { type MarkdownExtras, MarkdownInput } from './markdown-input.tsx';
import type { Problems } from './problems.server.ts';
import { UserInput } from './user-input.tsx';

export type FieldInputProps = {
  field: OfferedField;
  values: FormValues;
  problems: Problems;
  countries: readonly string[];
  markdown: MarkdownExtras;
};

/** The control of one field, with what stands in it and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field } = props;
  switch (field.kind) {
    case 'choices':
      return <ChoicesInput {...props} options={field.options} />;
    case 'prices':
      return <PricesInput {...props} currencies={field.currencies} />;
    case 'boolean':
      return <BooleanInput {...props} />;
    default:
      return <SingleInput {...props} />;
  }
}

function SingleInput({ field, values, problems, countries, markdown }: FieldInputProps) {
  const labels = useLabels();
  const { t } = labels;
  const problem = problems[field.name];
  const texts = {
    label: t(`field.${field.name}`),
    hint: field.hint && t(`hint.${field.hint}`),
    error: problem && t(`problem.${problem.name}`, problem.values),
  };
  const control = useField(texts);
  const value = values[field.name]?.[0] ?? '';
  const input = { ...control.control, name: field.name, defaultValue: value };
  const framed = (children: ReactNode) => (
    <Field {...texts} field={control}>
      {children}
    </Field>
  );
  const select = (options: readonly [string, string][]) =>
    framed(
      <div className="relative max-w-md">
        <select {...input} className={`${controlClass} appearance-none truncate pr-10`}>
          {(field.optional || value === '') && <option value="">{t('form.unset')}</option>}
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>,
    );
  switch (field.kind) {
    case 'markdown':
      return framed(<MarkdownInput input={input} {...markdown} />);
    case 'multiline':
      return framed(<textarea {...input} rows={4} className={`${controlClass} resize-y`} />);
    case 'choice':
      return select(field.options.map((option) => [option, labels.choice(option, field.options)]));
    case 'country':
      return select(byLabel(countries, labels.country, labels.language));
    case 'user':
      return framed(<UserInput input={input} />);
    case 'instant':
      return framed(
        <input {...input} type="datetime-local" step={1} className={`${controlClass} max-w-72`} />,
      );
    case 'number':
      // What is no number must not vanish, as it would from the browser's own.
      return framed(
        <input {...input} inputMode="decimal" autoComplete="off" className={`${controlClass} max-w-60`} />,
      );
    case 'text':
      return framed(
        <input {...input} type={field.type ?? 'text'} autoComplete="off" className={controlClass} />,
      );
    default:
      return null;
  }
}

function BooleanInput({ field, values }: FieldInputProps) {
  const { t } = useLabels();
  return (
    <label className="flex min-h-11 items-center gap-3 font-semibold">
      <input
        type="checkbox"
        name={field.name}
        value="true"
        defaultChecked={values[field.name]?.[0] === 'true'}
        className="size-5 accent-accent"
      />
      {t(`field.${field.name}`)}
    </label>
  );
}

function ChoicesInput({ field, values, options }: FieldInputProps & { options: readonly Choice[] }) {
  const { t, choice } = useLabels();
  const chosen = values[field.name] ?? [];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t(`field.${field.name}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              name={field.name}
              value={option}
              defaultChecked={chosen.includes(option)}
              className="size-5 accent-accent"
            />
            {choice(option, options)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type PricesProps = FieldInputProps & { currencies: readonly string[] };

function PricesInput({ field, values, problems, currencies }: PricesProps) {
  const { t } = useLabels();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t(`field.${field.name}`)}</legend>
      <p className="text-sm text-muted">{t('form.noPrice')}</p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {currencies.map((currency) => {
          const name = `${field.name}.${currency}`;
          return (
            <PriceInput
              key={currency}
              name={name}
              currency={currency}
              value={values[name]?.[0] ?? ''}
              problem={problems[name]}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

type PriceProps = { name: string; currency: string; value: string; problem: Problems[string] | undefined };

function PriceInput({ name, currency, value, problem }: PriceProps) {
  const { t } = useLabels();
  const error = problem && t(`problem.${problem.name}`, problem.values);
  const field = useField({ error });
  return (
    <Field label={currency} error={error} field={field}>
      <input
        {...field.control}
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        className={`${controlClass} tabular-nums`}
      />
    </Field>
  );
}
