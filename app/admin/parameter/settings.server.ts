import { eq, inArray } from 'drizzle-orm';
import { createRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { parameterEntity } from '#app/entities/parameter/descriptor.server.ts';
import { textOf, versionOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { parameter } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { isParameterName, PARAMETERS, type ParameterName } from '#protocol/parameters.ts';
import { typedValue } from '../form/parameter-value.ts';

/** A parameter that the program reads. */
export type Setting = {
  name: ParameterName;
  value: string;
  /** Null as long as it has its default. */
  row: { id: string; version: number } | null;
};

/** Values of all parameters that the program reads. */
export async function readSettings(): Promise<Setting[]> {
  const names = Object.keys(PARAMETERS)
    .filter(isParameterName)
    // The logo has its own form.
    .filter((each) => PARAMETERS[each].kind !== 'logo');
  const { id, name, value, version } = parameter;
  const rows = await db.select({ id, name, value, version }).from(parameter).where(inArray(name, names));
  return names.map((each) => {
    const row = rows.find((one) => one.name === each);
    return {
      name: each,
      value: row?.value ?? PARAMETERS[each].initial,
      row: row ? { id: row.id, version: row.version } : null,
    };
  });
}

/**
 * Sets one of them, by its form.
 * @throws ProtocolError as `createRow` and `updateRow`; NOT_FOUND if the program does not read it
 */
export async function setParameter(viewer: SignedIn, form: FormData): Promise<ParameterName> {
  const name = textOf(form, 'name');
  if (!isParameterName(name)) throw new ProtocolError('NOT_FOUND');
  const value = typedValue(name, textOf(form, 'value'));
  const [row] = await db.select({ id: parameter.id }).from(parameter).where(eq(parameter.name, name));
  // Without a version, the form showed the default: if there is a row by now, creating another one is refused.
  if (row && form.has('version'))
    await updateRow(parameterEntity, viewer, row.id, { value, version: versionOf(form) });
  else await createRow(parameterEntity, viewer, { name, value });
  return name;
}
