import { Alert } from '#app/components/ui/alert.tsx';
import { Confirm } from '../confirm.tsx';
import { useLabels } from '../labels.ts';

/** Says that the site has demo content, which one button deletes. */
export function Demo() {
  const { t } = useLabels();
  return (
    <section aria-labelledby="demo-title" className="grid justify-items-start gap-3 rounded-lg bg-sunken p-5">
      <h2 id="demo-title" className="text-xl">
        {t('demo.title')}
      </h2>
      <p className="max-w-prose">{t('demo.text')}</p>
      <Confirm
        name="demo"
        trigger={t('demo.delete')}
        title={t('demo.sure')}
        text={t('demo.sureText')}
        yes={t('demo.delete')}
        no={t('cancel')}
        action="?index"
        fields={{ intent: 'deleteDemo' }}
      />
    </section>
  );
}

export function DemoDeleted() {
  const { t } = useLabels();
  return <Alert tone="success">{t('demo.deleted')}</Alert>;
}
