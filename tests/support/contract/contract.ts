import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { errorSchema } from '#protocol/errors.ts';

const json = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: json.optional() }));
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['query', 'path']), schema: json }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ content: content.optional(), headers: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), json) }),
});

/** An uppercase method and a path with parameters in braces: `GET`, `/api/city/{id}`. */
export type Operation = z.infer<typeof operationSchema> & { method: string; path: string };

type Answer = { status: number; headers: Headers; body: unknown };

/** The document's id among the validators' schemas. */
const DOCUMENT = 'document';

const contracts = new Map<string, Promise<Contract>>();

/** A web server's OpenAPI document, to validate its responses against. */
export class Contract {
  readonly operations: readonly Operation[];
  /** JSON Schemas by name. */
  readonly schemas: z.infer<typeof documentSchema>['components']['schemas'];
  /** Operations and statuses seen in this process so far: `readCity 200`. */
  readonly seen = new Set<string>();
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    multipleOfPrecision: 6,
    formats: {
      'date-time': z.regexes.datetime({ offset: true }),
      date: z.regexes.date,
      uuid: true,
      uri: true,
    },
  });

  private constructor({ paths, components }: z.infer<typeof documentSchema>) {
    this.schemas = components.schemas;
    this.#ajv.addSchema({ $id: DOCUMENT, components });
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
      })),
    );
  }

  /** The document of the server at an origin, fetched once. */
  static of(origin: string): Promise<Contract> {
    const known = contracts.get(origin);
    if (known) return known;
    const contract = Contract.#read(origin);
    contracts.set(origin, contract);
    return contract;
  }

  static async #read(origin: string): Promise<Contract> {
    const response = await fetch(new URL('/api/openapi.json', origin));
    return new Contract(documentSchema.parse(await response.json()));
  }

  /**
   * Throws if a response does not match the document: an undeclared status or error code, a missing or
   * additional field. Requests that are not in the document must be rejected.
   */
  check(method: string, pathname: string, answer: Answer): void {
    const operation = this.#operationAt(method, pathname);
    const problem = operation ? this.#problem(operation, answer) : undeclaredProblem(answer);
    if (problem) {
      throw new Error(`${method} ${pathname} ${answer.status}: ${problem}\n${JSON.stringify(answer.body)}`);
    }
    if (operation) this.seen.add(`${operation.operationId} ${answer.status}`);
  }

  #operationAt(method: string, pathname: string): Operation | undefined {
    const fitting = this.operations.filter(
      (operation) => operation.method === method && patternOf(operation.path).test(pathname),
    );
    // `/api/user/auth` takes precedence over `/api/user/{id}`, as in the router.
    return fitting.toSorted((one, other) => parameters(one) - parameters(other))[0];
  }

  #problem({ operationId, responses }: Operation, { status, headers, body }: Answer): string | null {
    const declared = responses[status];
    if (!declared) return 'a status that is not declared';
    const missing = Object.keys(declared.headers).filter((name) => !headers.has(name));
    if (missing.length > 0) return `without the headers ${missing.join(', ')}`;
    const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
    const media = declared.content?.[type];
    if (!media) return declared.content ? `of the type ${type}` : null;
    if (!media.schema) return null;
    const validate = this.#validator(`${operationId} ${status}`, media.schema);
    if (validate(body)) return null;
    return (validate.errors ?? [])
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  }

  #validator(name: string, schema: z.infer<typeof json>): ValidateFunction {
    const known = this.#validators.get(name);
    if (known) return known;
    // Refers to the document's schemas by its id, so that Ajv reads them once, not for each response.
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
    const made = this.#ajv.compile(json.parse(JSON.parse(text)));
    this.#validators.set(name, made);
    return made;
  }
}

function undeclaredProblem({ status, body }: Answer): string | null {
  if (status < 400) return 'answered, though the document has no such operation';
  return errorSchema.strict().safeParse(body).success ? null : 'an error that is no Error';
}

const parameters = ({ path }: Operation) => path.split('{').length;

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
