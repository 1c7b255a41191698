import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { titled } from '#app/i18n/site-name.ts';
import { EXAMPLES } from '#app/site/api/examples.ts';
import { openApi } from '#app/site/api/openapi.server.ts';

const callSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() })).optional(),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});

/** Converts the OpenAPI document for the page: calls by tag, and the schemas unchanged. */
export function loader() {
  const { paths = {}, components = {} } = openApi;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, ...callSchema.parse(call) })),
  );
  const subjects = [...new Set(calls.map(({ tags }) => tags[0] ?? ''))];
  return {
    subjects: subjects.map((name) => ({ name, calls: calls.filter(({ tags }) => tags[0] === name) })),
    schemas: Object.entries(components.schemas ?? {}).map(([name, schema]) => ({
      name,
      json: JSON.stringify(schema, null, 2),
    })),
  };
}

export const meta: MetaFunction = () => [
  { title: titled('API') },
  { name: 'description', content: 'Every call of the HTTP API.' },
];

/** In English only, as it is for developers. */
export default function ApiPage() {
  const { subjects, schemas } = useLoaderData<typeof loader>();
  return (
    <div className="page grid grid-cols-1 gap-12 py-10" lang="en">
      <header className="grid max-w-prose gap-4">
        <h1 className="text-4xl font-semibold tracking-tight">API</h1>
        <p>
          The same as an OpenAPI document:{' '}
          <a href="/api/openapi.json" className="underline">
            openapi.json
          </a>
          . Sign in with <code>POST /api/login</code> and send what comes back in the header{' '}
          <code>auth-token</code> as <code>Authorization: Bearer …</code>.
        </p>
      </header>
      <section aria-labelledby="examples" className="grid grid-cols-1 gap-4">
        <h2 id="examples" className="text-2xl font-semibold">
          For other products
        </h2>
        <p className="max-w-prose">
          Make an API key under{' '}
          <a href="/personal/developer" className="underline">
            API and webhooks
          </a>{' '}
          and keep it on your server. In what follows SITE is this site's address, KEY the key and ROOM the id
          of a room.
        </p>
        {Object.values(EXAMPLES).map(({ title, code }) => (
          <Source key={title} title={title} json={code} />
        ))}
      </section>
      {subjects.map(({ name, calls }) => (
        <section key={name} aria-labelledby={`subject-${name}`} className="grid grid-cols-1 gap-4">
          <h2 id={`subject-${name}`} className="text-2xl font-semibold">
            {name}
          </h2>
          {calls.map((call) => (
            <Call key={call.operationId} {...call} />
          ))}
        </section>
      ))}
      <section aria-labelledby="schemas" className="grid grid-cols-1 gap-4">
        <h2 id="schemas" className="text-2xl font-semibold">
          Schemas
        </h2>
        {schemas.map(({ name, json }) => (
          <Source key={name} id={name} title={name} json={json} />
        ))}
      </section>
    </div>
  );
}

type CallProps = z.infer<typeof callSchema> & { path: string; method: string };

function Call({ path, method, summary, description, parameters, requestBody, responses }: CallProps) {
  return (
    <article className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      <h3 className="font-mono wrap-anywhere">
        <b>{method.toUpperCase()}</b> {path}
      </h3>
      <p>{summary}</p>
      {description && <p className="text-muted text-sm">{description}</p>}
      {parameters && parameters.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-sm">
          {parameters.map(({ name }) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
      {requestBody !== undefined && <Source title="Body" json={JSON.stringify(requestBody, null, 2)} />}
      <ul className="text-sm">
        {Object.entries(responses).map(([status, { description: meaning }]) => (
          <li key={status}>
            <b className="tabular-nums">{status}</b> {meaning}
          </li>
        ))}
      </ul>
    </article>
  );
}

function Source({ id, title, json }: { id?: string; title: string; json: string }) {
  return (
    <details id={id}>
      <summary className="cursor-pointer py-2.5">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so focusable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-4 text-sm">
        {json}
      </pre>
    </details>
  );
}
