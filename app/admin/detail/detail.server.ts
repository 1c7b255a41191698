import { and, eq, getTableColumns, ne } from 'drizzle-orm';
import { z } from 'zod';
import { type CallQuality, readQuality } from '#app/call-health/read.server.ts';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { writeSchema } from '#app/entities/crud/input.server.ts';
import type { Column, EntityView, FormField } from '#app/entities/entity-view.ts';
import { languageName } from '#app/entities/lookups/schema.ts';
import { valuesIn } from '#app/forms/values.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { LANGUAGE_RECORDS } from '#app/i18n/language-records.ts';
import { type Approval, approvalOf } from '#app/payments/holds/approval.server.ts';
import { db } from '#app/platform/database.server.ts';
import { isLive } from '#app/rooms/live-rooms.server.ts';
import { type AdminEntity, mayAdminister } from '../admin-entity.server.ts';
import { type AuditEntryPage, auditEntryPage } from '../audit/entry.server.ts';
import { isCancellable } from '../booking/booking.server.ts';
import { type ComplaintPage, complaintPage } from '../complaint/complaint.server.ts';
import { countryCodes } from '../countries.server.ts';
import { type DisputePage, disputePage } from '../dispute/dispute.server.ts';
import type { FormPage, OfferedField, Translation } from '../form/form-page.ts';
import { takesNull } from '../form/input.server.ts';
import { type RefundsOf, refundsOf } from '../payment/refunds.server.ts';
import { type Cells, cellsOf, valuesOfRow } from '../row-values.server.ts';
import { type Access, accessOf } from '../user/access.server.ts';
import { type Account, accountOf } from '../user/roles.server.ts';
import { usernamesIn } from '../usernames.server.ts';

export type DetailPage = FormPage & {
  title: string;
  facts: readonly Column[];
  factsFirst: boolean;
  cells: Cells;
  usernames: Record<string, string>;
  mayDelete: boolean;
  loses: EntityView['loses'];
  isLive: boolean;
  /** For a user. */
  access: Access | null;
  /** For an entry of the audit trail. */
  entry: AuditEntryPage | null;
  /** For a payment. */
  refunds: RefundsOf | null;
  /** Whether it is a booking that an administrator can still cancel. */
  isCancellable: boolean;
  approval: Approval | null;
  /** For a complaint. */
  complaint: ComplaintPage | null;
  /** For a dispute. */
  dispute: DisputePage | null;
  /** For a room: the quality of its call; null if unknown. */
  quality: CallQuality | null;
  /** Account whose roles the page can change. */
  account: Account | null;
};

/** Data of a row's page. @throws Response 404 */
export async function detailPage(entity: AdminEntity, viewer: SignedIn, id: string): Promise<DetailPage> {
  const { view, name } = entity;
  const row = await readRow(entity, viewer, id).catch(orNotFound);
  const fields = offeredFields(entity, 'update');
  const usernames = await usernamesIn(view.facts, [row]);
  return {
    section: name,
    id: String(row.id),
    // The title of a message without an address, whose sender was logged in.
    title: String(row[view.title] ?? usernames[String(row.userId)] ?? ''),
    version: typeof row.version === 'number' ? row.version : null,
    fields,
    values: valuesOfRow(fields, row),
    facts: view.facts,
    factsFirst: view.factsFirst === true,
    cells: cellsOf(view.facts, row),
    usernames,
    countries: await countriesFor(fields),
    mayDelete: mayAdminister(entity, 'delete'),
    loses: view.loses,
    isLive: name === 'channel' && isLive(row),
    access: name === 'user' ? await accessOf(viewer, id) : null,
    entry: name === 'audit' ? await auditEntryPage(viewer, row) : null,
    refunds: name === 'payment' ? await refundsOf(id) : null,
    isCancellable: name === 'booking' && (await isCancellable(id)),
    approval: name === 'payment' ? await approvalOf(id) : null,
    complaint: name === 'complaint' ? await complaintPage(viewer, id) : null,
    dispute: name === 'dispute' ? await disputePage(viewer, id) : null,
    quality: name === 'channel' ? await readQuality(id) : null,
    account: await accountOf(entity, row),
    translations: await translationsOf(entity, String(row.name ?? ''), row.language),
  };
}

/**
 * Page for a new row. Query parameters prefill its fields, e.g. `?language=SPANISH`.
 * @throws Response 404 if administrators cannot create such rows
 */
export async function newPage(entity: AdminEntity, query: URLSearchParams): Promise<DetailPage> {
  const { view, name } = entity;
  if (!mayAdminister(entity, 'create')) throw new Response(null, { status: 404 });
  const fields = offeredFields(entity, 'create');
  return {
    section: name,
    id: null,
    title: '',
    version: null,
    fields,
    values: valuesIn(query),
    facts: [],
    factsFirst: false,
    cells: {},
    usernames: {},
    countries: await countriesFor(fields),
    mayDelete: false,
    loses: view.loses,
    isLive: false,
    access: null,
    entry: null,
    refunds: null,
    isCancellable: false,
    approval: null,
    complaint: null,
    dispute: null,
    quality: null,
    account: null,
    translations: await translationsOf(entity, query.get('name') ?? '', query.get('language')),
  };
}

function offeredFields(entity: AdminEntity, action: 'create' | 'update'): OfferedField[] {
  const schema = mayAdminister(entity, action) ? writeSchema(entity, true, action) : undefined;
  if (!schema) return [];
  // In the update schema every field is optional; only the create schema shows which ones must not be empty.
  const whole = entity.schema.create ?? schema;
  return entity.view.fields
    .filter(({ name }) => name in schema.shape)
    .map((field) => ({ ...field, optional: takesNull(whole, field.name) }));
}

async function countriesFor(fields: readonly FormField[]): Promise<string[]> {
  return fields.some(({ kind }) => kind === 'country') ? countryCodes() : [];
}

const textSchema = z.object({ id: z.string(), language: languageName, title: z.string(), body: z.string() });

/** Translations of this row; empty for entities without Markdown. */
async function translationsOf(
  { view, table }: AdminEntity,
  name: string,
  language: unknown,
): Promise<Translation[]> {
  const { id, language: languageColumn, name: nameColumn, title, body } = getTableColumns(table);
  if (!view.fields.some(({ kind }) => kind === 'markdown') || name === '' || name.includes('\0')) return [];
  if (!id || !languageColumn || !nameColumn || !title || !body) return [];
  const others = LANGUAGE_RECORDS.filter((candidate) => candidate !== language);
  const rows = await db
    .select({ id, language: languageColumn, title, body })
    .from(table)
    .where(and(eq(nameColumn, name), ne(languageColumn, String(language))));
  const texts = z.array(textSchema).parse(rows);
  return others.map((other) => ({
    language: other,
    row: texts.find((text) => text.language === other) ?? null,
  }));
}
