import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runChild, startChild } from './child.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('reports how a command ended, with its output', async () => {
  expect(await runChild(['sh', '-c', 'echo out; echo err >&2'])).toBe('out\nerr\n');
  await expect(runChild(['sh', '-c', 'echo reason; exit 3'])).rejects.toThrow(
    /reason\n.*failed: exit code 3/,
  );
  await expect(runChild(['no-such-program-here'])).rejects.toThrow('exit code 127');
});

test('stops a command and its descendants', async () => {
  const child = startChild(['sh', '-c', 'sleep 600 & echo $!; wait']);
  const sleeper = Number(await new Promise((resolve) => child.process.stdout?.once('data', resolve)));
  expect(isAlive(sleeper)).toBe(true);
  await child.stop();
  await vi.waitUntil(() => !isAlive(sleeper), { timeout: 10_000 });
  expect(await child.exited).toBe('SIGTERM');
});

test('ends a command when its starter is killed', async () => {
  const starter = startChild([
    process.execPath,
    '--eval',
    `import(${JSON.stringify(new URL('./child.ts', import.meta.url).href)}).then(({ startChild }) => {
      const { process: child } = startChild(['sleep', '600']);
      console.log(child.pid);
    });`,
  ]);
  onTestFinished(() => starter.stop());
  const pid = Number(await new Promise((resolve) => starter.process.stdout?.once('data', resolve)));
  await sleep(100);
  expect(isAlive(pid)).toBe(true);
  // The child is in its own process group: only the guard can end it.
  starter.process.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 });
});
