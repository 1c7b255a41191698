import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { usePasskey, usePasskeySupport } from './use-passkey.ts';

/** Proves the user's identity with a passkey instead of the form's password, then submits the form again. */
export function PasskeyProof() {
  const { t } = useTranslation('errors');
  const place = useRef<HTMLDivElement>(null);
  const isSupported = usePasskeySupport();
  const { busy, problem, run } = usePasskey();
  if (!isSupported) return null;
  const confirm = () =>
    run(
      (browser) => browser.confirm(),
      () => place.current?.closest('form')?.requestSubmit(),
    );
  return (
    <div ref={place} className="grid justify-items-start gap-3">
      {problem && (
        <Alert tone="error">
          {problem === 'NO_PASSKEY' || problem === 'KNOWN_PASSKEY' ? t('confirm.noPasskey') : t(problem)}
        </Alert>
      )}
      <Button variant="quiet" busy={busy} onClick={() => void confirm()}>
        <KeyRound aria-hidden size={20} />
        {t('confirm.passkey')}
      </Button>
    </div>
  );
}
