import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const CONFIRMED_MS = 5_000;

type CopyButtonProps = {
  /** Resolves with whether it copied; null if there is nothing to say. */
  act(): Promise<boolean | null>;
  /** Shown under the button for five seconds. @param seconds left of them */
  confirmation(seconds: number): string;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
};

/** A button that copies something, and says so itself. */
export function CopyButton({ act, confirmation, variant, children }: CopyButtonProps) {
  const { t } = useTranslation('call');
  const [done, setDone] = useState<{ copied: boolean; until: number } | null>(null);
  const seconds = useSecondsLeft(done?.until ?? null);
  const run = async () => {
    const copied = await act();
    setDone(copied === null ? null : { copied, until: performance.now() + CONFIRMED_MS });
  };
  const words = () => (done?.copied ? confirmation(seconds) : t('code.copyFailed'));
  return (
    <div className="grid content-start gap-1">
      <Button variant={variant} onClick={() => void run()}>
        {children}
      </Button>
      <p role="status" className="min-h-5 text-center text-sm text-muted tabular-nums">
        {seconds > 0 && words()}
      </p>
    </div>
  );
}
