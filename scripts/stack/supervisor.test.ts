import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Supervisor } from './supervisor.ts';

/** Service that exits when told to. */
class FakeService {
  stopped = false;
  exit: (how: string) => void = () => {};
  readonly exited = new Promise<string>((resolve) => {
    this.exit = resolve;
  });
  async stop(): Promise<void> {
    this.stopped = true;
    this.exit('SIGTERM');
  }
}

let said: string[];
let supervisor: Supervisor;
let services: FakeService[];

const start = () => {
  const service = new FakeService();
  services.push(service);
  return service;
};

/** Lets the latest service exit after it ran for some time. @returns the pause in ms before the next one starts */
async function pauseAfterExit(ranMs: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(ranMs);
  const started = services.length;
  const exitedAt = performance.now();
  services.at(-1)?.exit('SIGKILL');
  while (services.length === started) await vi.advanceTimersByTimeAsync(500);
  return performance.now() - exitedAt;
}

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  services = [];
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line) => said.push(String(line).trim()));
  }
  vi.spyOn(process, 'on').mockReturnThis();
  vi.spyOn(process, 'exit').mockReturnThis();
  supervisor = new Supervisor();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('restarts a service that exits, after a pause that doubles up to half a minute', async () => {
  supervisor.watch('The web server', start(), start);
  supervisor.started();
  const pauses: number[] = [];
  for (let exits = 0; exits < 7; exits++) pauses.push(await pauseAfterExit(1_000));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(said[1]).toBe('The web server exited unexpectedly (SIGKILL). Restarting in 2 s.');
});

test('restarts a service that ran for a minute after the first pause', async () => {
  supervisor.watch('The web server', start(), start);
  supervisor.started();
  for (let exits = 0; exits < 3; exits++) await pauseAfterExit(1_000);
  expect(await pauseAfterExit(61_000)).toBe(1_000);
});

test('repeats a failed restart', async () => {
  let fails = 2;
  supervisor.watch('PostgreSQL', start(), async () => {
    if (fails-- > 0) throw new Error('port in use');
    return start();
  });
  supervisor.started();
  expect(await pauseAfterExit(1_000)).toBe(1_000 + 2_000 + 4_000);
  expect(said).toContain('PostgreSQL exited unexpectedly (port in use). Restarting in 2 s.');
});

test('stops everything if a service exits during start-up', async () => {
  const database = start();
  supervisor.watch('PostgreSQL', database, start);
  supervisor.watch('The web server', start(), start);
  services[1]?.exit('exit code 1');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(['The web server exited unexpectedly (exit code 1). Shutting down.']);
  expect(database.stopped).toBe(true);
  expect(services).toHaveLength(2);
  expect(process.exit).toHaveBeenCalledWith(1);
});
