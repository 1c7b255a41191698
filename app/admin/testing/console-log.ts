import { z } from 'zod';

/** A console warning or error of this tab. */
const lineSchema = z.object({
  /** In ms since 1970. */
  at: z.number(),
  level: z.enum(['warn', 'error']),
  text: z.string(),
});
export type ConsoleLine = z.infer<typeof lineSchema>;

const KEY = 'admin-console';
const MAX_LENGTH = 255;
const MAX_LINES = 200;

const listeners = new Set<() => void>();
let keeping = false;

/** Patches the console to store this tab's warnings and errors, until the page is reloaded. */
export function keepConsole(): void {
  if (keeping) return;
  keeping = true;
  for (const level of ['warn', 'error'] as const) {
    // biome-ignore lint/suspicious/noConsole: calls still reach the original console
    const original = console[level];
    console[level] = (...values: unknown[]) => {
      original.apply(console, values);
      keep(level, values.map(wordsOf).join(' '));
    };
  }
  window.addEventListener('error', ({ message }) => keep('error', message));
  window.addEventListener('unhandledrejection', ({ reason }) => keep('error', wordsOf(reason)));
}

/** Snapshot for `useSyncExternalStore`: the stored string. */
export function storedConsole(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function onConsoleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Parses the stored lines, newest first. */
export function consoleLines(stored: string): ConsoleLine[] {
  const lines = stored.split('\n').filter(Boolean);
  return lines.map((line) => lineSchema.parse(JSON.parse(line))).reverse();
}

export function clearConsole(): void {
  store('');
}

function keep(level: ConsoleLine['level'], text: string): void {
  const line: ConsoleLine = { at: Date.now(), level, text: text.slice(0, MAX_LENGTH) };
  const lines = [...storedConsole().split('\n').filter(Boolean), JSON.stringify(line)];
  store(lines.slice(-MAX_LINES).join('\n'));
}

function store(lines: string): void {
  sessionStorage.setItem(KEY, lines);
  for (const listener of listeners) listener();
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
