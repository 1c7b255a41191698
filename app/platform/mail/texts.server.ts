import { translator } from '#app/i18n/translate.ts';
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };

type Texts = typeof en;

/** Subjects of emails: keys of `locales/…/mail.json` with a `subject` and a `text`. Other keys are parts of texts. */
export type MailSubject = {
  [Key in keyof Texts]: Texts[Key] extends { subject: string; text: string } ? Key : never;
}[keyof Texts];

export const mailTexts = { en: translator<'mail'>('en', en), es: translator<'mail'>('es', es) };
