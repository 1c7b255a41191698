import { createEntity, updateEntity } from '#app/accounts/user-writes.server.ts';
import { writeSchema } from '#app/entities/crud/input.server.ts';
import { versionOf } from '#app/forms/forms.server.ts';
import { namingPrices } from '#app/forms/prices.server.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import { valuesIn } from '#app/forms/values.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { type FieldError, invalidData, ProtocolError } from '#protocol/errors.ts';
import type { AdminEntity } from '../admin-entity.server.ts';
import { userIdOf } from '../usernames.server.ts';
import { inputOf } from './input.server.ts';

/**
 * Saves a submitted form.
 * @param id null for a new row
 * @param origin the site's, for links in emails that a change causes
 * @returns the row's id
 * @throws ProtocolError as for `createRow` and `updateRow`, with fields named after their inputs;
 *   METHOD_NOT_ALLOWED
 */
export async function saveRow(
  entity: AdminEntity,
  viewer: SignedIn,
  id: string | null,
  form: FormData,
  origin: string,
): Promise<string> {
  const { fields } = entity.view;
  const schema = writeSchema(entity, true, id === null ? 'create' : 'update');
  if (!schema) throw new ProtocolError('METHOD_NOT_ALLOWED');
  const values = valuesIn(form);
  const input = inputOf(fields, await withUserIds(entity, values), schema);
  const body = id === null ? input : { ...input, version: versionOf(form) };
  // Updates ignore missing fields, so a required field that was emptied here would silently keep its value.
  const emptied = id === null ? [] : emptiedFields(entity, input, schema.shape);
  const parsed = schema.safeParse(body);
  const invalid = parsed.success ? [] : (invalidData(parsed.error).fields ?? []);
  const prices = fields.filter((field) => field.kind === 'prices');
  const named = prices.reduce((errors, field) => namingPrices(errors, values, field), invalid);
  if (named.length + emptied.length > 0) throw new ProtocolError('INVALID_DATA', [...named, ...emptied]);
  const row =
    id === null
      ? await createEntity(entity, viewer, body, origin)
      : await updateEntity(entity, viewer, id, body, origin);
  return String(row.id);
}

function emptiedFields({ view }: AdminEntity, input: object, shape: object): FieldError[] {
  const missing = view.fields.filter(({ name }) => name in shape && !(name in input));
  return missing.map(({ name }) => ({
    path: name,
    message: 'must not be empty',
    problem: { kind: 'required' },
  }));
}

/** Replaces usernames with ids; unknown names are left for the schema to reject. */
async function withUserIds({ view }: AdminEntity, values: FormValues): Promise<FormValues> {
  const named = view.fields.filter(({ kind, name }) => kind === 'user' && values[name]?.[0]);
  const ids = await Promise.all(
    named.map(async ({ name }) => {
      const typed = values[name]?.[0] ?? '';
      return { [name]: [(await userIdOf(typed)) ?? typed] };
    }),
  );
  return Object.assign({}, values, ...ids);
}
