import { and, asc, eq, gt, gte, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { availabilityExceptionEntity } from '#app/entities/availability-exception/descriptor.server.ts';
import { availabilityRuleEntity } from '#app/entities/availability-rule/descriptor.server.ts';
import { createRow, deleteRow, updateRow } from '#app/entities/crud/crud.server.ts';
import type { Entity } from '#app/entities/entity.server.ts';
import { currencyName } from '#app/entities/lookups/schema.ts';
import { producerSettingEntity } from '#app/entities/producer-setting/descriptor.server.ts';
import { numberOrNull, textOf, textOrNull, versionOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { minorOf } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import { availabilityException, availabilityRule, producerSetting, userPrice } from '#db/schema/index.ts';
import { type FieldError, ProtocolError } from '#protocol/errors.ts';
import { DAY_MINUTES, minuteOf } from './clock.ts';

/** A streamer's settings, hours without past exceptions, and prices on their profile. */
export async function readOwnHours({ id }: SignedIn) {
  const [[setting], rules, exceptions, prices] = await Promise.all([
    db.select().from(producerSetting).where(eq(producerSetting.userId, id)),
    db
      .select()
      .from(availabilityRule)
      .where(eq(availabilityRule.producerId, id))
      .orderBy(asc(availabilityRule.dayOfWeek), asc(availabilityRule.startMinute)),
    db
      .select()
      .from(availabilityException)
      .where(
        and(
          eq(availabilityException.producerId, id),
          // Past everywhere on Earth: local time is at most 14 hours ahead of UTC or 12 behind.
          gte(availabilityException.lastDay, sql`(now() at time zone 'UTC' - interval '12 hours')::date`),
        ),
      )
      .orderBy(asc(availabilityException.firstDay), asc(availabilityException.createdAt)),
    db.select().from(userPrice).where(eq(userPrice.userId, id)).orderBy(asc(userPrice.currency)),
  ]);
  return { setting: setting ?? null, rules, exceptions, prices };
}
export type OwnHours = Awaited<ReturnType<typeof readOwnHours>>;
export type OwnRule = OwnHours['rules'][number];
export type OwnException = OwnHours['exceptions'][number];

/** Saves the settings of a streamer's time. @throws ProtocolError INVALID_DATA, STALE, FORBIDDEN */
export async function saveSetting(viewer: SignedIn, form: FormData): Promise<void> {
  const values = {
    timeZone: textOf(form, 'timeZone'),
    gridMinutes: numberOrNull(form, 'gridMinutes'),
    noticeMinutes: numberOrNull(form, 'noticeMinutes'),
    horizonDays: numberOrNull(form, 'horizonDays'),
    restMinutes: numberOrNull(form, 'restMinutes'),
    autoConfirm: form.has('autoConfirm'),
    maxBudgetMinutes: numberOrNull(form, 'maxBudgetMinutes'),
  };
  await save(producerSettingEntity, viewer, form, values);
}

/** Reads an offer: the price of a minute, typed in the currency's main unit, and the limits of a booking's length. */
function offerIn(form: FormData) {
  const price = numberOrNull(form, 'price');
  const currency = currencyName.safeParse(textOf(form, 'currency')).data;
  return {
    minMinutes: numberOrNull(form, 'minMinutes'),
    maxMinutes: numberOrNull(form, 'maxMinutes'),
    currency,
    priceMinor: price === null || !currency ? price : minorOf(price, currency),
  };
}

function timesIn(form: FormData) {
  const end = minuteOf(textOf(form, 'end'));
  // 0:00 as the end is the end of the day.
  return { startMinute: minuteOf(textOf(form, 'start')), endMinute: end === 0 ? DAY_MINUTES : end };
}

const daysSchema = z.array(z.coerce.number().int().min(1).max(7)).min(1);

/**
 * Saves hours for one or more weekdays; changes the rule if the form has an `id`.
 * @throws ProtocolError INVALID_DATA, ALREADY_EXISTS for `days` that already have hours at that time, STALE, FORBIDDEN
 */
export async function saveRule(viewer: SignedIn, form: FormData): Promise<void> {
  const days = daysSchema.safeParse(form.getAll('days'));
  if (!days.success)
    throw new ProtocolError('INVALID_DATA', [
      { path: 'days', message: 'must be chosen', problem: { kind: 'required' } },
    ]);
  const values = { ...timesIn(form), ...offerIn(form), timeZone: textOf(form, 'timeZone') };
  await refuseOverlap(viewer, days.data, values, textOrNull(form, 'id'));
  for (const dayOfWeek of days.data)
    await save(availabilityRuleEntity, viewer, form, { ...values, dayOfWeek });
}

/** Checks all days before any is saved; concurrent requests are caught by the table's constraint. */
async function refuseOverlap(
  viewer: SignedIn,
  days: readonly number[],
  { startMinute, endMinute }: { startMinute: number; endMinute: number },
  except: string | null,
): Promise<void> {
  if (Number.isNaN(startMinute) || Number.isNaN(endMinute)) return;
  const taken = await db
    .selectDistinct({ day: availabilityRule.dayOfWeek })
    .from(availabilityRule)
    .where(
      and(
        eq(availabilityRule.producerId, viewer.id),
        except ? ne(sql`${availabilityRule.id}::text`, except) : undefined,
        lt(availabilityRule.startMinute, endMinute),
        gt(availabilityRule.endMinute, startMinute),
      ),
    );
  if (taken.some(({ day }) => days.includes(day)))
    throw new ProtocolError('ALREADY_EXISTS', [
      { path: 'days', message: 'are taken', problem: { kind: 'taken' } },
    ]);
}

/** @throws ProtocolError INVALID_DATA, STALE, FORBIDDEN */
export async function saveException(viewer: SignedIn, form: FormData): Promise<void> {
  const kind = textOf(form, 'kind');
  const wholeDays = textOrNull(form, 'start') === null && textOrNull(form, 'end') === null;
  await save(availabilityExceptionEntity, viewer, form, {
    kind,
    firstDay: textOf(form, 'firstDay'),
    lastDay: textOrNull(form, 'lastDay') ?? textOf(form, 'firstDay'),
    ...(kind === 'OFF' && wholeDays ? {} : timesIn(form)),
    ...(kind === 'OFF' ? {} : offerIn(form)),
    timeZone: textOf(form, 'timeZone'),
    note: textOf(form, 'note'),
  });
}

/** @throws ProtocolError NOT_FOUND */
export function removeRule(viewer: SignedIn, form: FormData): Promise<void> {
  return deleteRow(availabilityRuleEntity, viewer, textOf(form, 'id'));
}

/** @throws ProtocolError NOT_FOUND */
export function removeException(viewer: SignedIn, form: FormData): Promise<void> {
  return deleteRow(availabilityExceptionEntity, viewer, textOf(form, 'id'));
}

/** Names in the forms of fields that are named otherwise in rows. */
const INPUTS: Readonly<Record<string, string>> = {
  startMinute: 'start',
  endMinute: 'end',
  priceMinor: 'price',
  dayOfWeek: 'days',
};

/** Creates a row, or changes the one with the form's `id`. */
async function save(
  entity: Entity,
  viewer: SignedIn,
  form: FormData,
  values: Record<string, unknown>,
): Promise<void> {
  const id = textOrNull(form, 'id');
  const written = id
    ? updateRow(entity, viewer, id, { ...values, version: versionOf(form) })
    : createRow(entity, viewer, values);
  await written.catch((error: unknown) => {
    if (!(error instanceof ProtocolError) || !error.fields) throw error;
    const named = error.fields.map(
      (field): FieldError => ({ ...field, path: INPUTS[field.path] ?? field.path }),
    );
    throw new ProtocolError(error.code, named, error.current);
  });
}
