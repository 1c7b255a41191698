import { forwardRef, type InputHTMLAttributes } from 'react';
import { controlClass, Field, useField } from './field.tsx';

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  hint?: string;
  /** Error message, announced when it appears. */
  error?: string;
};

export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, hint, error, className = '', ...props },
  ref,
) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <input type="text" {...props} {...field.control} ref={ref} className={`${controlClass} ${className}`} />
    </Field>
  );
});
