import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { Letter, Written } from './email.server.ts';
import type { MailSubject } from './texts.server.ts';

/** An email with made-up data, for `/dev/mails` and tests. Not part of the build. */
export type Sample = { email: string; about: MailSubject; compose(language: Language): Written };

/** The site's origin in samples. */
export const SAMPLE_ORIGIN = 'https://panocall.example';

/** Samples of an email's texts. @param email the definition @param facts made-up facts for each text */
export function samplesOf<About extends MailSubject, Facts>(
  email: { name: string; compose(letter: Letter<About, Facts>, origin: string): Written },
  facts: Record<About, NoInfer<Facts>>,
): Sample[] {
  const samples: Sample[] = [];
  for (const about in facts) {
    const compose = (language: Language) => {
      const to = { email: 'anna@example.org', username: 'anna', language: recordOf(language) };
      return email.compose({ about, to, facts: facts[about] }, SAMPLE_ORIGIN);
    };
    samples.push({ email: email.name, about, compose });
  }
  return samples;
}
