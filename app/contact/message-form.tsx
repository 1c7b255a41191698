import { Form, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Refusal } from './refusal.ts';

/** A form that works without JavaScript too; the first field that is wrong gets the focus. */
export function MessageForm({
  refusal,
  submit,
  children,
}: {
  refusal: Refusal | undefined;
  submit: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('errors');
  const busy = useNavigation().formMethod === 'POST';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      {refusal && Object.keys(refusal.problems).length === 0 && <Alert tone="error">{t(refusal.code)}</Alert>}
      {children}
      <Button type="submit" busy={busy} disabled={busy} className="justify-self-start">
        {submit}
      </Button>
    </Form>
  );
}

/** The name, what was typed, and what is wrong with it, for each field of a form. */
export function useFields(refusal: Refusal | undefined) {
  const { t } = useTranslation('contact');
  return (name: string) => {
    const problem = refusal?.problems[name];
    return {
      name,
      defaultValue: refusal?.typed[name],
      error:
        problem &&
        t(`problem.${problem.kind}`, problem.kind === 'tooLong' ? { max: problem.max } : undefined),
    };
  };
}
