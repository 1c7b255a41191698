import { Form, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { FormRefusal } from './form-refusal.ts';

/**
 * A form that works without JavaScript too. What was wrong as a whole stands above its fields; the first field that
 * is wrong gets the focus.
 */
export function AccountForm({
  intent,
  refusal,
  submit,
  children,
}: {
  intent: string;
  refusal?: FormRefusal;
  submit: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('errors');
  const { formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const busy = formData?.get('intent') === intent;
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      {refusal && refusal.fields.length === 0 && <Alert tone="error">{t(refusal.code)}</Alert>}
      {children}
      <Button type="submit" busy={busy} disabled={busy} className="justify-self-start">
        {submit}
      </Button>
    </Form>
  );
}
