import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

type AskProps = {
  /** Content of the button that asks. */
  trigger: ReactNode;
  /** Its accessible name, where the content does not say what it is about. */
  label?: string;
  /** What will happen. */
  text: string;
  className?: string;
  /** Over what follows, where there is room, rather than moving it. */
  floating?: boolean;
  /** From the beginning, or from now on: what was asked is not what is asked now. */
  open?: boolean;
  /** The form that does it. */
  children: ReactNode;
};

/** Asks before something that cannot be undone: unfolds, without JavaScript too. */
export function Ask({ trigger, label, text, className = '', floating = false, open, children }: AskProps) {
  return (
    <details className="relative" open={open}>
      <summary
        aria-label={label}
        className={`${buttonClass({ variant: 'quiet' })} cursor-pointer list-none ${className}`}
      >
        {trigger}
      </summary>
      <div
        className={`z-10 mt-2 grid gap-3 rounded-lg border border-line bg-raised p-4 shadow-soft ${floating ? 'sm:absolute sm:w-72' : ''}`}
      >
        <p>{text}</p>
        {children}
      </div>
    </details>
  );
}
