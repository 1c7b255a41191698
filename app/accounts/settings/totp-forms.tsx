import { Alert } from '#app/components/ui/alert.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { OwnPasswordField } from '#app/forms/own-password-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { TotpSetUp } from '../second-factor/totp.server.ts';

type AuthenticatorAppProps = {
  isOn: boolean;
  setUp: TotpSetUp | null;
  refusal: Refusal | undefined;
  done: string | null;
};

export function AuthenticatorApp({ isOn, setUp, refusal, done }: AuthenticatorAppProps) {
  const { t } = useTranslation('personal');
  const { t: tErrors } = useTranslation('errors');
  const change = isOn ? 'removeTotp' : 'beginTotp';
  const form = formState(refusal, change, { password: tErrors('confirm.wrong') });
  return (
    <div className="grid gap-4 pt-3">
      <div className="grid gap-1">
        <h3 className="font-semibold">{t('account.factors.totp.title')}</h3>
        <p className="text-muted">{t(isOn ? 'account.factors.totp.isOn' : 'account.factors.totp.text')}</p>
      </div>
      {!refusal && (done === 'confirmTotp' || done === 'removeTotp') && (
        <Alert tone="success">{t(`account.factors.totp.done.${done}`)}</Alert>
      )}
      {setUp ? (
        <SetUp setUp={setUp} refusal={refusal} />
      ) : (
        <PageForm
          key={change}
          form={form}
          submit={t(isOn ? 'account.factors.totp.remove' : 'account.factors.totp.begin')}
          note={isOn ? t('emailsYou') : undefined}
          variant="secondary"
        >
          <OwnPasswordField {...form.text('password')} />
        </PageForm>
      )}
    </div>
  );
}

function SetUp({ setUp, refusal }: { setUp: TotpSetUp; refusal: Refusal | undefined }) {
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'confirmTotp', { code: t('account.factors.totp.wrong') });
  return (
    <>
      <p>{t('account.factors.totp.scan')}</p>
      {/* White, with a margin of four modules, in both themes. */}
      <img
        src={setUp.qrCode}
        alt={t('account.factors.totp.qr')}
        width={192}
        height={192}
        className="rounded-md bg-white"
      />
      <dl>
        <dt className="text-sm text-muted">{t('account.factors.totp.key')}</dt>
        <dd className="font-semibold tracking-wider wrap-anywhere select-all">{setUp.secret}</dd>
      </dl>
      <PageForm form={form} submit={t('account.factors.totp.confirm')} note={t('emailsYou')}>
        <TextField
          label={t('account.factors.totp.code')}
          {...form.text('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </PageForm>
      <PageForm
        form={formState(refusal, 'cancelTotp', {})}
        submit={t('account.factors.totp.cancel')}
        variant="secondary"
      />
    </>
  );
}
