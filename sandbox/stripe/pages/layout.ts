import { type Html, html } from './html.ts';
import { type Language, textsIn } from './texts.ts';

export interface Page {
  title: string;
  language: Language;
  content: Html;
  /** Sites that its forms may redirect to. */
  leadsTo?: (string | null)[];
}

export interface Problem {
  /** Id of the field. */
  field: string;
  text: string;
}

/** Renders the whole document. */
export function documentOf({ title, language, content }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header class="banner">${textsIn(language).banner}</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.text;
}

/** Content-Security-Policy: forms may redirect to the given sites, and no scripts or other resources are loaded. */
export function policyOf({ leadsTo = [] }: Page): string {
  const origins = leadsTo.flatMap((url) => (url ? [new URL(url).origin] : []));
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ["form-action 'self'", ...new Set(origins)].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Lists all invalid fields, each with a link to it. */
export function summary(language: Language, problems: Problem[], labels: Record<string, string>): Html {
  if (problems.length === 0) return html``;
  return html`<div class="problems" role="alert"><p>${textsIn(language).problems}</p>
<ul>${problems.map(
    ({ field, text }) => html`<li><a href="#${field}">${labels[field]}</a>: ${text}</li>`,
  )}</ul></div>`;
}

interface Field {
  id: string;
  label: string;
  value: string;
  hint?: string;
  problem?: string;
  numeric?: boolean;
  maxLength: number;
}

export function field({ id, label, value, hint, problem, numeric, maxLength }: Field): Html {
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  // Off, so that the browser does not offer a real card.
  return html`<div class="field"><label for="${id}">${label}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${id}-problem">${problem}</p>`}
<input id="${id}" name="${id}" value="${value}" maxlength="${maxLength}" required autocomplete="off"
${numeric && html` inputmode="numeric"`}${problem && html` aria-invalid="true"`}
${notes && html` aria-describedby="${notes}"`}></div>`;
}

export const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f6f7f9, #0b1016); --raised: light-dark(#fff, #151c25);
  --text: light-dark(#0b1016, #f6f7f9); --muted: light-dark(#56616e, #98a3b0); --line: light-dark(#7a8591, #6c7885);
  --accent: #ff6b4a; --accent-text: light-dark(#c23a1b, #ff8a6e); --poor: light-dark(#b42318, #ff9c8f); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.banner { padding: 0.75rem 1rem; color: #0b1016; font-weight: 600; text-align: center;
  background: repeating-linear-gradient(-45deg, #ffd166 0 1rem, #ffe29a 1rem 2rem); }
main { max-width: 32rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; }
a { color: var(--accent-text); }
.field { margin: 1rem 0; }
label, legend { font-weight: 600; }
.hint { margin: 0; color: var(--muted); }
.problem { margin: 0; color: var(--poor); font-weight: 600; }
.problems { margin: 1rem 0; padding: 0.5rem 1rem; border: 2px solid var(--poor); border-radius: 8px; }
input:not([type='radio']) { width: 100%; padding: 0.625rem 0.75rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
input:not([type='radio'])[aria-invalid='true'] { border: 2px solid var(--poor); }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
fieldset label { display: block; padding: 0.5rem 0; font-weight: 400; }
button { width: 100%; margin: 0.5rem 0; padding: 0.75rem 1rem; font: inherit; font-weight: 600; color: #0b1016;
  background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; }
button.other { color: inherit; background: var(--raised); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.375rem 0.5rem 0.375rem 0; text-align: left; border-bottom: 1px solid var(--line); }
code { font-variant-numeric: tabular-nums; white-space: nowrap; }
`;
