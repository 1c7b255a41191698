import { resolve4, resolve6 } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPrivate } from '#app/platform/private-url.ts';
import { type Answer, sendRequest } from './ask.ts';
import { type Finding, ok, open, reasonOf, wrong } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Caddy renews a certificate when a third of its time is left. */
const RENEWED_BEFORE_DAYS = 7;
/** Tickets are valid for a minute. */
const MOST_SKEW_MS = 20_000;

export interface Seen {
  findings: Finding[];
  /** Addresses the site's name resolves to; empty if the URL has an address. */
  addresses: string[];
  answers: boolean;
}

/** Checks the site itself: its name, certificate, health, headers and clock. */
export async function checkSite(site: URL): Promise<Seen> {
  const host = site.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) || host === 'localhost' ? [] : await addressesOf(host);
  const findings = isIP(host) || host === 'localhost' ? [] : [nameFinding(host, addresses)];
  try {
    const answer = await sendRequest(new URL('/healthcheck', site));
    findings.push(
      ...certificateFindings(site, answer),
      healthFinding(answer),
      ...headerFindings(site, answer),
      clockFinding(answer),
    );
    return { findings, addresses, answers: true };
  } catch (error) {
    const todo = 'Does the proxy run, and does the firewall admit the port? Compose: docker compose ps';
    findings.push(wrong(`${site.origin} does not answer: ${reasonOf(error)}`, todo));
    return { findings, addresses, answers: false };
  }
}

async function addressesOf(name: string): Promise<string[]> {
  const found = await Promise.all([resolve4, resolve6].map((resolve) => resolve(name).catch(() => [])));
  return found.flat();
}

function nameFinding(name: string, addresses: string[]): Finding {
  if (addresses.length > 0) return ok(`${name} leads to ${addresses.join(', ')}`);
  return wrong(
    `${name} leads nowhere`,
    'Make a DNS record of the type A, and AAAA for IPv6, with the server’s address.',
  );
}

function certificateFindings({ protocol, hostname }: URL, { certificate }: Answer): Finding[] {
  if (protocol === 'http:') {
    const what = 'No certificate: the site is asked over plain HTTP';
    if (isPrivate(`http://${hostname}`)) return [open(what)];
    return [
      wrong(
        what,
        'Browsers give no camera to such a site. Name its https:// address, or put a proxy before it.',
      ),
    ];
  }
  if (!certificate) return [];
  const days = Math.floor((certificate.expires.getTime() - Date.now()) / DAY_MS);
  const until = certificate.expires.toISOString().slice(0, 10);
  const renew =
    'See the log of what renews it. Compose: docker compose logs caddy; port 80 or 443 must be open to all.';
  if (days < 0) return [wrong(`The certificate expired on ${until}`, renew)];
  if (certificate.problem) return [wrong(`The certificate is not trusted: ${certificate.problem}`, renew)];
  if (days < RENEWED_BEFORE_DAYS)
    return [wrong(`The certificate is valid for ${days} more days only`, renew)];
  return [ok(`The certificate is valid until ${until} (${days} days)`)];
}

function healthFinding({ status, text }: Answer): Finding {
  if (status === 200) return ok('The web server and its database work (/healthcheck)');
  if (status === 503 && text.includes('database')) {
    return wrong(
      'The web server does not reach its database',
      'Does PostgreSQL run, and is DATABASE_URL right?',
    );
  }
  const todo = 'Does the web server run, and does the proxy lead to it? Compose: docker compose logs web';
  return wrong(`/healthcheck answers ${status}`, todo);
}

function headerFindings({ protocol }: URL, { headers }: Answer): Finding[] {
  if (protocol === 'http:') return [];
  if (headers['strict-transport-security']) return [ok('Browsers are told to use HTTPS only (HSTS)')];
  return [
    wrong(
      'Browsers are not told to use HTTPS only (HSTS)',
      'Set PUBLIC_URL to the https:// address of the site.',
    ),
  ];
}

function clockFinding({ headers }: Answer): Finding {
  const skew = Date.parse(headers.date ?? '') - Date.now();
  if (Number.isNaN(skew)) return open('The site does not say what time it has');
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (Math.abs(skew) < MOST_SKEW_MS) return ok('The clocks of the site and of this machine agree');
  const todo = 'Set both by NTP (timedatectl). Tickets and TURN passwords go by the clock.';
  return wrong(`The site’s clock is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} this machine’s`, todo);
}
