import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { Spinner } from './spinner.tsx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border border-line-strong text-text hover:not-disabled:bg-sunken',
  quiet: 'text-text hover:not-disabled:bg-sunken',
} as const;

const SIZES = { md: 'min-h-11 px-5', lg: 'min-h-14 px-8 text-lg' } as const;

type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

/** Button styles, for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'md' }: Look = {}): string {
  return `inline-flex items-center justify-center gap-2 rounded-full py-2 font-semibold no-underline transition-colors duration-150 ease-out disabled:cursor-not-allowed disabled:opacity-50 ${VARIANTS[variant]} ${SIZES[size]}`;
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and ignores clicks while work is in progress. */
    busy?: boolean;
  };

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, busy = false, className = '', onClick, children, ...props },
  ref,
) {
  return (
    <button
      type="button"
      {...props}
      ref={ref}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
});
