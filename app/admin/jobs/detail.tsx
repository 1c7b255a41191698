import { Form } from '@remix-run/react';
import { ArrowLeft, RotateCw } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { TO_LIST } from '../list/search-key.ts';
import { Facts, Panel } from '../testing/panel.tsx';
import { Value } from '../value.tsx';
import type { JobPage } from './jobs.server.ts';

/** A job: its state, its data, and a button to retry it if it failed. */
export function JobDetail({ page, notRetried }: { page: JobPage; notRetried: boolean }) {
  const { t, zone } = useLabels();
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <LocaleLink
          {...TO_LIST}
          to="/admin/jobs"
          className="-my-3 inline-flex items-center gap-1.5 justify-self-start py-3 text-sm text-muted"
        >
          <ArrowLeft aria-hidden size={16} />
          {t('section.jobs')}
        </LocaleLink>
        <h1 className="text-2xl wrap-anywhere">{page.name}</h1>
      </div>
      {notRetried && <Alert tone="error">{t('jobs.notRetried')}</Alert>}
      {page.mayRetry && (
        <Form method="post">
          <Noted note={page.sendsEmail ? t('emails.retry') : undefined}>
            {(id) => (
              <Button type="submit" aria-describedby={id}>
                <RotateCw aria-hidden size={18} />
                {t('jobs.retry')}
              </Button>
            )}
          </Noted>
        </Form>
      )}
      <Panel title={t('form.facts')}>
        <Facts
          facts={page.facts.map((column) => [
            t(`field.${column.name}`),
            <Value key={column.name} column={column} value={page.cells[column.name]} titles={{}} />,
          ])}
        />
        <p className="text-sm text-muted">{t('list.zone', { zone })}</p>
      </Panel>
      <Panel title={t('jobs.data')}>
        <pre className="rounded-lg border border-line bg-raised p-4 text-sm wrap-anywhere whitespace-pre-wrap">
          {page.data}
        </pre>
      </Panel>
    </div>
  );
}
