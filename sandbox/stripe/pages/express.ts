import { findLink } from '../resources/links.ts';
import { find } from '../state.ts';
import { html } from './html.ts';
import { languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** The Express dashboard: what an account has earned. */
export function express({ sandbox, id, accepts }: Visit): Outcome {
  const account = find(sandbox.state.accounts, findLink(sandbox, id, 'express')?.account ?? '');
  if (!account) return null;
  const language = languageOf(account.locales[0], accepts);
  const { express: words } = textsIn(language);
  return {
    title: words.title,
    language,
    content: html`<p>${account.legal_name}: ${account.transfers === 'active' ? words.ready : words.notReady}</p>
<h2>${words.balance}</h2>
<p>${words.noBalance}</p>
<h2>${words.transfers}</h2>
<p>${words.noTransfers}</p>`,
  };
}
