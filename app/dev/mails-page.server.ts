import { LANGUAGES } from '#app/i18n/languages.ts';
import { escaped } from '#app/platform/mail/escaped.ts';
import { render } from '#app/platform/mail/render.server.ts';
import { SAMPLE_ORIGIN, type Sample } from '#app/platform/mail/samples.server.ts';
import { operatorLines } from '#app/platform/mail/sender.server.ts';
import { SAMPLES } from './samples.server.ts';

/** Width of a phone in CSS pixels. */
const WIDTH = 375;

const STYLE = `body { margin: 16px; font-family: system-ui, sans-serif; }
nav { columns: 240px; }
.samples { display: flex; flex-wrap: wrap; gap: 16px; }
figure { margin: 0; width: ${WIDTH}px; }
iframe { border: 1px solid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;

/** HTML of a page that shows each email with made-up data in each language: as HTML at a phone's width, and as text. */
export function mailsPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Emails</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<h1>Emails</h1>
<nav>${SAMPLES.map(({ about }) => `<a href="#${about}">${about}</a><br>`).join('')}</nav>
${SAMPLES.map((sample) => section(sample, nonce)).join('\n')}
</body>
</html>
`;
}

function section({ email, about, compose }: Sample, nonce: string): string {
  const figures = LANGUAGES.map((language) => {
    const { calendar, ...message } = compose(language);
    const { subject, text, html } = render(message, SAMPLE_ORIGIN, operatorLines());
    // The frame inherits the page's Content-Security-Policy.
    const framed = escaped(html.replace('<style>', `<style nonce="${nonce}">`));
    return `<figure lang="${language}">
<figcaption>${escaped(subject)}</figcaption>
<iframe title="${about} ${language}" width="${WIDTH}" height="520" sandbox srcdoc="${framed}"></iframe>
<pre>${escaped(text + (calendar?.content ?? ''))}</pre>
</figure>`;
  });
  return `<section id="${about}">
<h2>${about} <small>(${email})</small></h2>
<div class="samples">${figures.join('\n')}</div>
</section>`;
}
