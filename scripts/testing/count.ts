import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Vitest's JSON report: https://vitest.dev/guide/reporters.html#json-reporter */
const vitestSchema = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

/** Playwright's JSON report: https://playwright.dev/docs/api/class-testreporter. A flaky test counts as passed. */
const playwrightSchema = z
  .object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
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
    .catch(() => ({ passed: 0, failed: 0, skipped: 0 }));
  const nothingRan = count.passed + count.failed + count.skipped === 0;
  const failedUnseen = count.failed === 0 && (!succeeded || nothingRan);
  return failedUnseen ? { ...count, failed: 1 } : count;
}

export function total(counts: Count[]): Count {
  const sum = (key: keyof Count) => counts.reduce((all, count) => all + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The final line, in the format CI parses. */
export function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
