import addressparser from 'nodemailer/lib/addressparser/index.js';
import { siteName } from '#app/i18n/site-name.ts';
import { env } from '../env.server.ts';
import { parameters } from '../parameters.server.ts';

/** Who emails come from: as administrators set it, else as MAIL_FROM has it; without a name in either, the site. */
export function mailSender(): { name: string; address: string } {
  const [from] = addressparser(env.MAIL_FROM, { flatten: true });
  return {
    name: parameters.text('sender-name') || from?.name || siteName(),
    address: parameters.text('sender-address') || from?.address || '',
  };
}

/** The operator's name and address, as far as they are set. */
export const operatorLines = (): string[] =>
  [parameters.text('operator-name'), parameters.text('operator-address')].filter(Boolean);
