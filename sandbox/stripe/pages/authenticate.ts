import { completeSession } from '../resources/checkout.ts';
import { accept, failAuthentication } from '../resources/holds.ts';
import { secretOf } from '../resources/intents.ts';
import { refuseSetupIntent, succeedSetupIntent } from '../resources/setup-intents.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type Session } from '../state.ts';
import type { Intent } from '../state-money.ts';
import { successUrl } from './checkout.ts';
import { html } from './html.ts';
import { type Language, languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** The bank's 3-D Secure page, for the intent in the URL. */
export function authenticate({ sandbox, id, form, accepts }: Visit): Outcome {
  const payment = find(sandbox.state.intents, id);
  const setup = find(sandbox.state.setupIntents, id);
  const intent = payment ?? setup;
  const method = find(sandbox.state.paymentMethods, intent?.payment_method ?? '');
  if (!method || intent?.status !== 'requires_action') return null;
  const session = sessionOf(sandbox, id);
  if (form?.answer === 'pass') {
    if (payment) accept(sandbox, payment, method, false);
    if (setup) succeedSetupIntent(setup, method);
    if (session) completeSession(sandbox, session);
  }
  if (form?.answer === 'fail') {
    if (payment) failAuthentication(sandbox, payment, method);
    if (setup) refuseSetupIntent(setup, 'setup_intent_authentication_failure', null);
  }
  if (!form) return bankPage(languageOf(session?.locale, accepts), leadsTo(session, payment));
  if (session) return { to: session.status === 'complete' ? successUrl(session) : `/checkout/${session.id}` };
  return payment?.return_url ? { to: returnUrl(payment, payment.return_url, form.answer) } : null;
}

/** The site's page to return to, with Stripe's parameters; closing the bank's page adds no result. */
function returnUrl(intent: Intent, to: string, answer: string | undefined): string {
  const url = new URL(to);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', secretOf(intent));
  const status = answer === 'pass' ? 'succeeded' : answer === 'fail' ? 'failed' : null;
  if (status) url.searchParams.set('redirect_status', status);
  return url.href;
}

function sessionOf({ state }: Sandbox, id: string): Session | undefined {
  return Object.values(state.sessions).find(
    ({ payment_intent, setup_intent }) => payment_intent === id || setup_intent === id,
  );
}

function leadsTo(session: Session | undefined, payment: Intent | undefined): (string | null)[] {
  return [session?.success_url ?? null, payment?.return_url ?? null];
}

function bankPage(language: Language, leadsTo: (string | null)[]): Outcome {
  const { bank } = textsIn(language);
  return {
    title: bank.title,
    language,
    leadsTo,
    content: html`<p>${bank.text}</p>
<form method="post">
<button name="answer" value="pass">${bank.pass}</button>
<button class="other" name="answer" value="fail">${bank.fail}</button>
<button class="other" name="answer" value="close">${bank.close}</button>
</form>`,
  };
}
