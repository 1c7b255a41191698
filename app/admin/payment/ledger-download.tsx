import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';

/** Downloads the ledger of a range of days. Not Remix's form: the response is a file. */
export function LedgerDownload() {
  const { t } = useLabels();
  const localePath = useLocalePath();
  return (
    <section aria-labelledby="ledger" className="grid gap-4 border-t border-line pt-6">
      <h2 id="ledger" className="text-lg">
        {t('ledger.title')}
      </h2>
      <p className="max-w-prose text-muted">{t('ledger.text')}</p>
      <form action={localePath('/admin/ledger.csv')} className="flex flex-wrap items-end gap-4">
        <TextField label={t('ledger.from')} name="from" type="date" required />
        <TextField label={t('ledger.to')} name="to" type="date" required />
        <Button type="submit" variant="secondary">
          {t('ledger.submit')}
        </Button>
      </form>
    </section>
  );
}
