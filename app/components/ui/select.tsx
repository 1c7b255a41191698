import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { controlClass, Field, useField } from './field.tsx';

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { label: string; hint?: string };

/** A native select, which phones and screen readers support best. Pass it `option`s. */
export function Select({ label, hint, className = '', children, ...props }: SelectProps) {
  const field = useField({ hint });
  return (
    <Field label={label} hint={hint} field={field}>
      <div className="relative">
        <select
          {...props}
          {...field.control}
          className={`${controlClass} appearance-none truncate pr-10 ${className}`}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
    </Field>
  );
}
