import { parseArgs } from 'node:util';
import { email } from '#app/entities/fields.ts';
import { username } from '#app/entities/user/schema.ts';
import {
  demandsSecondFactor,
  makeAdministrator,
  resetSecondFactor,
  UnprovedAccount,
} from './accounts/administrator.ts';
import { loadEnvFile } from './stack/settings.ts';

/**
 * `npm run make-admin -- --username NAME --email ADDRESS [--promote]`: creates an administrator in the database at
 * DATABASE_URL and prints the password, which is not stored in plain text. An existing user of that name becomes an
 * administrator if they have confirmed the address, or with `--promote`.
 *
 * `npm run make-admin -- --username NAME --reset-second-factor`: removes the passkeys, the authenticator app and the
 * recovery codes of someone who has lost them all, and ends their sessions.
 */
const { values } = parseArgs({
  options: {
    username: { type: 'string' },
    email: { type: 'string' },
    promote: { type: 'boolean' },
    'reset-second-factor': { type: 'boolean' },
  },
});
const name = username.safeParse(values.username);
const address = email.safeParse(values.email);
loadEnvFile();
const url = process.env.DATABASE_URL;

if (name.success && url && values['reset-second-factor']) {
  const found = await resetSecondFactor(url, name.data);
  if (found) console.log(`${name.data} now logs in with the password alone.`);
  else console.error(`There is no account ${name.data}.`);
  process.exit(found ? 0 : 1);
}
if (!name.success || !address.success || !url) {
  console.error(
    'Usage: npm run make-admin -- --username NAME --email ADDRESS [--promote], with DATABASE_URL set',
  );
  console.error('   or: npm run make-admin -- --username NAME --reset-second-factor');
  console.error('The first `npm start` creates the administrator of the embedded database.');
  process.exit(1);
}
const candidate = { username: name.data, email: address.data, promote: values.promote };
const password = await makeAdministrator(url, candidate).catch((error: unknown) => {
  if (!(error instanceof UnprovedAccount)) throw error;
  console.error(`An account ${name.data} exists, and has not confirmed the address ${address.data}.`);
  console.error('To make it an administrator nevertheless, add --promote.');
  process.exit(1);
});
console.log(password ? `Password of ${name.data}: ${password}` : `${name.data} is now an administrator.`);
if (await demandsSecondFactor(url, process.env)) {
  console.log('The administration opens once they have set up two-step login, under Account.');
}
