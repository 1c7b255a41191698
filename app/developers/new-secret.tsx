import { Alert } from '#app/components/ui/alert.tsx';
import { CopyText } from '#app/components/ui/copy-text.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Shows a secret to be copied. @param title its name @param note what to do with it */
export function NewSecret({ title, note, secret }: { title: string; note: string; secret: string }) {
  const { t } = useTranslation('api');
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <Alert tone="success" takesFocus autoFocus>
        {note}
      </Alert>
      <h3 className="font-semibold">{title}</h3>
      <p className="font-mono wrap-anywhere select-all">{secret}</p>
      <CopyText text={() => secret} label={t('copy')} copied={t('copied')} />
    </div>
  );
}
