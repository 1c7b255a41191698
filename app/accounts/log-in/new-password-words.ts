import type { Words } from '#app/forms/refusal.ts';
import type { Translate } from '#app/i18n/translate.ts';

/** What is said of a password that is to be a new one. */
export function newPasswordWords(t: Translate<'login'>): Words {
  return ({ kind }) => t(kind === 'tooLong' ? 'invalid.passwordLong' : 'invalid.passwordShort');
}
