import type { Words } from '#app/forms/refusal.ts';
import type { Translate } from '#app/i18n/translate.ts';

/** Error texts of a field for a new password. */
export function newPasswordWords(t: Translate<'login'>): Words {
  return ({ kind }) => t(kind === 'tooLong' ? 'invalid.passwordLong' : 'invalid.passwordShort');
}
