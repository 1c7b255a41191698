import { changeAccount, type Standing, WANTED } from '../resources/accounts.ts';
import { createForm, findLink } from '../resources/links.ts';
import { find } from '../state.ts';
import { html } from './html.ts';
import { field, type Problem, summary } from './layout.ts';
import { languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

/** Requirements left out by an incomplete onboarding. */
const LEFT_OUT = WANTED.slice(-1);

const OUTCOMES: Record<string, Standing> = {
  all: { transfers: 'active', payouts: 'active', due: [] },
  some: { transfers: 'restricted', payouts: 'restricted', due: LEFT_OUT },
  rejected: { transfers: 'rejected', payouts: 'rejected', due: [] },
};

/** Opens an onboarding link, once. Afterwards it redirects to the site's URL for a new link. */
export function onboarding({ sandbox, id }: Visit): Outcome {
  const link = find(sandbox.state.links, id);
  if (link?.kind !== 'onboarding') return null;
  if (!findLink(sandbox, id, 'onboarding')) return { to: link.refresh_url };
  link.expires_at = sandbox.clock.now();
  return { to: `/onboarding/form/${createForm(sandbox, link).id}` };
}

/** Form with Stripe's requirements for receiving payments. */
export function onboardingForm({ sandbox, id, form, accepts }: Visit): Outcome {
  const link = findLink(sandbox, id, 'form');
  const account = find(sandbox.state.accounts, link?.account ?? '');
  if (!link || !account) return null;
  const language = languageOf(account.locales[0], accepts);
  const { onboarding: words, cancel } = textsIn(language);
  const name = form?.name?.trim().slice(0, 200) ?? account.legal_name ?? '';
  const standing = Object.hasOwn(OUTCOMES, form?.outcome ?? '') ? OUTCOMES[form?.outcome ?? ''] : undefined;
  if (form && name && standing) {
    changeAccount(sandbox, account, { ...standing, legal_name: name });
    return { to: link.return_url };
  }
  const problems: Problem[] = form
    ? [
        ...(name ? [] : [{ field: 'name', text: words.wrongName }]),
        ...(standing ? [] : [{ field: 'outcome', text: words.wrongOutcome }]),
      ]
    : [];
  const problemOf = (id: string) => problems.find((problem) => problem.field === id)?.text;
  const wrong = problemOf('outcome');
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(account.country.toUpperCase());
  const choice = (value: string, label: string, first = false) =>
    html`<label><input type="radio" name="outcome" value="${value}"${first && html` id="outcome"`}${
      form?.outcome === value && html` checked`
    }> ${label}</label>`;
  return {
    title: words.title,
    language,
    leadsTo: [link.return_url],
    content: html`<p>${words.text}</p>
${summary(language, problems, { name: words.name, outcome: words.outcome })}
<p>${words.country}: <strong>${country}</strong></p>
<form method="post" novalidate>
${field({ id: 'name', label: words.name, value: name, problem: problemOf('name'), maxLength: 200 })}
<fieldset${wrong && html` aria-describedby="outcome-problem"`}><legend>${words.outcome}</legend>
${wrong && html`<p class="problem" id="outcome-problem">${wrong}</p>`}
${choice('all', words.all, true)}
${choice('some', words.some)}
${choice('rejected', words.rejected)}
</fieldset>
<button>${words.submit}</button>
</form>
<p><a href="${link.return_url}">${cancel}</a></p>`,
  };
}
