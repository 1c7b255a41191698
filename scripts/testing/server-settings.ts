import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, vi } from 'vitest';
import { INGEST_SETTINGS, parseEnvironment as parseIngestEnv } from '#ingest/env.ts';
import { MEDIA_SETTINGS, parseEnvironment } from '#media-server/env.ts';
import { root } from '../stack/settings.ts';

type Settings = Record<string, string>;

/** Example values for the settings that operators must fill in. */
const FILLED_IN: Settings = {
  DATABASE_URL: 'postgres://user:password@localhost/panocall',
  COOKIE_SECRET: 'c'.repeat(32),
  TICKET_SECRET: 't'.repeat(32),
  TURN_SECRET: 'turn',
  MEDIA_ANNOUNCED_ADDRESS: '203.0.113.1',
  PUBLIC_URL: 'https://calls.example.org',
};

/** Reads a file of settings, with empty ones filled in. */
export async function filledIn(file: string): Promise<Settings> {
  const settings = parseEnv(await readFile(join(root, file), 'utf8'));
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value || (FILLED_IN[name] ?? '')]),
  );
}

/** Expects that the server knows each of these settings and accepts them. */
export async function expectStartable(server: 'web' | 'media' | 'ingest', settings: Settings): Promise<void> {
  // The module reads the process's environment on import.
  for (const [name, value] of Object.entries({ ...FILLED_IN, NODE_ENV: 'production' }))
    vi.stubEnv(name, value);
  const { WEB_SETTINGS, parseEnv: parseWebEnv } = await import('#app/platform/env.server.ts');
  const { known, parse } = {
    web: { known: WEB_SETTINGS, parse: parseWebEnv },
    media: { known: [...MEDIA_SETTINGS, 'MEDIASOUP_WORKER_BIN'], parse: parseEnvironment },
    ingest: { known: INGEST_SETTINGS, parse: parseIngestEnv },
  }[server];
  expect(Object.keys(settings).filter((name) => ![...known, 'NODE_ENV'].includes(name))).toEqual([]);
  expect(() => parse({ NODE_ENV: 'production', ...settings })).not.toThrow();
}
