import { ChevronDown } from 'lucide-react';
import { forwardRef, type SelectHTMLAttributes } from 'react';
import { controlClass, Field, useField } from './field.tsx';

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  label: string;
  hint?: string;
  /** Error message, announced when it appears. */
  error?: string;
};

/** A native select, which phones and screen readers support best. Pass it `option`s. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, hint, error, className = '', children, ...props },
  ref,
) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <SelectControl {...props} {...field.control} ref={ref} className={className}>
        {children}
      </SelectControl>
    </Field>
  );
});

/** The select without its label, hint and error. */
export const SelectControl = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(
  function SelectControl({ className = '', ...props }, ref) {
    return (
      <div className="relative">
        <select
          {...props}
          ref={ref}
          className={`${controlClass} appearance-none truncate pr-10 ${className}`}
        />
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
    );
  },
);
