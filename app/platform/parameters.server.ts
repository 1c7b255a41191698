import { setSiteName } from '#app/i18n/site-name.ts';
import { PARAMETER_CHANGE, parameter } from '#db/schema/index.ts';
import { PARAMETERS, type ParameterName, takesValue } from '#protocol/parameters.ts';
import { db } from './database.server.ts';
import { logger } from './log.server.ts';

const values = new Map<string, string>();
let following: Promise<void> | undefined;

/** Loads all parameters: for a response that must show a change which this process has just made. */
export async function loadParameters(): Promise<void> {
  const rows = await db.select({ name: parameter.name, value: parameter.value }).from(parameter);
  values.clear();
  for (const { name, value } of rows) values.set(name, value.trim());
  setSiteName(text('site-name'));
}

/** Loads all parameters, then again at each change and each reconnection. */
async function follow(): Promise<void> {
  const reload = () => {
    loadParameters().catch((error: unknown) => logger.error({ err: error }, 'parameters not loaded'));
  };
  await loadParameters();
  await db.$client.listen(PARAMETER_CHANGE, reload, reload);
}

/** Values set by administrators, and the defaults of the rest. */
export type Parameters = {
  text(name: ParameterName): string;
  /** Whether a switch is on. */
  isOn(name: ParameterName): boolean;
  number(name: ParameterName): number;
};

function text(name: ParameterName): string {
  const value = values.get(name);
  return value && takesValue(name, value) ? value : PARAMETERS[name].initial;
}

/** The parameters as last loaded: their defaults before the first `currentParameters()`. */
export const parameters: Parameters = {
  text,
  isOn: (name) => text(name) === 'true',
  number: (name) => Number(text(name)),
};

/** The parameters, from memory once loaded. While the database is unreachable, they keep their last values. */
export async function currentParameters(): Promise<Parameters> {
  following ??= follow();
  try {
    await following;
  } catch (error) {
    following = undefined;
    logger.error({ err: error }, 'parameters not loaded');
  }
  return parameters;
}
