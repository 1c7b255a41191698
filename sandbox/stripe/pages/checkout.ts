import { money } from '../amounts.ts';
import { hasCheckDigit, TEST_CARDS, type TestCard, testCard } from '../cards.ts';
import { completeSession } from '../resources/checkout.ts';
import { hold } from '../resources/holds.ts';
import { createIntent } from '../resources/intents.ts';
import { createPaymentMethod } from '../resources/payment-methods.ts';
import { confirmSetupIntent } from '../resources/setup-intents.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type PaymentMethod, type Session } from '../state.ts';
import type { Intent, Terms } from '../state-money.ts';
import { type Html, html } from './html.ts';
import { field, type Page, type Problem, summary } from './layout.ts';
import { type Language, languageOf, type Texts, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** Stripe's Checkout page, which asks for a card. */
export function checkout({ sandbox, id, form, accepts }: Visit): Outcome {
  const session = find(sandbox.state.sessions, id);
  if (!session) return null;
  const language = languageOf(session.locale, accepts);
  const texts = textsIn(language);
  const { checkout: words } = texts;
  const page = (content: Html): Page => ({
    title: session.mode === 'setup' ? words.title : words.titlePayment,
    language,
    content,
    leadsTo: [session.success_url, session.cancel_url],
  });
  if (session.status !== 'open') {
    const back = session.status === 'complete' ? successUrl(session) : session.cancel_url;
    return page(html`<p>${session.status === 'complete' ? words.done : words.expired}</p>
${back && html`<p><a href="${back}">${texts.back}</a></p>`}`);
  }
  if (!form) return page(cardForm(session, language, {}, lastProblem(sandbox, session, texts)));
  const given = readCard(form);
  const problems = problemsOf(given, sandbox.clock.now(), words);
  const card = testCard(given.number);
  if (problems.length > 0 || !card) return page(cardForm(session, language, form, problems));
  const method = createPaymentMethod(sandbox, {
    number: given.number,
    exp_month: given.month,
    exp_year: given.year,
    name: given.name.slice(0, 200),
  });
  const outcome = tryCard(sandbox, session, method, card);
  if (outcome) return outcome;
  return page(cardForm(session, language, form, lastProblem(sandbox, session, texts)));
}

/** URL to go to after a session is complete. */
export function successUrl({ id, success_url }: Session): string {
  return success_url.replace('{CHECKOUT_SESSION_ID}', id);
}

interface GivenCard {
  number: string;
  month: number;
  year: number;
  cvc: string;
  name: string;
}

function readCard({
  number = '',
  month = '',
  year = '',
  cvc = '',
  name = '',
}: Record<string, string>): GivenCard {
  const digits = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);
  const shortYear = digits(year);
  return {
    number: number.replace(/[\s-]/g, ''),
    month: digits(month),
    year: shortYear > 0 && shortYear < 100 ? 2000 + shortYear : shortYear,
    cvc: cvc.trim(),
    name: name.trim(),
  };
}

function problemsOf(
  { number, month, year, cvc, name }: GivenCard,
  now: number,
  words: Texts['checkout'],
): Problem[] {
  const today = new Date(now * 1000);
  const monthIsOver = Date.UTC(year, month, 1) <= today.getTime();
  const problem = (field: string, text: string | false) => (text ? [{ field, text }] : []);
  return [
    ...problem('number', !hasCheckDigit(number) ? words.wrongNumber : !testCard(number) && words.otherNumber),
    ...problem('month', (month < 1 || month > 12) && words.wrongMonth),
    ...problem('year', (year < 2000 || year > 2100) && words.wrongYear),
    ...problem('year', year >= 2000 && month >= 1 && month <= 12 && monthIsOver && words.past),
    ...problem('cvc', !/^\d{3}$/.test(cvc) && words.wrongCvc),
    ...problem('name', name === '' && words.wrongName),
  ];
}

