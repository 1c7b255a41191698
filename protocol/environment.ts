import { z } from 'zod';

/** Parsing of environment variables, shared by the servers and the scripts that start them. */

export const port = z.coerce.number().int().min(1).max(65_535);
/** 0: any free port. */
export const anyPort = z.coerce.number().int().min(0).max(65_535);
export const secret = z.string().min(32, 'must have at least 32 characters');
export const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
/** A comma-separated list: `a, b`. */
export const commaList = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''));
/** A secret, or several during a rotation: the first signs, all are accepted. */
export const secrets = z.preprocess((list) => commaList.safeParse(list).data, z.tuple([secret], secret));
/** The newest first. */
export type Secrets = z.infer<typeof secrets>;

/**
 * Opens something with the secret that fits.
 * @param isOther whether an error of `open` means that another secret may fit
 * @throws the last error of `open`
 */
export async function openWithAny<T>(
  [secret, ...older]: Secrets,
  open: (secret: Uint8Array) => Promise<T>,
  isOther: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await open(new TextEncoder().encode(secret));
  } catch (error) {
    const [next, ...others] = older;
    if (next === undefined || !isOther(error)) throw error;
    return openWithAny([next, ...others], open, isOther);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Treats empty variables, as in a copied `.env.example`, as unset. */
export function withoutBlanks(source: Environment): Record<string, string> {
  const given = Object.entries(source).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return Object.fromEntries(given);
}

/** @throws Error whose message has a line for each variable that is missing or invalid; values are not repeated */
export function readEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  source: Environment,
): z.output<Schema> {
  const given = withoutBlanks(source);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ code, path: [variable], message }) => {
    const name = String(variable);
    // A rule about several variables names them in its own message.
    return `  ${name}: ${name in given || code === 'custom' ? message : 'is not set'}`;
  });
  throw new Error(`Invalid environment variables:\n${lines.join('\n')}`);
}
