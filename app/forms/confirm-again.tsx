import { Form, useNavigation } from '@remix-run/react';
import { type ComponentType, createContext, useContext } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { CONFIRM_INPUT, type Refusal } from './refusal.ts';

/** Proof of identity other than the password, which then sends its form; null without one. */
export const OtherProof = createContext<ComponentType | null>(null);

/** Whether a form was refused until its sender proves their identity again. */
export function asksAgain({ code, problems }: Refusal): boolean {
  return code === 'CONFIRM_AGAIN' || CONFIRM_INPUT in problems;
}

/** Password field inside the refused form: sending it again confirms the sender. */
export function ConfirmField({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('errors');
  const Other = useContext(OtherProof);
  return (
    <>
      <OwnPasswordField
        name={CONFIRM_INPUT}
        error={CONFIRM_INPUT in refusal.problems ? t('confirm.wrong') : undefined}
        autoFocus
      />
      {Other && <Other />}
    </>
  );
}

/** Asks for the password where a button was refused, and repeats the button's submission. */
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
