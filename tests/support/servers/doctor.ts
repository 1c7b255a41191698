import { startChild } from '#scripts/processes/child.ts';
import { root } from '#scripts/stack/settings.ts';

/** Output of `npm run doctor`, its findings, and whether it exited without any. */
export type Examination = { text: string; wrong: string[]; isWell: boolean };

/**
 * Runs the doctor on a site.
 * @param within command prefix that runs it in a network namespace
 */
export async function examine(
  url: string,
  env: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<Examination> {
  const child = startChild([...within, process.execPath, 'scripts/doctor.ts', '--url', url], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  let text = '';
  child.process.stdout?.on('data', (chunk) => (text += chunk));
  child.process.stderr?.on('data', (chunk) => (text += chunk));
  const how = await child.exited;
  const wrong = text.split('\n').flatMap((line) => (line.startsWith('✖ ') ? [line.slice(2)] : []));
  return { text, wrong, isWell: how === 'exit code 0' };
}
