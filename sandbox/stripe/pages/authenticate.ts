import { completeSession } from '../resources/checkout.ts';
import { refuseSetupIntent, succeedSetupIntent } from '../resources/setup-intents.ts';
import { find } from '../state.ts';
import { successUrl } from './checkout.ts';
import { html } from './html.ts';
import { languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** The bank's page of 3-D Secure, for the intent in the address. */
export function authenticate({ sandbox, id, form, accepts }: Visit): Outcome {
  const intent = find(sandbox.state.setupIntents, id);
  const session = Object.values(sandbox.state.sessions).find(({ setup_intent }) => setup_intent === id);
  const method = find(sandbox.state.paymentMethods, intent?.payment_method ?? '');
  if (!intent || !session || !method || intent.status !== 'requires_action') return null;
  if (form?.answer === 'pass') {
    succeedSetupIntent(intent, method);
    completeSession(sandbox, session);
    return { to: successUrl(session) };
  }
  if (form?.answer === 'fail') refuseSetupIntent(intent, 'setup_intent_authentication_failure');
  if (form) return { to: `/checkout/${session.id}` };
  return bankPage(languageOf(session.locale, accepts), session.success_url);
}

function bankPage(language: 'en' | 'es', leadsTo: string): Outcome {
  const { bank } = textsIn(language);
  return {
    title: bank.title,
    language,
    leadsTo: [leadsTo],
    content: html`<p>${bank.text}</p>
<form method="post">
<button name="answer" value="pass">${bank.pass}</button>
<button class="other" name="answer" value="fail">${bank.fail}</button>
<button class="other" name="answer" value="close">${bank.close}</button>
</form>`,
  };
}
