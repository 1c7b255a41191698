import { type ReactNode, useId } from 'react';

type FieldProps = { label: string; hint?: string; error?: string };

/** Styles of inputs and selects. */
export const controlClass =
  'w-full min-h-11 rounded-md border border-line-strong bg-raised px-3 py-2 text-text disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-poor aria-invalid:ring-1 aria-invalid:ring-poor';

/** Accessible description of a control: ids and ARIA attributes for its hint and error. */
export function useField({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    control: { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined },
  };
}

/** The hint is below the control, so that controls side by side line up with or without one. */
export function Field({
  label,
  hint,
  error,
  field,
  children,
}: FieldProps & { field: ReturnType<typeof useField>; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={field.control.id} className="font-semibold">
        {label}
      </label>
      {children}
      <p id={field.errorId} role="alert" className="text-sm text-poor empty:hidden">
        {error}
      </p>
      {hint && (
        <p id={field.hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
