import { KeyRound } from 'lucide-react';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { OwnPasswordField } from '#app/forms/own-password-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PASSKEYS_MAX, type PasskeyView } from '../second-factor/schemas.ts';
import { AddPasskey } from './add-passkey.tsx';

type PasskeysProps = {
  passkeys: PasskeyView[];
  device: string | null;
  refusal: Refusal | undefined;
  done: string | null;
  onAdded(recoveryCodes: string[] | null): void;
};

export function Passkeys({ passkeys, device, refusal, done, onAdded }: PasskeysProps) {
  const { t } = useTranslation('personal');
  const count = passkeys.length;
  return (
    <div className="grid gap-4 pt-3">
      <div className="grid gap-1">
        <h3 className="font-semibold">{t('account.factors.passkeys.title')}</h3>
        <p className="text-muted">{t('account.factors.passkeys.text')}</p>
      </div>
      {!refusal && (done === 'added' || done === 'renamePasskey' || done === 'removePasskey') && (
        <Alert key={`${done} ${count}`} tone="success" takesFocus={done === 'added'}>
          {t(`account.factors.passkeys.done.${done}`)}
        </Alert>
      )}
      {count > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} refusal={refusal} />
          ))}
        </ul>
      )}
      {count < PASSKEYS_MAX ? (
        // The key resets the form after each passkey.
        <AddPasskey key={count} device={device} onAdded={onAdded} />
      ) : (
        <p>{t('account.factors.passkeys.full', { count })}</p>
      )}
    </div>
  );
}

function Passkey({ passkey, refusal }: { passkey: PasskeyView; refusal: Refusal | undefined }) {
  const { t } = useTranslation('personal');
  const { t: tErrors } = useTranslation('errors');
  const date = useLongDate();
  const { id, name, createdAt, lastUsedAt } = passkey;
  // Every passkey has these forms, so the id tells which one was refused.
  const mine = refusal?.typed.id?.[0] === id ? refusal : undefined;
  const renaming = formState(mine, 'renamePasskey', { name: t('account.factors.passkeys.nameWrong') });
  const removing = formState(mine, 'removePasskey', { password: tErrors('confirm.wrong') });
  const used = lastUsedAt
    ? t('account.factors.passkeys.used', { date: date(lastUsedAt) })
    : t('account.factors.passkeys.unused');
  return (
    <li className="py-3">
      <details className="group" open={Boolean(renaming.refusal ?? removing.refusal)}>
        <summary
          aria-label={t('account.factors.passkeys.changeLabel', { name })}
          className="flex cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden"
        >
          <KeyRound aria-hidden size={20} className="shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="text-sm text-muted">
              {t('account.factors.passkeys.added', { date: date(createdAt) })}, {used}
            </p>
          </div>
          <span aria-hidden className={buttonClass({ variant: 'quiet' })}>
            {t('account.factors.passkeys.change')}
          </span>
        </summary>
        <div className="grid gap-8 pt-4 pb-3">
          <PageForm
            key={name}
            form={renaming}
            submit={t('account.factors.passkeys.rename')}
            variant="secondary"
          >
            <input type="hidden" name="id" value={id} />
            <TextField
              label={t('account.factors.passkeys.name')}
              {...renaming.text('name', name)}
              maxLength={60}
              autoComplete="off"
            />
          </PageForm>
          <PageForm
            form={removing}
            submit={t('account.factors.passkeys.remove')}
            note={t('emailsYou')}
            variant="secondary"
          >
            <input type="hidden" name="id" value={id} />
            <OwnPasswordField {...removing.text('password')} />
          </PageForm>
        </div>
      </details>
    </li>
  );
}
