import type { TextareaHTMLAttributes } from 'react';
import { controlClass, Field, useField } from './field.tsx';

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string;
  hint?: string;
  /** What is wrong with what was typed; read out as soon as it is there. */
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
