import { useId } from 'react';
import { z } from 'zod';

/** An operation of the OpenAPI document, as far as the page shows it. */
export const callSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() })).optional(),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});

export type ApiCall = z.infer<typeof callSchema> & { path: string; method: string };

/** Whether a call's texts contain each word, in any case. */
export function mentions(
  { method, path, summary, description = '', parameters = [] }: ApiCall,
  words: readonly string[],
): boolean {
  const text = [method, path, summary, description, ...parameters.map(({ name }) => name)].join(' ');
  return hasAll(text, words);
}

/** Whether a text contains each word, in any case. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

export function Call({
  operationId,
  path,
  method,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: ApiCall) {
  return (
    <article id={operationId} className="grid scroll-mt-4 grid-cols-1 gap-2 border-line border-t pt-4">
      <h3 className="font-mono wrap-anywhere">
        <a href={`#${operationId}`} className="no-underline hover:underline">
          <b>{method.toUpperCase()}</b> {path}
        </a>
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

type SourceProps = { id?: string; title: string; json: string };

/** Text that opens on a click. A link to its `id` opens it, too, as browsers reveal what is inside `details`. */
export function Source({ id, title, json }: SourceProps) {
  return (
    <details>
      <summary className="cursor-pointer py-2.5">{title}</summary>
      <pre
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so focusable by keyboard
        tabIndex={0}
        className="scroll-mt-16 overflow-x-auto rounded-md bg-sunken p-4 text-sm"
      >
        {json.split(/"#\/components\/schemas\/(\w+)"/).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            <a key={index} href={`#${part}`} className="underline">
              {part}
            </a>
          ),
        )}
      </pre>
    </details>
  );
}

type ContentsProps = {
  /** Names and ids of the page's sections. */
  sections: readonly { id: string; name: string }[];
  query: string;
  onQuery(query: string): void;
  /** What the search found, in words. */
  found: string;
};

/** The page's sections beside a search. */
export function Contents({ sections, query, onQuery, found }: ContentsProps) {
  const id = useId();
  return (
    <div className="grid h-fit gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
      <search className="grid gap-2">
        <label htmlFor={id} className="font-semibold">
          Search the calls
        </label>
        <input
          id={id}
          type="search"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          className="min-h-11 rounded-md border border-line-strong bg-raised px-3"
        />
        <p role="status" className="text-muted text-sm">
          {found}
        </p>
      </search>
      <nav aria-label="Contents">
        <ul className="flex flex-wrap gap-x-4 lg:grid">
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className="flex min-h-11 items-center lg:min-h-9">
                {section.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