/** @returns URL to go to next; null if the card was refused */
function tryCard(sandbox: Sandbox, session: Session, method: PaymentMethod, card: TestCard): Outcome {
  const intent = session.payment ? payBy(sandbox, session, session.payment.terms, method) : null;
  const setup = find(sandbox.state.setupIntents, session.setup_intent ?? '');
  if (setup) confirmSetupIntent(setup, method, card);
  const tried = intent ?? setup;
  if (tried?.status === 'requires_action') return { to: `/authenticate/${tried.id}` };
  if (!tried || tried.status === 'requires_payment_method') return null;
  completeSession(sandbox, session);
  return { to: successUrl(session) };
}

/** Holds the payment with a card; several cards can be tried with one intent. */
function payBy(sandbox: Sandbox, session: Session, terms: Terms, method: PaymentMethod): Intent {
  const known = find(sandbox.state.intents, session.payment_intent ?? '');
  const intent = known ?? createIntent(sandbox, terms, session.id);
  session.payment_intent = intent.id;
  hold(sandbox, intent, method, false);
  return intent;
}

/** The bank's reason for refusing the last card. */
function lastProblem(sandbox: Sandbox, session: Session, texts: Texts): Problem[] {
  const setup = find(sandbox.state.setupIntents, session.setup_intent ?? '');
  const payment = find(sandbox.state.intents, session.payment_intent ?? '');
  const error = payment?.error ?? setup?.error;
  const code = error?.decline_code ?? error?.code;
  if (!code) return [];
  const { authentication, other, ...declined } = texts.checkout.declined;
  if (code === 'incorrect_cvc') return [{ field: 'cvc', text: declined.incorrect_cvc }];
  const known = Object.entries(declined).find(([reason]) => reason === code)?.[1];
  const text = code.endsWith('authentication_failure') ? authentication : (known ?? other);
  return [{ field: 'number', text }];
}

function cardForm(
  session: Session,
  language: Language,
  form: Record<string, string>,
  problems: Problem[],
): Html {
  const texts = textsIn(language);
  const { checkout: words, cardNotes } = texts;
  const labels: Record<string, string> = {
    number: words.number,
    month: words.month,
    year: words.year,
    cvc: words.cvc,
    name: words.name,
  };
  const input = (id: string, maxLength: number, numeric: boolean, hint?: string) =>
    field({
      id,
      label: labels[id] ?? '',
      value: form[id] ?? '',
      hint,
      problem: problems.find((problem) => problem.field === id)?.text,
      numeric,
      maxLength,
    });
  return html`${session.payment ? bill(session.payment, language) : html`<p>${words.text}</p>`}
${summary(language, problems, labels)}
<form method="post" novalidate>
${input('number', 30, true, words.numberHint)}
${input('month', 2, true)}
${input('year', 4, true)}
${input('cvc', 4, true)}
${input('name', 200, false)}
<button>${session.payment ? words.pay : words.save}</button>
</form>
${session.cancel_url && html`<p><a href="${session.cancel_url}">${texts.cancel}</a></p>`}
<h2>${words.cards}</h2>
<table><tbody>
${TEST_CARDS.map(
  ({ number }) => html`<tr><th scope="row"><code>${grouped(number)}</code></th>
<td>${Object.entries(cardNotes).find(([of]) => of === number)?.[1]}</td></tr>`,
)}
</tbody></table>`;
}

function bill({ items, terms }: NonNullable<Session['payment']>, language: Language): Html {
  const { checkout: words } = textsIn(language);
  const row = (name: string, amount: number) =>
    html`<tr><th scope="row">${name}</th><td>${money(amount, terms.currency, language)}</td></tr>`;
  return html`<p>${words.textPayment}</p>
<table><tbody>${items.map(({ name, amount }) => row(name, amount))}${row(words.total, terms.amount)}</tbody></table>`;
}

/** In groups of four, as on a card. */
function grouped(number: string): string {
  return number.replace(/\d{4}(?=\d)/g, '$& ');
}
