import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  children: ReactNode;
  /** Error message, announced when it appears. */
  error?: string;
};

/** A native checkbox with its label, large enough for touch. */
export function Checkbox({ children, error, ...props }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          {...props}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          className="size-5 shrink-0 accent-(--accent-text)"
        />
        <span>{children}</span>
      </label>
      <p id={errorId} role="alert" className="text-sm text-poor empty:hidden">
        {error}
      </p>
    </div>
  );
}
