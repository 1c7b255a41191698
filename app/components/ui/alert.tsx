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
  /** Takes the focus as it appears: for what is sent without a navigation, which sees to the focus itself. */
  takesFocus?: boolean;
  /** Takes it as a page without JavaScript loads. */
  autoFocus?: boolean;
  children: ReactNode;
};

/** One thing to know, in one line where it can be; errors are read out as soon as they show. */
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
