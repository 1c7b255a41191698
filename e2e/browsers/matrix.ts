import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const WORDS: Record<TestResult['status'], string> = {
  passed: 'yes',
  failed: 'no',
  timedOut: 'no',
  interrupted: 'no',
  skipped: 'not tried',
};

/** Playwright reporter that prints the results by pair of browsers at the end, as a Markdown table. */
export default class Matrix implements Reporter {
  readonly #rows = new Map<string, Map<string, string>>();

  onTestEnd({ title, parent }: TestCase, { status }: TestResult): void {
    // Tests of pairs are in groups; others are at the top level of their file.
    if (parent.type !== 'describe') return;
    const row = this.#rows.get(title) ?? new Map<string, string>();
    this.#rows.set(title, row.set(parent.title, WORDS[status]));
  }

  onEnd(): void {
    const pairs = [...new Set([...this.#rows.values()].flatMap((row) => [...row.keys()]))];
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
    const rows = [...this.#rows].map(([title, row]) => [
      title,
      ...pairs.map((pair) => row.get(pair) ?? WORDS.skipped),
    ]);
    console.log(
      [['', ...pairs], ['---', ...pairs.map(() => '---')], ...rows].map((cells) => line(cells)).join('\n'),
    );
  }
}
