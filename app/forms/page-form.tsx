import { Form, type FormProps, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { FormState, Refusal } from './refusal.ts';

type PageFormProps = Pick<
  FormProps,
  'action' | 'encType' | 'noValidate' | 'reloadDocument' | 'onInput' | 'onSubmit'
> & {
  form: FormState<never>;
  /** On its button; without it, the button is among the children. */
  submit?: string;
  variant?: 'primary' | 'secondary';
  /** Said once it was saved. */
  done?: string | false;
  /** Of the row that it changes. */
  version?: number | null;
  /** In place of the error's own words, or beside the fields' ones. */
  instead?: Partial<Record<ErrorCode, ReactNode>>;
  /** Another page follows once it is done, to be read from its top. */
  leadsOn?: boolean;
  children?: ReactNode;
};

/** Of radio buttons the first. */
const WRONG = ':is(input, select, textarea)[aria-invalid=true], [role=radiogroup][aria-invalid=true] input';

/**
 * A form of a page; works without JavaScript too. What is wrong with no single field stands above them, and the first
 * field that is wrong gets the focus. Needs the namespace `errors`.
 */
export function PageForm({
  form: { intent, refusal, firstWrong, isUnplaced },
  submit,
  variant,
  done,
  version = null,
  instead,
  leadsOn = false,
  children,
  ...props
}: PageFormProps) {
  const { t } = useTranslation('errors');
  const { formData } = useNavigation();
  const element = useRef<HTMLFormElement>(null);
  const busy = formData?.get('intent') === intent;
  useEffect(() => {
    if (refusal) element.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [refusal]);
  const summary = refusal && (instead?.[refusal.code] ?? (isUnplaced && t(refusal.code)));
  return (
    <Form
      noValidate
      {...props}
      ref={element}
      method="post"
      preventScrollReset={!leadsOn}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={intent} />
      {version !== null && <input type="hidden" name="version" value={refusal?.theirs?.version ?? version} />}
      {typeof summary === 'string' ? (
        <Alert tone="error" autoFocus={!firstWrong}>
          {summary}
        </Alert>
      ) : (
        summary
      )}
      {done && !refusal && <Alert tone="success">{done}</Alert>}
      {children}
      {submit && (
        <Button type="submit" variant={variant} busy={busy} disabled={busy} className="justify-self-start">
          {submit}
        </Button>
      )}
    </Form>
  );
}

/** Why a form that is nothing but a button was refused. Needs the namespace `errors`. */
export function RefusedButton({ refusal, intents }: { refusal: Refusal | undefined; intents: string[] }) {
  const { t } = useTranslation('errors');
  return refusal && intents.includes(refusal.form) && <Alert tone="error">{t(refusal.code)}</Alert>;
}
