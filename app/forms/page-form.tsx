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
  /** The submit button's label; if omitted, the children contain the button. */
  submit?: string;
  variant?: 'primary' | 'secondary';
  /** Success message. */
  done?: string | false;
  /** Version of the row being edited, for optimistic locking. */
  version?: number | null;
  /** Replaces the error's default text; shown even if every problem belongs to a field. */
  instead?: Partial<Record<ErrorCode, ReactNode>>;
  /** Success leads to another page, so the scroll position is reset. */
  leadsOn?: boolean;
  children?: ReactNode;
};

/** Invalid controls; in a radio group, its inputs. */
const WRONG = ':is(input, select, textarea)[aria-invalid=true], [role=radiogroup][aria-invalid=true] input';

/**
 * A form that works without JavaScript too. Problems that belong to no field are shown at the top; the first
 * invalid field gets the focus. Needs the namespace `errors`.
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

/** The error of a form that consists of a button only. Needs the namespace `errors`. */
export function RefusedButton({ refusal, intents }: { refusal: Refusal | undefined; intents: string[] }) {
  const { t } = useTranslation('errors');
  return refusal && intents.includes(refusal.form) && <Alert tone="error">{t(refusal.code)}</Alert>;
}
