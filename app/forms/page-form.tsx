import { Form, type FormProps, useNavigation } from '@remix-run/react';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { asksAgain, ConfirmField, ConfirmForm } from './confirm-again.tsx';
import { LogInAgain } from './log-in-again.tsx';
import type { FormState, Refusal, RefusalCode } from './refusal.ts';
import { SENDER, Sender } from './sender.ts';
import { Success, useSuccess } from './success.tsx';
import { UnsavedGuard, useUnsaved } from './unsaved-guard.tsx';

type PageFormProps = Pick<
  FormProps,
  'action' | 'encType' | 'noValidate' | 'reloadDocument' | 'onSubmit' | 'onChange'
> & {
  form: FormState<never>;
  /** The submit button's label; if omitted, the children contain the button. */
  submit?: string;
  /** Describes that button: what else it does, such as sending an email. */
  note?: string | undefined;
  variant?: 'primary' | 'secondary';
  /** Success message. */
  done?: string | false;
  /** Version of the row being edited, for optimistic locking. */
  version?: number | null;
  /** Replaces the error's default text; shown even if every problem belongs to a field. */
  instead?: Partial<Record<RefusalCode, ReactNode>>;
  /** Title of every refusal, also of one whose problems all belong to fields. */
  problemTitle?: string;
  /** Whether success leads to another page, which resets the scroll position. */
  leavesPage?: boolean;
  /** Whether nothing is lost by leaving the form half filled in, e.g. a login. */
  unguarded?: boolean;
  children?: ReactNode;
};

/** Invalid controls; in a radio group, its inputs. */
const WRONG = ':is(input, select, textarea)[aria-invalid=true], [role=radiogroup][aria-invalid=true] input';

/** Codes after which sending the same form again may succeed. */
const RETRYABLE: ReadonlySet<RefusalCode> = new Set([
  'NO_CONNECTION',
  'UNAVAILABLE',
  'FULL',
  'SERVER_ERROR',
  'NOT_SIGNED_IN',
  'OTHER_ACCOUNT',
]);

/**
 * Form that also works without JavaScript. Problems that belong to no field are shown at the top; the first invalid
 * field gets the focus. Asks before unsaved changes are lost, and is reset after a success. Needs the namespace
 * `errors`.
 */
export function PageForm({
  form: { intent, refusal, firstWrong, hasFormProblem },
  submit,
  note,
  variant,
  done,
  version = null,
  instead,
  problemTitle,
  leavesPage = false,
  unguarded = false,
  children,
  onSubmit,
  ...props
}: PageFormProps) {
  const { t } = useTranslation('errors');
  const { formData } = useNavigation();
  const signedIn = useContext(Sender);
  // The user at the first rendering, not one who logs in later in another tab.
  const [sender] = useState(refusal ? refusal.typed[SENDER]?.[0] : signedIn);
  const element = useRef<HTMLFormElement>(null);
  const busy = formData?.get('intent') === intent;
  const { asks, ...unsaved } = useUnsaved(unguarded ? undefined : refusal);
  const success = useSuccess(done);
  useEffect(() => {
    if (refusal) element.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [refusal]);
  useEffect(() => {
    if (success) element.current?.reset();
  }, [success]);
  const summary = refusal && (instead?.[refusal.code] ?? (hasFormProblem && inWords(t, refusal)));
  return (
    <Form
      noValidate
      {...props}
      {...(!unguarded && unsaved)}
      onSubmit={(event) => {
        unsaved.onSubmit();
        onSubmit?.(event);
      }}
      onKeyDown={busy ? undefined : submitByKey}
      ref={element}
      method="post"
      preventScrollReset={!leavesPage}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={intent} />
      {sender && <input type="hidden" name={SENDER} value={sender} />}
      {version !== null && (
        <input
          type="hidden"
          name="version"
          value={refusal?.theirs?.version ?? refusal?.typed.version?.[0] ?? version}
        />
      )}
      {typeof summary === 'string' || (refusal && problemTitle) ? (
        <Alert tone="error" autoFocus={!firstWrong}>
          {problemTitle && <strong className="w-full">{problemTitle}</strong>}
          {refusal?.code === 'NOT_SIGNED_IN' ? t('loggedOut') : summary}
          {refusal && RETRYABLE.has(refusal.code) && <Again refusal={refusal} busy={busy} />}
        </Alert>
      ) : (
        summary
      )}
      {done && <Success done={done}>{done}</Success>}
      {children}
      {refusal && asksAgain(refusal) && <ConfirmField refusal={refusal} />}
      {submit && (
        <Noted note={note}>
          {(id) => (
            <Button
              type="submit"
              variant={variant}
              busy={busy}
              disabled={busy}
              aria-describedby={id}
              className="justify-self-start"
            >
              {submit}
            </Button>
          )}
        </Noted>
      )}
      {asks && <UnsavedGuard />}
    </Form>
  );
}

function inWords(t: ReturnType<typeof useTranslation<'errors'>>['t'], { code, limit }: Refusal): string {
  return limit === undefined ? t(code) : t('tooMany', { limit });
}

/** Sends the form again with its current values; if the session ended, after a login in another tab. */
function Again({ refusal: { code }, busy }: { refusal: Refusal; busy: boolean }) {
  const { t } = useTranslation('errors');
  return (
    <span className="flex flex-wrap gap-2">
      {code === 'NOT_SIGNED_IN' && <LogInAgain>{t('logIn')}</LogInAgain>}
      <Button type="submit" variant="secondary" busy={busy} disabled={busy}>
        {t('again')}
      </Button>
    </span>
  );
}

/** Submits on Ctrl+Enter and Ctrl+S, on a Mac with Command. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

type RefusedButtonProps = { refusal: Refusal | undefined; intents: string[] } & Pick<
  PageFormProps,
  'instead'
>;

/**
 * Error of a form that consists only of a button. Leaves out a changed price, which is shown where it is confirmed.
 * Needs the namespace `errors`.
 */
export function RefusedButton({ refusal, intents, instead }: RefusedButtonProps) {
  const { t } = useTranslation('errors');
  if (!refusal || refusal.price || refusal.fees || !intents.includes(refusal.form)) return null;
  return asksAgain(refusal) ? (
    <ConfirmForm refusal={refusal} />
  ) : (
    <Alert tone="error">{instead?.[refusal.code] ?? inWords(t, refusal)}</Alert>
  );
}
