import { createRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { writeSchema } from '#app/entities/crud/input.server.ts';
import type { SignedIn } from '#app/http/viewer.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import type { AdminEntity } from '../admin-entity.server.ts';
import { type FormValues, typedValues } from '../form-values.ts';
import { valuesOfRow } from '../row-values.server.ts';
import { userIdOf } from '../usernames.server.ts';
import { inputOf } from './input.server.ts';
import { type Problems, problemsOf, refusedFields } from './problems.server.ts';

/** Why nothing was saved, with everything that was typed. */
export type Refusal = {
  code: ErrorCode;
  values: FormValues;
  problems: Problems;
  /** What somebody else saved meanwhile, and the version to save over it with. */
  theirs?: { values: FormValues; version: number };
};

/**
 * Writes what was typed.
 * @param id null for a new row
 * @returns the row's id
 */
export async function saveRow(
  entity: AdminEntity,
  viewer: SignedIn,
  id: string | null,
  form: FormData,
): Promise<{ id: string } | Refusal> {
  const { fields } = entity.view;
  const values = typedValues(fields, form);
  const schema = writeSchema(entity, true, id === null ? 'create' : 'update');
  if (!schema) throw new ProtocolError('METHOD_NOT_ALLOWED');
  const input = inputOf(fields, await withUserIds(entity, values), schema);
  const body = id === null ? input : { ...input, version: Number(form.get('version')) };
  const parsed = schema.safeParse(body);
  // An update may leave fields out, but what was emptied here must not quietly stay.
  const emptied = id === null ? {} : emptiedFields(entity, input, schema.shape);
  if (!parsed.success || Object.keys(emptied).length > 0) {
    const problems = { ...problemsOf(fields, parsed.error?.issues ?? [], input), ...emptied };
    return { code: 'INVALID_DATA', values, problems };
  }
  try {
    const row =
      id === null ? await createRow(entity, viewer, body) : await updateRow(entity, viewer, id, body);
    return { id: String(row.id) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    if (error.code === 'STALE' && error.current) {
      const theirs = { values: valuesOfRow(fields, error.current), version: Number(error.current.version) };
      return { code: error.code, values, problems: {}, theirs };
    }
    return { code: error.code, values, problems: refusedFields(fields, error) };
  }
}

function emptiedFields({ view }: AdminEntity, input: object, shape: object): Problems {
  const missing = view.fields.filter(({ name }) => name in shape && !(name in input));
  return Object.fromEntries(missing.map(({ name }) => [name, { name: 'required' } as const]));
}

/** Users are typed by name; a name that nobody has stays, for the schema to refuse. */
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
