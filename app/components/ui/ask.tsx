import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

type AskProps = {
  /** Content of the button that opens the question. */
  trigger: ReactNode;
  /** The button's accessible name, if its content does not say what it is about. */
  label?: string;
  /** Says what will happen. */
  text: string;
  className?: string;
  /** Overlays the content below, if there is room, instead of moving it. */
  floating?: boolean;
  /** Whether it is open at first; a change opens or closes it, as the question is a new one. */
  open?: boolean;
  /** Form that performs the action. */
  children: ReactNode;
};

/** Asks before an action that cannot be undone. Unfolds without JavaScript too. */
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
