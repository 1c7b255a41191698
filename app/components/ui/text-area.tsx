import type { TextareaHTMLAttributes } from 'react';
import { controlClass, Field, useField } from './field.tsx';

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string;
  hint?: string;
  /** Error message, announced when it appears. */
  error?: string;
};

export function TextArea({ label, hint, error, className = '', ...props }: TextAreaProps) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <textarea rows={5} {...props} {...field.control} className={`${controlClass} ${className}`} />
    </Field>
  );
}
