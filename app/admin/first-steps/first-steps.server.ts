import { and, desc, eq, exists, isNotNull, like, notExists, sql } from 'drizzle-orm';
import { hasDemo } from '#app/entities/demo.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { audit, fragment, mediaNode, passkey, role, skippedStep, totp, user } from '#db/schema/index.ts';
import { PARAMETERS } from '#protocol/parameters.ts';
import type { FirstStep, StepProblem, StepState } from './steps.ts';

/** A backup older than this is reported, in days. */
const BACKUP_DAYS = 7;
const DAY_MS = 86_400_000;

/** The state of each step of setting up the site. */
export async function firstSteps(): Promise<StepState[]> {
  const [problems, skipped] = await Promise.all([
    Promise.all([name(), operator(), terms(), mail(), payments(), turn(), backup(), secondFactor(), demo()]),
    db.select().from(skippedStep),
  ]);
  return problems.map(({ values = {}, ...found }) => ({
    ...found,
    values,
    isSkipped: skipped.some(({ name }) => name === found.step),
  }));
}

export async function skipStep(name: FirstStep): Promise<void> {
  await db.insert(skippedStep).values({ name }).onConflictDoNothing();
}

export async function needStep(name: FirstStep): Promise<void> {
  await db.delete(skippedStep).where(eq(skippedStep.name, name));
}

type Found = { step: FirstStep; problem: StepProblem | null; values?: StepState['values'] };

async function name(): Promise<Found> {
  const isDefault = (await currentParameters()).text('site-name') === PARAMETERS['site-name'].initial;
  return { step: 'name', problem: isDefault ? 'nameDefault' : null };
}

async function operator(): Promise<Found> {
  const parameters = await currentParameters();
  const isKnown = parameters.text('operator-name') && parameters.text('operator-address');
  return { step: 'operator', problem: isKnown ? null : 'operatorUnknown' };
}

/** Names the texts with gaps to fill, which are marked by `[[ ]]`. */
async function terms(): Promise<Found> {
  const rows = await db
    .selectDistinct({ name: fragment.name })
    .from(fragment)
    .where(like(fragment.body, '%[[%'))
    .orderBy(fragment.name);
  const names = rows.map((row) => row.name).join(', ');
  return { step: 'terms', problem: names ? 'termsGaps' : null, values: names ? { names } : {} };
}

const mail = (): Found => ({ step: 'mail', problem: env.SMTP_URL ? null : 'mailFolder' });

function payments(): Found {
  if (stripeMode === null) return { step: 'payments', problem: 'paymentsOff' };
  return { step: 'payments', problem: stripeMode === 'LIVE' ? null : 'paymentsTest' };
}

async function turn(): Promise<Found> {
  const known = await db.$count(mediaNode, eq(mediaNode.hasTurn, true));
  return { step: 'turn', problem: known > 0 ? null : 'turnNone' };
}

async function backup(): Promise<Found> {
  const [last] = await db
    .select({ at: audit.createdAt })
    .from(audit)
    .where(eq(audit.action, 'BACK_UP'))
    .orderBy(desc(audit.createdAt))
    .limit(1);
  if (!last) return { step: 'backup', problem: 'backupNever' };
  const count = Math.floor((Date.now() - last.at.getTime()) / DAY_MS);
  return { step: 'backup', problem: count > BACKUP_DAYS ? 'backupOld' : null, values: { count } };
}

/** Names the administrators without a second factor. */
async function secondFactor(): Promise<Found> {
  const own = <T extends typeof passkey | typeof totp>(table: T) => eq(table.userId, user.id);
  const rows = await db
    .select({ username: user.username })
    .from(user)
    .where(
      and(
        exists(
          db
            .select()
            .from(role)
            .where(and(eq(role.userId, user.id), eq(role.rolename, 'ADMIN'))),
        ),
        notExists(db.select().from(passkey).where(own(passkey))),
        notExists(
          db
            .select()
            .from(totp)
            .where(and(own(totp), isNotNull(totp.confirmedAt))),
        ),
      ),
    )
    .orderBy(sql`lower(${user.username})`)
    .limit(5);
  const names = rows.map(({ username }) => username).join(', ');
  return { step: 'secondFactor', problem: names ? 'secondFactorMissing' : null, values: { names } };
}

async function demo(): Promise<Found> {
  return { step: 'demo', problem: (await hasDemo()) ? 'demoThere' : null };
}
