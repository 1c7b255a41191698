import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> & {
  children: ReactNode;
  /** What is wrong with it; read out as soon as it is there. */
  error?: string;
};

/** The browser's own checkbox and its label, large enough for a thumb. */
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
