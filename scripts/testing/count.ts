import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { root } from '../stack/settings.ts';

const REASON_LINES = 8;
const REASON_WIDTH = 300;

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Names and reasons of failed tests, repeated at the end of a log of thousands of lines. */
  failures: string[];
}

/** Vitest's JSON report: https://vitest.dev/guide/reporters.html#json-reporter */
const vitestSchema = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      const name = relative(root, file.name);
      if (failed.length === 0 && file.status === 'failed') return [failure(name, file.message)];
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${name} › ${fullName}`, failureMessages?.[0] ?? file.message),
      );
    }),
  }));

/** A failed test with the first lines of its reason. */
function failure(test: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [test, ...lines.slice(0, REASON_LINES).map((line) => `  ${line.slice(0, REASON_WIDTH)}`)].join('\n');
}

interface Suite {
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string | undefined } | undefined }[] }[];
  }[];
  suites?: Suite[] | undefined;
}

const suiteSchema: z.ZodType<Suite> = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
        }),
      ),
    }),
  ),
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
});

const failedSpecs = ({ specs, suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => failure(`${file} › ${title}`, tests[0]?.results.at(-1)?.error?.message)),
  ...suites.flatMap(failedSpecs),
];

/** Playwright's JSON report: https://playwright.dev/docs/api/class-testreporter. A flaky test counts as passed. */
const playwrightSchema = z
  .object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
    suites: z.array(suiteSchema),
  })
  .transform(({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }));

const reportSchema = z.union([vitestSchema, playwrightSchema]);

/**
 * Reads a test runner's totals. A failure outside any test (a file that does not load, a server that does not start, a
 * runner that exits without a report) counts as one failed test.
 * @param reportFile the runner's JSON report
 * @param succeeded whether the runner exited successfully
 */
export async function countReport(reportFile: string, succeeded: boolean): Promise<Count> {
  const count = await readFile(reportFile, 'utf8')
    .then((text) => reportSchema.parse(JSON.parse(text)))
    .catch(() => ({ passed: 0, failed: 0, skipped: 0, failures: [] }));
  const nothingRan = count.passed + count.failed + count.skipped === 0;
  const failedUnseen = count.failed === 0 && (!succeeded || nothingRan);
  return failedUnseen ? { ...count, failed: 1 } : count;
}

export function total(counts: Count[]): Count {
  const sum = (key: 'passed' | 'failed' | 'skipped') => counts.reduce((all, count) => all + count[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

/** The final line, in the format CI parses. */
export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
