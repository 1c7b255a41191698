import { Form, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { FormState } from './refusal.ts';

type PageFormProps = {
  intent: string;
  state: FormState;
  submit: string;
  variant?: 'primary' | 'secondary';
  /** Said once it was saved. */
  done?: string | false;
  /** Of the row that it changes. */
  version?: number;
  /** In place of the error's own words. */
  problem?: string;
  children?: ReactNode;
};

/**
 * One of a page's forms; works without JavaScript too. What was wrong as a whole stands above its fields, and the
 * first field that is wrong gets the focus. Needs the namespace `errors`.
 */
export function PageForm({
  intent,
  state,
  submit,
  variant,
  done,
  version,
  problem,
  children,
}: PageFormProps) {
  const { t } = useTranslation('errors');
  const { formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const busy = formData?.get('intent') === intent;
  const { refusal } = state;
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      {version !== undefined && <input type="hidden" name="version" value={refusal?.version ?? version} />}
      {refusal && (refusal.fields.length === 0 || problem) && (
        <Alert tone="error">{problem ?? t(refusal.code)}</Alert>
      )}
      {done && !refusal && <Alert tone="success">{done}</Alert>}
      {children}
      <Button type="submit" variant={variant} busy={busy} disabled={busy} className="justify-self-start">
        {submit}
      </Button>
    </Form>
  );
}
