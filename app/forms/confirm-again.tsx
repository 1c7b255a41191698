import { Form, useNavigation } from '@remix-run/react';
import { type ComponentType, createContext, useContext } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CONFIRM_INPUT, type Refusal } from './refusal.ts';

/** Another way than the password to prove who one is, which then sends its form; null where there is none. */
export const OtherProof = createContext<ComponentType | null>(null);

/** Whether a form was refused until its sender proves again who they are. */
export function asksAgain({ code, problems }: Refusal): boolean {
  return code === 'CONFIRM_AGAIN' || CONFIRM_INPUT in problems;
}

/** Asks for the password, within the refused form: sending it again confirms its sender. */
export function ConfirmField({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('errors');
  const Other = useContext(OtherProof);
  return (
    <>
      <PasswordField
        label={t('confirm.password')}
        hint={t('confirm.hint')}
        name={CONFIRM_INPUT}
        autoComplete="current-password"
        autoFocus
        error={CONFIRM_INPUT in refusal.problems ? t('confirm.wrong') : undefined}
      />
      {Other && <Other />}
    </>
  );
}

/** Asks for the password where a button was refused, and sends what the button sent once more. */
export function ConfirmForm({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('errors');
  const { formData } = useNavigation();
  const busy = formData?.has(CONFIRM_INPUT) ?? false;
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <Alert tone="error">{t(refusal.code)}</Alert>
      {Object.entries(refusal.typed).flatMap(([name, values]) =>
        values.map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      <ConfirmField refusal={refusal} />
      <Button type="submit" variant="secondary" busy={busy} disabled={busy} className="justify-self-start">
        {t('confirm.submit')}
      </Button>
    </Form>
  );
}
