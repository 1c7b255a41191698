import { useContext } from 'react';
import { useStore } from 'zustand';
import { TextField } from '#app/components/ui/text-field.tsx';
import { Sender } from '#app/forms/sender.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { MAX_CALL_NAME_LENGTH } from '#protocol/limits.ts';
import { nameStore, setOwnName } from './name-store.ts';

/** Optional name of a person without an account. */
export function NameField() {
  const { t } = useTranslation('call');
  const own = useStore(nameStore, (state) => state.own);
  if (useContext(Sender) !== null) return null;
  return (
    <TextField
      label={t('people.yourName')}
      hint={t('people.yourNameHint')}
      autoComplete="given-name"
      maxLength={MAX_CALL_NAME_LENGTH}
      value={own}
      onChange={(event) => setOwnName(event.target.value)}
    />
  );
}
