import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { tellOwner } from '#app/accounts/addresses/owner-notice.server.ts';
import { recordAudit } from '#app/audit/record.server.ts';
import { deleteRow, readRow, updateRow } from '#app/entities/crud/crud.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import { webhookEntity } from '#app/entities/webhook/descriptor.server.ts';
import type { newWebhook } from '#app/entities/webhook/schema.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { isAdmitted } from '#app/platform/outbound/address.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { WEBHOOK_DUE, webhook, webhookAttempt, webhookDelivery, webhookEvent } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { lockConfirmedOwner } from '../confirmed-owner.server.ts';
import { secretsOf } from './signature.server.ts';

/** Webhooks per account. */
const WEBHOOKS_MAX = 10;
/** Newest deliveries shown of a webhook. */
const DELIVERIES_SHOWN = 50;
/** Newest attempts shown of all of them: each may be sent again any number of times. */
const ATTEMPTS_SHOWN = 1_000;

/**
 * Creates a webhook, and emails its owner about it.
 * @param origin the site's, for the link in the email
 * @returns its row and its signing secret
 * @throws ProtocolError CONFIRM_AGAIN; FORBIDDEN unless the viewer's email address is confirmed; INVALID_DATA;
 *   WRONG_STATE if they already have WEBHOOKS_MAX
 */
export async function createWebhook(
  viewer: SignedIn,
  { url, events }: z.output<typeof newWebhook>,
  origin: string,
): Promise<{ row: Row; secret: string }> {
  requireConfirmed(viewer);
  const href = admittedUrl(url);
  const id = await inTransaction(async (tx) => {
    await lockConfirmedOwner(tx, viewer.id);
    if ((await tx.$count(webhook, eq(webhook.userId, viewer.id))) >= WEBHOOKS_MAX)
      throw new ProtocolError('WRONG_STATE');
    const [made] = await tx
      .insert(webhook)
      .values({ userId: viewer.id, url: href, events })
      .returning({ id: webhook.id });
    if (!made) throw new Error('The webhook was not written');
    await recordAudit(tx, {
      action: 'ADD_WEBHOOK',
      entity: webhookEntity.name,
      rowId: made.id,
      after: { events },
    });
    await tellOwner(tx, viewer.id, 'webhookAdded', origin, { named: href });
    return made.id;
  });
  return { row: await readRow(webhookEntity, viewer, id), secret: secretsOf(id)[0] };
}

/** A webhook's address, without a fragment. @throws ProtocolError INVALID_DATA */
function admittedUrl(address: string): string {
  const url = new URL(address);
  url.hash = '';
  if (isAdmitted(url, env.WEBHOOK_HOSTS)) return url.href;
  const problem = { kind: 'format' } as const;
  throw new ProtocolError('INVALID_DATA', [
    { path: 'url', message: 'must be a public https:// address', problem },
  ]);
}

/** The viewer's webhooks, oldest first. */
export function listWebhooks(userId: string) {
  const { id, url, events, enabled, failingSince } = webhook;
  return db
    .select({ id, url, events, enabled, failingSince })
    .from(webhook)
    .where(eq(webhook.userId, userId))
    .orderBy(webhook.createdAt);
}

/** One of the viewer's webhooks, with its newest deliveries. @throws ProtocolError NOT_FOUND */
export async function webhookWithLog(viewer: SignedIn, webhookId: string) {
  const hook = (await listWebhooks(viewer.id)).find(({ id }) => id === webhookId);
  if (!hook) throw new ProtocolError('NOT_FOUND');
  const { id, status } = webhookDelivery;
  const deliveries = await db
    .select({
      id,
      status,
      eventId: webhookEvent.id,
      type: webhookEvent.type,
      createdAt: webhookEvent.createdAt,
    })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, webhookDelivery.eventId))
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookEvent.createdAt), desc(id))
    .limit(DELIVERIES_SHOWN);
  const ids = deliveries.map((delivery) => delivery.id);
  const { deliveryId, createdAt, status: answered, problem, durationMs } = webhookAttempt;
  const newest = await db
    .select({ deliveryId, createdAt, status: answered, problem, durationMs })
    .from(webhookAttempt)
    .where(inArray(webhookAttempt.deliveryId, ids))
    .orderBy(desc(createdAt))
    .limit(ATTEMPTS_SHOWN);
  const attempts = newest.toReversed();
  return {
    ...hook,
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      attempts: attempts
        .filter((attempt) => attempt.deliveryId === delivery.id)
        .map(({ deliveryId: _, ...attempt }) => attempt),
    })),
  };
}

/**
 * A webhook's current signing secret, which changes with COOKIE_SECRET.
 * @throws ProtocolError CONFIRM_AGAIN, NOT_FOUND
 */
export async function readSecret(viewer: SignedIn, id: string): Promise<string> {
  requireConfirmed(viewer);
  await readRow(webhookEntity, viewer, id);
  return secretsOf(id)[0];
}

/**
 * Starts another round of attempts for a delivery, whatever its status.
 * @param ids of an enabled webhook of the viewer's and of its delivery
 * @throws ProtocolError NOT_FOUND
 */
export async function sendAgain(viewer: SignedIn, ids: { id: string; delivery: string }): Promise<void> {
  const own = db
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.id, ids.id), eq(webhook.userId, viewer.id), eq(webhook.enabled, true)));
  await inTransaction(async (tx) => {
    const again = await tx
      .update(webhookDelivery)
      .set({ status: 'PENDING', attempts: 0, queuedAt: null })
      .where(and(eq(webhookDelivery.id, ids.delivery), inArray(webhookDelivery.webhookId, own)))
      .returning({ id: webhookDelivery.id });
    if (again.length === 0) throw new ProtocolError('NOT_FOUND');
    // One that fails is tried now, too.
    await tx.update(webhook).set({ probedAt: null }).where(eq(webhook.id, ids.id));
    await tx.execute(sql`select pg_notify(${WEBHOOK_DUE}, '')`);
  });
}

/** @throws ProtocolError NOT_FOUND, STALE */
export async function switchWebhook(viewer: SignedIn, id: string, enabled: boolean): Promise<void> {
  const { version } = await readRow(webhookEntity, viewer, id);
  await updateRow(webhookEntity, viewer, id, { enabled, version });
}

/** Deletes a webhook with its log. @throws ProtocolError NOT_FOUND */
export const deleteWebhook = (viewer: SignedIn, id: string): Promise<void> =>
  deleteRow(webhookEntity, viewer, id);
