import { and, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import {
  audit,
  callEvent,
  callSample,
  challenge,
  emailToken,
  knownDevice,
  notification,
  rateLimit,
  session,
  streamTick,
  totp,
  webhookEvent,
} from '#db/schema/index.ts';
import { DEVICE_KNOWN_S } from './log-in/known-devices.server.ts';
import { stepAt } from './second-factor/totp.server.ts';

/** How long what was counted of calls each few seconds is kept: complaints and disputes come earlier. */
const TICK_DAYS = 90;
/** How long an authenticator app may take to show its first code. */
const TOTP_SET_UP_MS = 24 * 60 * 60 * 1000;

/** How long what was sent to webhooks can be looked up, and sent again. */
const WEBHOOK_DAYS = 30;

/** How long people can look up what they were told. */
const NOTIFICATION_DAYS = 90;

/**
 * Deletes expired sessions, emailed links, challenges, old notifications, counts of rate limits, devices not used for long,
 * unconfirmed authenticator apps, entries of the audit trail, what was sent to webhooks, what was counted of paid calls each few
 * seconds, and how well calls went.
 */
export const deleteExpired = defineJob({
  name: 'delete-expired',
  data: z.object({}),
  schedule: '17 * * * *',
  async run() {
    const now = new Date();
    await db.delete(session).where(lt(session.expiresAt, now));
    await db.delete(emailToken).where(lt(emailToken.expiresAt, now));
    await db
      .delete(knownDevice)
      .where(lt(knownDevice.lastSeenAt, new Date(now.getTime() - DEVICE_KNOWN_S * 1000)));
    await db.delete(challenge).where(lt(challenge.expiresAt, now));
    const isOld = lt(totp.lastStep, stepAt(now.getTime() - TOTP_SET_UP_MS));
    await db.delete(totp).where(and(isNull(totp.confirmedAt), isOld));
    await db
      .delete(webhookEvent)
      .where(lt(webhookEvent.createdAt, sql`now() - ${WEBHOOK_DAYS} * interval '1 day'`));
    await db.delete(rateLimit).where(lt(rateLimit.expire, now));
    await db
      .delete(notification)
      .where(lt(notification.createdAt, sql`now() - ${NOTIFICATION_DAYS} * interval '1 day'`));
    await db.delete(streamTick).where(lt(streamTick.at, sql`now() - ${TICK_DAYS} * interval '1 day'`));
    const parameters = await currentParameters();
    const qualityDays = sql`now() - ${parameters.number('quality-days')} * interval '1 day'`;
    await db.delete(callSample).where(lt(callSample.at, qualityDays));
    await db.delete(callEvent).where(lt(callEvent.at, qualityDays));
    const days = parameters.number('audit-days');
    // By the clock of the database, like the trigger that refuses to delete younger ones.
    await db.delete(audit).where(lt(audit.createdAt, sql`now() - ${days} * interval '1 day'`));
  },
});
