import { money } from '../amounts.ts';
import { balanceOf } from '../resources/ledger.ts';
import { findLink } from '../resources/links.ts';
import { find } from '../state.ts';
import { html } from './html.ts';
import { languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** The Express dashboard, which shows an account's earnings. */
export function express({ sandbox, id, accepts }: Visit): Outcome {
  const account = find(sandbox.state.accounts, findLink(sandbox, id, 'express')?.account ?? '');
  if (!account) return null;
  const language = languageOf(account.locales[0], accepts);
  const { express: words } = textsIn(language);
  const balance = [...balanceOf(sandbox, account.id)];
  const transfers = Object.values(sandbox.state.transfers)
    .filter(({ destination }) => destination === account.id)
    .reverse();
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    title: words.title,
    language,
    content: html`<p>${account.legal_name}: ${account.transfers === 'active' ? words.ready : words.notReady}</p>
<h2>${words.balance}</h2>
${balance.length === 0 && html`<p>${words.noBalance}</p>`}
${balance.map(([currency, amount]) => html`<p>${money(amount, currency, language)}</p>`)}
<h2>${words.transfers}</h2>
${
  transfers.length === 0
    ? html`<p>${words.noTransfers}</p>`
    : html`<table><thead><tr><th scope="col">${words.date}</th><th scope="col">${words.amount}</th><th scope="col">${words.reversed}</th></tr></thead><tbody>
${transfers.map(
  ({ created, amount, amount_reversed, currency }) => html`<tr><td>${date.format(created * 1000)} UTC</td>
<td>${money(amount, currency, language)}</td><td>${money(amount_reversed, currency, language)}</td></tr>`,
)}</tbody></table>`
}`,
  };
}
