import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { usePerson } from '../people/use-person.ts';
import type { CallState } from '../state/call-state.ts';
import { answer, recordingsOf } from './recording-store.ts';

/** Asks this side whether the other one may record. Closing it declines. */
export function RecordQuestion({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const isAsked = recordingsOf(call).other === 'asked';
  return (
    <Dialog
      open={isAsked}
      onOpenChange={(open) => open || void answer(false)}
      title={t('recording.question.title')}
      closeLabel={t('recording.question.decline')}
      dismissible={false}
    >
      {isAsked && <Question call={call} />}
    </Dialog>
  );
}

function Question({ call: { token, seat } }: { call: CallState }) {
  const { t } = useTranslation('call');
  const other = usePerson(token, seat === 'host' ? 'guest' : 'host', 'asked');
  return (
    <div className="grid gap-4">
      <p>{other ? t('recording.question.byName', { name: other.name }) : t('recording.question.byOther')}</p>
      <p className="text-sm text-muted">{t('recording.question.kept')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void answer(true)}>{t('recording.question.agree')}</Button>
        <Button variant="secondary" onClick={() => void answer(false)}>
          {t('recording.question.decline')}
        </Button>
      </div>
    </div>
  );
}
