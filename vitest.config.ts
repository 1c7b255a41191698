import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Real databases, processes and media, on machines that do other things too. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      include: ['{app,bench,db,e2e,locales,scripts,server}/**/*.test.{ts,tsx}'],
      globalSetup: 'scripts/testing/databases.ts',
      ...patience,
    },
  },
  {
    test: {
      name: 'media',
      include: ['media-server/**/*.test.ts'],
      globalSetup: ['scripts/testing/databases.ts', 'scripts/testing/media-worker.ts'],
      ...patience,
    },
  },
  {
    test: {
      name: 'api',
      include: ['tests/api/**/*.test.ts'],
      globalSetup: ['scripts/testing/databases.ts', 'scripts/testing/web-build.ts'],
      // Some wait for seconds while a server or a database is away: another file runs meanwhile.
      maxWorkers: Math.max(3, availableParallelism() - 1),
      // Vitest asks for a group of its own where the number of workers differs.
      sequence: { groupOrder: 1 },
      ...patience,
    },
  },
  {
    test: {
      name: 'upgrade',
      include: ['tests/upgrade/**/*.test.ts'],
      globalSetup: [
        ...['databases', 'media-worker', 'web-build', 'former'].map((name) => `scripts/testing/${name}.ts`),
      ],
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
      globalSetup: 'scripts/testing/stack.ts',
      // All files attack the same processes.
      fileParallelism: false,
      ...patience,
    },
  },
];

// By default one core is left free, which leaves one of two.
export default defineConfig({ test: { projects, maxWorkers: Math.max(2, availableParallelism() - 1) } });
