import { useRevalidator } from '@remix-run/react';
import type { FormEvent } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { OwnPasswordField } from '#app/forms/own-password-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PasskeyProblem } from '../second-factor/passkey-browser.ts';
import { usePasskey, usePasskeySupport } from '../second-factor/use-passkey.ts';

type AddPasskeyProps = {
  /** Name of this device. */
  device: string | null;
  onAdded(recoveryCodes: string[] | null): void;
};

/** Form to add a passkey. Browsers create passkeys only with JavaScript, so the form is never submitted. */
export function AddPasskey({ device, onAdded }: AddPasskeyProps) {
  const { t } = useTranslation('personal');
  const { t: tErrors } = useTranslation('errors');
  const isSupported = usePasskeySupport();
  const { busy, problem, run } = usePasskey();
  const { revalidate } = useRevalidator();
  if (isSupported === null)
    return (
      <noscript>
        <p>{t('account.factors.passkeys.noScript')}</p>
      </noscript>
    );
  if (!isSupported) return <p>{t('account.factors.passkeys.unsupported')}</p>;
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    void run(
      (browser) => browser.register(String(form.get('name')), String(form.get('password'))),
      (recoveryCodes) => {
        onAdded(recoveryCodes);
        revalidate();
      },
    );
  };
  return (
    <form onSubmit={add} noValidate className="grid gap-5">
      <Problem problem={problem} />
      <TextField
        label={t('account.factors.passkeys.name')}
        hint={t('account.factors.passkeys.nameHint')}
        name="name"
        defaultValue={device ?? ''}
        error={problem === 'INVALID_DATA' ? t('account.factors.passkeys.nameWrong') : undefined}
        maxLength={60}
        autoComplete="off"
      />
      <OwnPasswordField
        name="password"
        error={problem === 'WRONG_CREDENTIALS' ? tErrors('confirm.wrong') : undefined}
      />
      <Noted note={t('emailsYou')}>
        {(id) => (
          <Button
            type="submit"
            variant="secondary"
            busy={busy}
            aria-describedby={id}
            className="justify-self-start"
          >
            {t('account.factors.passkeys.add')}
          </Button>
        )}
      </Noted>
    </form>
  );
}

/** Problem that belongs to no field. */
function Problem({ problem }: { problem: PasskeyProblem | null }) {
  const { t } = useTranslation('personal');
  const { t: errorText } = useTranslation('errors');
  if (!problem || problem === 'INVALID_DATA' || problem === 'WRONG_CREDENTIALS') return null;
  const text = () => {
    if (problem === 'NO_PASSKEY') return t('account.factors.passkeys.noneMade');
    if (problem === 'KNOWN_PASSKEY' || problem === 'ALREADY_EXISTS')
      return t('account.factors.passkeys.known');
    return errorText(problem);
  };
  return <Alert tone="error">{text()}</Alert>;
}
