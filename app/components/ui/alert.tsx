import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { OUTCOME } from './outcome.ts';

const TONES = {
  info: { Icon: Info, color: 'text-muted' },
  success: { Icon: CircleCheck, color: 'text-good' },
  error: { Icon: CircleAlert, color: 'text-poor' },
} as const;

type AlertProps = {
  tone: keyof typeof TONES;
  /** Takes the focus when it appears, after a submission without a navigation, which would move the focus itself. */
  takesFocus?: boolean;
  /** Takes the focus when a page without JavaScript loads. */
  autoFocus?: boolean;
  children: ReactNode;
};

/** A short message; errors are announced as soon as they appear. */
export function Alert({ tone, takesFocus = false, autoFocus, children }: AlertProps) {
  const { Icon, color } = TONES[tone];
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) alert.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={alert}
      role={tone === 'error' ? 'alert' : 'status'}
      {...(tone !== 'info' && OUTCOME)}
      {...(autoFocus && { autoFocus })}
      className="flex animate-appear items-start gap-3 rounded-md bg-sunken px-4 py-3"
    >
      <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3 wrap-anywhere">
        {children}
      </div>
    </div>
  );
}
