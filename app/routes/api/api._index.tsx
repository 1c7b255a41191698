import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { titled } from '#app/i18n/site-name.ts';
import { EXAMPLES } from '#app/site/api/examples.ts';
import { openApi } from '#app/site/api/openapi.server.ts';
import { Call, Contents, callSchema, hasAll, mentions, Source } from '#app/site/api/reference.tsx';

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
  const all = useLoaderData<typeof loader>();
  const [query, setQuery] = useState('');
  const words = useDeferredValue(query).toLowerCase().split(/\s+/).filter(Boolean);
  const subjects = all.subjects
    .map(({ name, calls }) => ({ name, calls: calls.filter((call) => mentions(call, words)) }))
    .filter(({ calls }) => calls.length > 0);
  const schemas = all.schemas.filter(({ name }) => hasAll(name, words));
  const examples = Object.values(EXAMPLES).filter(({ title, code }) => hasAll(`${title} ${code}`, words));
  const count = subjects.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <div className="page grid grid-cols-1 gap-8 py-10 lg:grid-cols-[14rem_1fr] lg:gap-14" lang="en">
      <header className="grid max-w-prose gap-4 lg:col-start-2">
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
      <Contents
        sections={[
          ...(examples.length > 0 ? [{ id: 'examples', name: 'For other products' }] : []),
          ...subjects.map(({ name }) => ({ id: subjectId(name), name })),
          ...(schemas.length > 0 ? [{ id: 'schemas', name: 'Schemas' }] : []),
        ]}
        query={query}
        onQuery={setQuery}
        found={count === 1 ? '1 call' : `${count} calls`}
      />
      <div className="grid h-fit grid-cols-1 gap-12">
        {examples.length > 0 && (
          <Section id="examples" title="For other products">
            <p className="max-w-prose">
              Make an API key under{' '}
              <a href="/personal/developer" className="underline">
                API and webhooks
              </a>{' '}
              and keep it on your server. In what follows SITE is this site's address, KEY the key and ROOM
              the id of a room.
            </p>
            {examples.map(({ title, code }) => (
              <Source key={title} title={title} json={code} />
            ))}
          </Section>
        )}
        {subjects.map(({ name, calls }) => (
          <Section key={name} id={subjectId(name)} title={name}>
            {calls.map((call) => (
              <Call key={call.operationId} {...call} />
            ))}
          </Section>
        ))}
        {schemas.length > 0 && (
          <Section id="schemas" title="Schemas">
            {schemas.map(({ name, json }) => (
              <Source key={name} id={name} title={name} json={json} />
            ))}
          </Section>
        )}
      </div>
    </div>
  );
}

const subjectId = (name: string) => `subject-${name.replaceAll(' ', '-')}`;

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="scroll-mt-4 text-2xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
