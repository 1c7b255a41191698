import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';

/** Link back into a paid call, on every page except rooms. */
export function OpenCall() {
  const { t } = useTranslation();
  const call = useRootData()?.call;
  if (!call) return null;
  return (
    <div className="page pt-4">
      <Alert tone="info">
        {t(call.text)}
        <LocaleLink to={call.path} className={buttonClass({ variant: 'primary' })}>
          {t(call.entered ? 'call.return' : 'call.enter')}
        </LocaleLink>
      </Alert>
    </div>
  );
}
