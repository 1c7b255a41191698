import type { InputHTMLAttributes } from 'react';
import { controlClass } from '#app/components/ui/field.tsx';
import { SelectControl } from '#app/components/ui/select.tsx';
import { useLabels } from '../labels.ts';
import { knownParameter } from './parameter-value.ts';

/** What the input, select or text area takes: its id, name, value and description. */
type Control = Pick<
  InputHTMLAttributes<HTMLElement>,
  'id' | 'aria-describedby' | 'aria-invalid' | 'autoFocus' | 'defaultValue'
> & { name: string };

/** Input for the value of a parameter, by what it takes; free text for one that the program does not read. */
export function ParameterInput({ parameter, control }: { parameter: string; control: Control }) {
  const { t } = useLabels();
  const known = knownParameter(parameter);
  switch (known?.kind) {
    case 'switch':
      return (
        <SelectControl {...control}>
          <option value="true">{t('value.yes')}</option>
          <option value="false">{t('value.no')}</option>
        </SelectControl>
      );
    case 'demand':
      return (
        <SelectControl {...control}>
          {(['production', 'always', 'never'] as const).map((value) => (
            <option key={value} value={value}>
              {t(`parameters.demand.${value}`)}
            </option>
          ))}
        </SelectControl>
      );
    case 'name':
      return <input {...control} type="text" autoComplete="off" className={controlClass} />;
    case 'colour':
      return (
        <input
          {...control}
          type="text"
          placeholder="#ff6b4a"
          spellCheck={false}
          autoComplete="off"
          className={`${controlClass} max-w-32 font-mono`}
        />
      );
    case 'email':
      return <input {...control} type="email" autoComplete="off" className={controlClass} />;
    case 'address':
      return <input {...control} type="url" autoComplete="off" className={controlClass} />;
    case 'number':
    case 'whole':
    case 'hundredths':
      return (
        <span className="flex items-center gap-2">
          {/* type="number" discards invalid input; text keeps it visible. */}
          <input
            {...control}
            inputMode={known.kind === 'whole' ? 'numeric' : 'decimal'}
            autoComplete="off"
            className={`${controlClass} max-w-32 tabular-nums`}
          />
          {known.unit && t(`parameters.units.${known.unit}`)}
        </span>
      );
    // A logo's key is set by its upload.
    case 'logo':
    case 'lines':
    case undefined:
      return <textarea {...control} rows={4} className={`${controlClass} resize-y`} />;
  }
}
