import { parseArgs } from 'node:util';
import { checkCalls } from './doctor/calls.ts';
import { type Finding, lineOf } from './doctor/finding.ts';
import { checkServer } from './doctor/server.ts';
import { checkSite } from './doctor/site.ts';
import { loadEnvFile } from './stack/settings.ts';

/**
 * `npm run doctor [-- --url https://calls.example.org]`: checks from outside why calls do not work, and says what to
 * do. With the web server's environment (DATABASE_URL), also checks its machine. Exits with 1 if something is wrong.
 */
loadEnvFile();
const { values } = parseArgs({ options: { url: { type: 'string' } } });
const { PUBLIC_URL, PORT, DATABASE_URL } = process.env;
const url = values.url ?? (PUBLIC_URL || `http://127.0.0.1:${PORT || 3000}`);
if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
  console.error('Usage: npm run doctor -- --url https://calls.example.org');
  process.exit(2);
}

const site = new URL(url);
let isWell = true;
const { findings, addresses, answers } = await checkSite(site);
say(`The site ${site.origin}`, findings);
if (answers) say('Calls', await checkCalls(site, addresses));
if (DATABASE_URL) say('The server', await checkServer());
process.exit(isWell ? 0 : 1);

function say(title: string, found: Finding[]): void {
  console.log(`${title}\n${found.map(lineOf).join('\n')}\n`);
  isWell &&= found.every(({ state }) => state !== 'wrong');
}
