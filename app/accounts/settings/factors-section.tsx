import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PasskeyView } from '../second-factor/schemas.ts';
import { Passkeys } from './passkeys.tsx';
import { NewCodes, RecoveryCodes } from './recovery-codes.tsx';
import { AuthenticatorApp } from './totp-forms.tsx';

export type ShownFactors = {
  passkeys: PasskeyView[];
  totp: boolean;
  /** Number of unused codes. */
  recoveryCodes: number;
  /** Data for an app whose first code is awaited. */
  setUp: { secret: string; qrCode: string } | null;
};

type FactorsSectionProps = {
  factors: ShownFactors;
  /** Whether the administrator's authority is on hold until they set up a second factor. */
  isSecondFactorMissing: boolean;
  /** Name of this device, for a new passkey. */
  device: string | null;
  /** Recovery codes made by the form just submitted. */
  newCodes: string[] | null;
  refusal: Refusal | undefined;
  /** Action just completed. */
  done: string | null;
};

/** Second factors of the account: passkeys, an authenticator app, recovery codes. */
export function FactorsSection({
  factors,
  isSecondFactorMissing,
  device,
  newCodes,
  refusal,
  done,
}: FactorsSectionProps) {
  const { t } = useTranslation('personal');
  // Adding a passkey involves no navigation.
  const [added, setAdded] = useState<{ codes: string[] | null } | null>(null);
  const isOn = factors.passkeys.length > 0 || factors.totp;
  const codes = newCodes ?? added?.codes;
  return (
    <Section id="second-factor" title={t('account.factors.title')}>
      {isSecondFactorMissing && <Alert tone="error">{t('account.factors.demanded')}</Alert>}
      <div className="grid gap-1">
        <p>{t('account.factors.text')}</p>
        <p className="flex items-center gap-2 text-muted">
          {isOn ? (
            <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
          ) : (
            <CircleAlert aria-hidden size={18} className="shrink-0 text-fair" />
          )}
          {t(isOn ? 'account.factors.on' : 'account.factors.off')}
        </p>
      </div>
      {codes && <NewCodes key={codes.join()} codes={codes} />}
      <Passkeys
        passkeys={factors.passkeys}
        device={device}
        refusal={refusal}
        done={added ? 'added' : done}
        onAdded={(madeCodes) => setAdded({ codes: madeCodes })}
      />
      <AuthenticatorApp isOn={factors.totp} setUp={factors.setUp} refusal={refusal} done={done} />
      {isOn && <RecoveryCodes left={factors.recoveryCodes} refusal={refusal} />}
    </Section>
  );
}
