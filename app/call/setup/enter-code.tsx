import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { preparePanoramaView } from '#app/sphere/load.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { considerCode, dispatchSetup, enterCode } from '../state/call-store.ts';

/** Field for a room's code. It keeps the text whatever the response. */
export function EnterCode({ checking, error }: { checking: boolean; error: ErrorCode | null }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  useEffect(() => void preparePanoramaView(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(code.trim() === '');
    if (code.trim() !== '') void enterCode(code);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <TextField
        label={t('enter.code')}
        hint={t('enter.hint')}
        error={empty ? t('enter.empty') : error ? errorText(error) : undefined}
        name="code"
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          considerCode(event.target.value);
        }}
        maxLength={64}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-semibold tracking-widest uppercase"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" type="button" onClick={() => dispatchSetup({ type: 'BACK' })}>
          {t('start.back')}
        </Button>
        <Button type="submit" busy={checking} disabled={checking}>
          {checking ? t('enter.checking') : t('enter.enter')}
        </Button>
      </div>
    </form>
  );
}
