import { type ReactNode, useId } from 'react';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { controlClass, Field, useField } from '#app/components/ui/field.tsx';
import { SelectControl } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import type { Choice } from '#app/entities/entity-view.ts';
import type { FormState, FormValues } from '#app/forms/refusal.ts';
import { amountText, numberText } from '#app/i18n/number-text.ts';
import { byLabel, useLabels } from '../labels.ts';
import type { OfferedField } from './form-page.ts';
import { InstantInput } from './instant-input.tsx';
import { type MarkdownExtras, MarkdownInput } from './markdown-input.tsx';
import { ParameterInput } from './parameter-input.tsx';
import { textOfValue } from './parameter-value.ts';
import { UserInput } from './user-input.tsx';

export type FieldInputProps = {
  field: OfferedField;
  form: FormState<string>;
  /** The row's values. */
  saved: FormValues;
  countries: readonly string[];
  markdown: MarkdownExtras;
};

/** The control of one field, with its value and error. */
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

function SingleInput({ field, form, saved, countries, markdown }: FieldInputProps) {
  const labels = useLabels();
  const { t } = labels;
  const [initial] = saved[field.name] ?? [];
  const shown = () => {
    if (field.kind === 'number' && initial !== undefined) return numberText(Number(initial), labels.language);
    if (field.kind !== 'parameter') return initial;
    return textOfValue(saved.name?.[0] ?? '', initial ?? '', labels.language);
  };
  const { error, ...typed } = form.text(field.name, shown());
  const texts = {
    label: t(`field.${field.name}`),
    hint: field.hint && t(`hint.${field.hint}`, { zone: labels.zone }),
    error,
  };
  const control = useField(texts);
  const input = { ...control.control, ...typed };
  const framed = (children: ReactNode) => (
    <Field {...texts} field={control}>
      {children}
    </Field>
  );
  const select = (options: readonly [string, string][]) =>
    framed(
      <div className="max-w-md">
        <SelectControl {...input}>
          {field.optional && <option value="">{t('form.unset')}</option>}
          {!field.optional && typed.defaultValue === '' && (
            <option value="" disabled>
              {t('form.choose')}
            </option>
          )}
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </SelectControl>
      </div>,
    );
  switch (field.kind) {
    case 'markdown':
      return framed(<MarkdownInput input={input} {...markdown} />);
    case 'multiline':
      return framed(<textarea {...input} rows={4} className={`${controlClass} resize-y`} />);
    case 'parameter':
      return framed(<ParameterInput parameter={saved.name?.[0] ?? ''} control={input} />);
    case 'choice':
      return select(field.options.map((option) => [option, labels.choice(option, field.options)]));
    case 'country':
      return select(byLabel(countries, labels.country, labels.language));
    case 'user':
      return framed(<UserInput input={input} />);
    case 'instant':
      return framed(<InstantInput input={input} zone={labels.zone} />);
    case 'number':
      // type="number" discards invalid input; text keeps it visible.
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

const amountIn = (saved: string | undefined, language: string) =>
  saved === undefined ? undefined : amountText(Number(saved), language);

function BooleanInput({ field, form, saved }: FieldInputProps) {
  const { t } = useLabels();
  return (
    <Checkbox {...form.choice(field.name, 'true', saved[field.name] ?? [])} {...form.wrong(field.name)}>
      <span className="font-semibold">{t(`field.${field.name}`)}</span>
    </Checkbox>
  );
}

function ChoicesInput({ field, form, saved, options }: FieldInputProps & { options: readonly Choice[] }) {
  const { t, choice } = useLabels();
  const { error } = form.wrong(field.name);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="grid gap-1.5">
      <legend className="font-semibold">{t(`field.${field.name}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <Checkbox key={option} {...form.choice(field.name, option, saved[field.name] ?? [])}>
            {choice(option, options)}
          </Checkbox>
        ))}
      </div>
      <p id={errorId} role="alert" className="text-sm text-poor empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

function PricesInput({
  field,
  form,
  saved,
  currencies,
}: FieldInputProps & { currencies: readonly string[] }) {
  const { t, language } = useLabels();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t(`field.${field.name}`)}</legend>
      <p className="text-sm text-muted">{t('form.noPrice')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {currencies.map((currency) => {
          const name = `${field.name}.${currency}`;
          return (
            <TextField
              key={currency}
              label={currency}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              {...form.text(name, amountIn(saved[name]?.[0], language))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
