import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseForm, readBody } from '../body.ts';
import type { Journal } from '../journal.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from './authenticate.ts';
import { checkout } from './checkout.ts';
import { express } from './express.ts';
import { html } from './html.ts';
import { documentOf, type Page, policyOf, STYLE } from './layout.ts';
import { onboarding, onboardingForm } from './onboarding.ts';
import { languageOf, textsIn } from './texts.ts';
import type { Outcome, Visit } from './visit.ts';

const PAGES: [RegExp, (visit: Visit) => Outcome][] = [
  [/^\/checkout\/(\w+)$/, checkout],
  [/^\/authenticate\/(\w+)$/, authenticate],
  [/^\/onboarding\/(\w+)$/, onboarding],
  [/^\/onboarding\/form\/(\w+)$/, onboardingForm],
  [/^\/express\/(\w+)$/, express],
];

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const formSchema = z.record(z.string(), z.string());

/** Answers browsers. Ignores cookies: the site's are sent too, as ports of a host share them. */
export async function handlePage(
  sandbox: Sandbox,
  journal: Journal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/style.css') {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/css; charset=utf-8' });
    response.end(STYLE);
    return;
  }
  const accepts = request.headers['accept-language'];
  const form = request.method === 'POST' ? formSchema.safeParse(parseForm(await readBody(request))) : null;
  sandbox.passTime();
  let outcome: Outcome = null;
  for (const [pattern, visit] of PAGES) {
    const id = pattern.exec(pathname)?.[1];
    if (id && form?.success !== false) outcome = visit({ sandbox, id, form: form?.data ?? null, accepts });
  }
  await journal.save(sandbox.state);
  if (outcome && 'to' in outcome) {
    response.writeHead(303, { ...HEADERS, location: outcome.to });
    response.end();
    return;
  }
  const page = outcome ?? notFound(accepts);
  response.writeHead(outcome ? 200 : 404, {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(page),
  });
  response.end(documentOf(page));
}

function notFound(accepts: string | undefined): Page {
  const language = languageOf(accepts);
  const { title, text } = textsIn(language).notFound;
  return { title, language, content: html`<p>${text}</p>` };
}
