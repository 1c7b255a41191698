import { parseArgs } from 'node:util';
import { email } from '#app/entities/fields.ts';
import { username } from '#app/entities/user/schema.ts';
import { makeAdministrator, UnprovedAccount } from './accounts/administrator.ts';
import { loadEnvFile } from './stack/settings.ts';

/**
 * `npm run make-admin -- --username NAME --email ADDRESS [--promote]`: creates an administrator in the database at
 * DATABASE_URL and prints the password, which is not stored in plain text. An existing user of that name becomes an
 * administrator if they have confirmed the address, or with `--promote`.
 */
const { values } = parseArgs({
  options: { username: { type: 'string' }, email: { type: 'string' }, promote: { type: 'boolean' } },
});
const name = username.safeParse(values.username);
const address = email.safeParse(values.email);
loadEnvFile();
const url = process.env.DATABASE_URL;

if (!name.success || !address.success || !url) {
  console.error(
    'Usage: npm run make-admin -- --username NAME --email ADDRESS [--promote], with DATABASE_URL set',
  );
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
