import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { CopyText } from '#app/components/ui/copy-text.tsx';
import { OwnPasswordField } from '#app/forms/own-password-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { siteSlug } from '#app/i18n/site-slug.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Shows how many codes are left, with a form to replace them. */
export function RecoveryCodes({ left, refusal }: { left: number; refusal: Refusal | undefined }) {
  const { t } = useTranslation('personal');
  const { t: tErrors } = useTranslation('errors');
  const form = formState(refusal, 'renewCodes', { password: tErrors('confirm.wrong') });
  return (
    <div className="grid gap-4 pt-3">
      <div className="grid gap-1">
        <h3 className="font-semibold">{t('account.factors.codes.title')}</h3>
        <p className="text-muted">{t('account.factors.codes.text')}</p>
        <p>{t('account.factors.codes.left', { count: left })}</p>
      </div>
      <PageForm
        form={form}
        submit={t('account.factors.codes.renew')}
        note={t('emailsYou')}
        variant="secondary"
      >
        <OwnPasswordField hint={t('account.factors.codes.renewText')} {...form.text('password')} />
      </PageForm>
    </div>
  );
}

/** Shows new codes, once. Printing the page prints only the codes. */
export function NewCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation('personal');
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <Alert tone="success" takesFocus autoFocus>
        {t('account.factors.codes.keep')}
      </Alert>
      <div data-print className="grid gap-3">
        <h3 className="font-semibold">{t('account.factors.codes.new')}</h3>
        <ol className="grid gap-1 font-mono select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <p className="flex flex-wrap gap-3">
        <CopyText
          text={() => text}
          label={t('account.factors.codes.copy')}
          copied={t('account.factors.codes.copied')}
        />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${siteSlug()}-recovery-codes.txt`}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('account.factors.codes.download')}
        </a>
        <Button variant="secondary" onClick={() => window.print()}>
          {t('account.factors.codes.print')}
        </Button>
      </p>
    </div>
  );
}
