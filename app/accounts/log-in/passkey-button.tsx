import { KeyRound } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { usePasskey, usePasskeySupport } from '../second-factor/use-passkey.ts';

type PasskeyButtonProps = {
  label: string;
  /** Second step after the password: accepts only a passkey of that account. */
  secondStep?: boolean;
  /** Path of the page to go to after login. */
  next: string;
};

/** Logs in with a passkey. Renders nothing in browsers without passkeys. Needs the namespaces `login` and `errors`. */
export function PasskeyButton({ label, secondStep = false, next }: PasskeyButtonProps) {
  const { t } = useTranslation('login');
  const { t: errorText } = useTranslation('errors');
  const isSupported = usePasskeySupport();
  const { busy, problem, run } = usePasskey();
  if (!isSupported) return null;
  const logIn = () =>
    run(
      (browser) => browser.logIn(secondStep),
      // Everything on the page may depend on who is logged in.
      () => window.location.assign(next),
    );
  return (
    <div className="grid justify-items-start gap-3">
      {problem && (
        <Alert tone="error">
          {problem === 'NO_PASSKEY' || problem === 'KNOWN_PASSKEY' ? t('noPasskey') : errorText(problem)}
        </Alert>
      )}
      <Button variant={secondStep ? 'primary' : 'secondary'} busy={busy} onClick={() => void logIn()}>
        <KeyRound aria-hidden size={20} />
        {label}
      </Button>
    </div>
  );
}
