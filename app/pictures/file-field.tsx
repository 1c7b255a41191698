import { forwardRef, type InputHTMLAttributes } from 'react';
import { controlClass, Field, useField } from '#app/components/ui/field.tsx';

type FileFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  label: string;
  hint?: string;
  error?: string;
};

/** A native file input for pictures. */
export const FileField = forwardRef<HTMLInputElement, FileFieldProps>(function FileField(
  { label, hint, error, ...props },
  ref,
) {
  const field = useField({ hint, error });
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        {...props}
        {...field.control}
        ref={ref}
        className={`${controlClass} file:mr-3 file:cursor-pointer file:rounded-full file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:font-semibold file:text-text`}
      />
    </Field>
  );
});
