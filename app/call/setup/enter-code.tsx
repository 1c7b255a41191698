import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { preparePanoramaView } from '#app/sphere/load.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { roomCodeSchema, strangeCharacters } from '#protocol/room-code.ts';
import { keepLinkSecret } from '../encryption/link-secret.ts';
import { considerCode, dispatchSetup, enterCode } from '../state/call-store.ts';
import { readInvitation } from './invitation.ts';

/** An invitation link, and the words of a message around it. */
const LONGEST = 2_000;

/** Field for a room's code or the invitation link. It keeps the text whatever the response. */
export function EnterCode({ checking, error }: { checking: boolean; error: ErrorCode | null }) {
  const { t } = useTranslation('call');
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState('');
  const words = useRefusal(error);
  useEffect(() => void preparePanoramaView(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(typed);
    const characters = strangeCharacters(readInvitation(typed).code);
    if (code) void enterCode(code);
    else if (typed.trim() === '') setMistake(t('enter.empty'));
    else if (characters.length > 0) setMistake(t('enter.characters', { characters: characters.join(', ') }));
    else setMistake(t('enter.length'));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <TextField
        label={t('enter.code')}
        hint={t('enter.hint')}
        error={mistake || words}
        name="code"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value);
          setMistake('');
          const code = codeIn(value);
          if (code) considerCode(code);
        }}
        maxLength={LONGEST}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={typed.includes('/') ? '' : 'font-semibold tracking-widest uppercase'}
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

/** The room code typed or pasted; null if it is none. A link's secret is kept, as if the link had been opened. */
function codeIn(typed: string): string | null {
  const { code, secret } = readInvitation(typed);
  const token = roomCodeSchema.safeParse(code).data ?? null;
  if (token && secret) keepLinkSecret(token, secret);
  return token;
}

/** What the server says about a code. */
function useRefusal(error: ErrorCode | null): string | undefined {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  switch (error) {
    case null:
      return undefined;
    case 'SEAT_TAKEN':
      return t('enter.inUse');
    case 'CODE_EXPIRED':
      return t('enter.expired');
    case 'CODE_USED':
      return t('enter.used');
    default:
      return errorText(error);
  }
}
