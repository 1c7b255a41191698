import fc from 'fast-check';

/** The subset of JSON Schema used by our OpenAPI document. */
export type JsonSchema = { readonly [key: string]: unknown };

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const numberAt = (schema: JsonSchema, key: string) =>
  typeof schema[key] === 'number' ? schema[key] : undefined;

/** Values that often break programs. */
const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  true,
  [],
  {},
  'null',
  "'; drop table city; --",
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '%00',
  '😀'.repeat(150),
  '__proto__',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
);

/**
 * Values for a schema: mostly valid, sometimes not.
 * @param resolve looks up a `$ref`
 * @param ids of existing rows, for fields that take one
 */
export function valuesFor(
  schema: JsonSchema,
  resolve: (ref: string) => JsonSchema,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const inner = (part: unknown) => valuesFor(isSchema(part) ? part : {}, resolve, ids);
  return fc.oneof(
    { arbitrary: fitting(schema, inner, resolve, ids), weight: 30 },
    { arbitrary: nasty, weight: 1 },
  );
}

function fitting(
  schema: JsonSchema,
  inner: (part: unknown) => fc.Arbitrary<unknown>,
  resolve: (ref: string) => JsonSchema,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === 'string') return inner(resolve(schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return object(schema, inner);
    case 'array':
      return fc.array(inner(schema.items), { maxLength: Math.min(numberAt(schema, 'maxItems') ?? 3, 3) });
    case 'integer':
      return smallIntegers(schema);
    case 'number':
      return fc
        .double({
          min: numberAt(schema, 'minimum') ?? -1000,
          max: numberAt(schema, 'maximum') ?? 1000,
          noNaN: true,
        })
        .map((value) => Math.round(value * 100) / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return text(schema, ids);
    default:
      return nasty;
  }
}

/** Near the minimum, because a new row's version is 1. */
function smallIntegers(schema: JsonSchema): fc.Arbitrary<number> {
  const min = numberAt(schema, 'minimum') ?? 0;
  return fc.integer({ min, max: Math.min(numberAt(schema, 'maximum') ?? min + 3, min + 3) });
}

function object(schema: JsonSchema, inner: (part: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
}

const instants = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});

function text(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<string> {
  const max = Math.min(numberAt(schema, 'maxLength') ?? 40, 60);
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (schema.format === 'date-time') return instants.map((date) => date.toISOString());
  if (schema.format === 'date') return instants.map((date) => date.toISOString().slice(0, 10));
  if (schema.format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (schema.format === 'ipv4') return fc.ipV4();
  if (schema.format === 'ipv6') return fc.ipV6();
  if (typeof schema.pattern === 'string' && !schema.format) {
    // Keys of push services have up to 87 characters.
    const most = Math.min(numberAt(schema, 'maxLength') ?? 100, 100);
    return fc.stringMatching(new RegExp(schema.pattern, 'u'), { maxLength: most });
  }
  return fc.string({ minLength: numberAt(schema, 'minLength') ?? 0, maxLength: max, unit: 'grapheme' });
}
