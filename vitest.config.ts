import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Timeouts for tests with real databases, processes and media, on machines with other load. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** What prepares a project's tests, once. */
const setUp = (name: string) => `scripts/testing/${name}.ts`;

const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      include: ['{app,bench,db,e2e,locales,scripts,server}/**/*.test.{ts,tsx}'],
      globalSetup: setUp('databases'),
      ...patience,
    },
  },
  {
    test: {
      name: 'media',
      include: ['{ingest,media-server}/**/*.test.ts'],
      globalSetup: ['databases', 'media-worker'].map(setUp),
      // Most of their time is that of calls, which pass without work.
      maxWorkers: 2 * Math.max(2, availableParallelism() - 1),
      sequence: { groupOrder: 1 },
      ...patience,
    },
  },
  {
    test: {
      name: 'api',
      include: ['tests/api/**/*.test.ts'],
      globalSetup: ['databases', 'media-worker', 'web-build'].map(setUp),
      // Some tests wait seconds while a server or a database is down, so another file runs meanwhile.
      maxWorkers: Math.max(3, availableParallelism() - 1),
      // Vitest requires a separate group where the number of workers differs.
      sequence: { groupOrder: 2 },
      ...patience,
    },
  },
  {
    test: {
      name: 'upgrade',
      include: ['tests/upgrade/**/*.test.ts'],
      globalSetup: ['databases', 'media-worker', 'web-build', 'former'].map(setUp),
      ...patience,
    },
  },
  {
    test: {
      name: 'stripe',
      include: ['tests/stripe/**/*.test.ts'],
      ...patience,
    },
  },
  {
    test: {
      name: 'attack',
      include: ['tests/attack/**/*.test.ts'],
      globalSetup: setUp('stack'),
      // All files attack the same processes.
      fileParallelism: false,
      ...patience,
    },
  },
];

// Vitest leaves one core free by default, which leaves only one of two.
export default defineConfig({ test: { projects, maxWorkers: Math.max(2, availableParallelism() - 1) } });
