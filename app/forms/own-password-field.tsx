import { PasswordField } from '#app/components/ui/password-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

type OwnPasswordFieldProps = {
  name: string;
  /** `confirm.wrong` of the namespace `errors`, if the password was wrong. */
  error: string | undefined;
  autoFocus?: boolean;
  /** Default: why we ask again. */
  hint?: string;
};

/**
 * Asks a person who is logged in for their password, before a sensitive change. Every form that does so has this field.
 * Needs the namespace `errors`.
 */
export function OwnPasswordField({ hint, ...props }: OwnPasswordFieldProps) {
  const { t } = useTranslation('errors');
  return (
    <PasswordField
      label={t('confirm.password')}
      hint={hint ?? t('confirm.hint')}
      autoComplete="current-password"
      {...props}
    />
  );
}
