import { hasCheckDigit, TEST_CARDS, type TestCard, testCard } from '../cards.ts';
import { newId } from '../ids.ts';
import { completeSession } from '../resources/checkout.ts';
import { confirmSetupIntent } from '../resources/setup-intents.ts';
import type { Sandbox } from '../sandbox.ts';
import { find, type PaymentMethod, type Session } from '../state.ts';
import { type Html, html } from './html.ts';
import { field, type Page, type Problem, summary } from './layout.ts';
import { languageOf, type Texts, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** Stripe's Checkout: asks for a card. */
export function checkout({ sandbox, id, form, accepts }: Visit): Outcome {
  const session = find(sandbox.state.sessions, id);
  if (!session) return null;
  const language = languageOf(session.locale, accepts);
  const texts = textsIn(language);
  const { checkout: words } = texts;
  const page = (content: Html): Page => ({
    title: words.title,
    language,
    content,
    leadsTo: [session.success_url, session.cancel_url],
  });
  if (session.status !== 'open') {
    const back = session.status === 'complete' ? successUrl(session) : session.cancel_url;
    return page(html`<p>${session.status === 'complete' ? words.done : words.expired}</p>
${back && html`<p><a href="${back}">${texts.back}</a></p>`}`);
  }
  if (!form) return page(cardForm(session, texts, {}, lastProblem(sandbox, session, texts)));
  const given = readCard(form);
  const problems = problemsOf(given, sandbox.clock.now(), words);
  const card = testCard(given.number);
  if (problems.length > 0 || !card) return page(cardForm(session, texts, form, problems));
  const outcome = tryCard(sandbox, session, keepCard(sandbox, given), card);
  if (outcome) return outcome;
  return page(cardForm(session, texts, form, lastProblem(sandbox, session, texts)));
}

/** Where the person goes once a session is complete. */
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

/** The card as a payment method that no one has attached yet. */
function keepCard(sandbox: Sandbox, { number, month, year, name }: GivenCard): PaymentMethod {
  const method: PaymentMethod = {
    id: newId('pm'),
    created: sandbox.clock.now(),
    customer: null,
    detached: false,
    number,
    exp_month: month,
    exp_year: year,
    name: name.slice(0, 200),
    set_up: false,
    metadata: {},
  };
  sandbox.state.paymentMethods[method.id] = method;
  return method;
}

/** @returns where to go on; null if the card was refused */
function tryCard(sandbox: Sandbox, session: Session, method: PaymentMethod, card: TestCard): Outcome {
  const setup = find(sandbox.state.setupIntents, session.setup_intent ?? '');
  if (!setup) return null;
  confirmSetupIntent(setup, method, card);
  if (setup.status === 'requires_action') return { to: `/authenticate/${setup.id}` };
  if (setup.status !== 'succeeded') return null;
  completeSession(sandbox, session);
  return { to: successUrl(session) };
}

/** Why the bank refused the last card. */
function lastProblem(sandbox: Sandbox, session: Session, texts: Texts): Problem[] {
  const code = find(sandbox.state.setupIntents, session.setup_intent ?? '')?.error;
  if (!code) return [];
  const { declined } = texts.checkout;
  if (code === 'incorrect_cvc') return [{ field: 'cvc', text: declined.incorrect_cvc }];
  const text =
    code === 'setup_intent_authentication_failure'
      ? declined.authentication
      : code === 'expired_card'
        ? declined.expired_card
        : declined.other;
  return [{ field: 'number', text }];
}

function cardForm(session: Session, texts: Texts, form: Record<string, string>, problems: Problem[]): Html {
  const { checkout: words, cardNotes } = texts;
  const language = texts === textsIn('es') ? 'es' : 'en';
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
  return html`<p>${words.text}</p>
${summary(language, problems, labels)}
<form method="post" novalidate>
${input('number', 30, true, words.numberHint)}
${input('month', 2, true)}
${input('year', 4, true)}
${input('cvc', 4, true)}
${input('name', 200, false)}
<button>${words.save}</button>
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

/** In groups of four, as on a card. */
function grouped(number: string): string {
  return number.replace(/\d{4}(?=\d)/g, '$& ');
}
