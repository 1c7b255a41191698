import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../stack/settings.ts';
import { closingLine, countReport, total } from './count.ts';

const VITEST = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  success: true,
  testResults: [],
};
const PLAYWRIGHT = {
  stats: { expected: 3, unexpected: 2, flaky: 1, skipped: 4, duration: 1 },
  errors: [],
  suites: [],
};

async function report(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'count-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test.each([
  ["Vitest's tests", VITEST, true, { passed: 5, failed: 0, skipped: 2, failures: [] }],
  ["Playwright's tests", PLAYWRIGHT, false, { passed: 4, failed: 2, skipped: 4, failures: [] }],
  ['a file that did not load', VITEST, false, { passed: 5, failed: 1, skipped: 2, failures: [] }],
  ['a report that was cut off', '{"stats":', false, { passed: 0, failed: 1, skipped: 0, failures: [] }],
  [
    'a run without any test',
    { ...VITEST, numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 },
    true,
    { passed: 0, failed: 1, skipped: 0, failures: [] },
  ],
])('counts %s', async (_what, content, succeeded, count) => {
  expect(await countReport(await report(content), succeeded)).toEqual(count);
});

test('counts a runner without a report as failed', async () => {
  expect(await countReport('/nowhere/report.json', true)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [],
  });
});

test('mentions skipped tests only if there are any', () => {
  const one = { passed: 1, failed: 0, skipped: 0, failures: [] };
  expect(closingLine(total([one, one]))).toBe('2 passed, 0 failed');
  expect(closingLine(total([one, { passed: 0, failed: 2, skipped: 3, failures: [] }]))).toBe(
    '1 passed, 2 failed, 3 skipped',
  );
});

test("lists Vitest's failed tests with their reasons, and files that failed to load", async () => {
  const testResults = [
    {
      name: join(root, 'app/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed' },
        {
          fullName: 'divides by zero',
          status: 'failed',
          failureMessages: ['Error: \u001b[31mno zero\u001b[39m\n\n  at divide'],
        },
      ],
    },
    { name: join(root, 'app/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
  ];
  const { failures } = await countReport(await report({ ...VITEST, testResults }), false);
  expect(failures).toEqual([
    'app/a.test.ts › divides by zero\n  Error: no zero\n    at divide',
    'app/b.test.ts\n  No such module',
  ]);
});

test("lists Playwright's failed tests with their reasons, at any depth", async () => {
  const spec = (title: string, ok: boolean) => {
    const results = [{}, { error: ok ? undefined : { message: `${title} took too long` } }];
    return { title, ok, file: 'a.spec.ts', tests: [{ results }] };
  };
  const suites = [
    { specs: [spec('one', false), spec('two', true)], suites: [{ specs: [spec('three', false)] }] },
  ];
  const { failures } = await countReport(await report({ ...PLAYWRIGHT, suites }), false);
  expect(failures).toEqual([
    'a.spec.ts › one\n  one took too long',
    'a.spec.ts › three\n  three took too long',
  ]);
});
