import type { ErrorText } from '#app/forms/refusal.ts';
import type { Translate } from '#app/i18n/translate.ts';

/** Error texts of a field for a new password. */
export function newPasswordWords(t: Translate<'login'>): Exclude<ErrorText, string> {
  return ({ kind }) => {
    if (kind === 'guessable') return t('invalid.passwordGuessable');
    return t(kind === 'tooLong' ? 'invalid.passwordLong' : 'invalid.passwordShort');
  };
}
